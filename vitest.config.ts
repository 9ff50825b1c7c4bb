import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const shared = { pool: "forks", testTimeout: 20_000, hookTimeout: 20_000 } as const;

export default defineConfig({
  test: {
    // Most of the slow tests wait for servers and children: one at a time leaves a small machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
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
