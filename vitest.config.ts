import { defineConfig } from "vitest/config";

const shared = { pool: "forks", testTimeout: 20_000, hookTimeout: 20_000 } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          include: ["src/**/*.test.ts"],
          setupFiles: ["test/helpers/leak-guard.ts"],
          // Tests parse every language in one process; compiling some grammars for speed takes gigabytes.
          execArgv: ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"],
        },
      },
      {
        test: {
          ...shared,
          name: "scenario",
          include: ["test/scenarios/**/*.test.ts"],
          setupFiles: ["test/helpers/leak-guard.ts"],
        },
      },
      {
        test: {
          ...shared,
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          setupFiles: ["test/helpers/leak-guard.ts"],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
