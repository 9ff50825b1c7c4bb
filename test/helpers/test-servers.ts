import { homedir } from "node:os";
import { join } from "node:path";
import type { ServerPackage } from "../../src/lsp/server-row.ts";

/** Where scripts/test-servers.ts puts servers, and tests find them. */
export function testServersFolder(): string {
  return process.env["RETICLE_TEST_SERVERS"] ?? join(homedir(), ".cache/reticle-test-servers");
}

/** Servers that integration tests drive for real, by id; those with a package are installed for them. */
export const testedServers: readonly string[] = [
  "typescript-language-server",
  "pyright",
  "basedpyright",
  "bash",
  "yaml",
  "json",
  "css",
  "html",
  "eslint",
  "biome",
  "oxlint",
  "dockerfile",
  "vue",
  "svelte",
  "gopls",
  "ruff",
  "ty",
];

/** Libraries that the projects of those tests use. */
export const testLibraries: Readonly<Record<string, ServerPackage>> = {
  eslint: { registry: "npm", versions: { eslint: "10.15.0" } },
  vue: { registry: "npm", versions: { vue: "3.5.45", typescript: "6.0.3" } },
  svelte: { registry: "npm", versions: { svelte: "5.57.3" } },
};

/** Servers and programs that come from the system, and one command of each. */
export const systemPackages: readonly {
  readonly name: string;
  readonly command: string;
  readonly aptPackage: string;
}[] = [
  { name: "clangd", command: "clangd-22", aptPackage: "clangd-22" },
  { name: "rust-analyzer", command: "/usr/bin/rust-analyzer", aptPackage: "rust-web-analyzer" },
  { name: "shellcheck", command: "shellcheck", aptPackage: "shellcheck" },
];
