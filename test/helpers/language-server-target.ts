import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KillTarget } from "./kill-rounds.ts";
import { mainFile } from "./reticle.ts";

/** A target for kill rounds: `reticle mcp`, asked again and again for diagnostics of a project of its own. */
export function languageServerTarget(): KillTarget & { readonly remove: () => void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "reticle-kill-lsp-")));
  writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "strict": true, "types": [] } }\n');
  writeFileSync(join(folder, "bad.ts"), 'export const bad: number = "1";\n');
  const clientInfo = { name: "kill", version: "1" };
  const args = { source: "lsp", path: "bad.ts" };
  const messages: readonly object[] = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: "{{id}}", method: "tools/call", params: { name: "pilens_diagnostics", arguments: args } },
  ];
  return {
    command: process.execPath,
    args: [mainFile, "mcp"],
    cwd: folder,
    lines: messages.map((message) => JSON.stringify({ jsonrpc: "2.0", ...message })),
    delayFrom: "output",
    delayMs: { min: 0, max: 1_500 },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
