import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Engine, openRun, type ToolResult } from "./index.ts";

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "library-")));
  writeFileSync(
    join(folder, "greet.ts"),
    "/** Says hello. */\nexport function greet(name: string): string {\n  return name;\n}\n",
  );
  engine = await createEngine({ env: { HOME: folder } });
});
afterAll(async () => {
  await engine.dispose();
  rmSync(folder, { recursive: true });
});

function payload({ content }: ToolResult): string {
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("");
  return text.replace(/\n\nusage [^\n]+$/, "");
}

describe("the library, with real tools on a real file", () => {
  test("the same answer in every dialect", async () => {
    const texts: string[] = [];
    for (const [surface, dialect, name, argument] of [
      ["main", "own", "read_symbol", "path"],
      ["main", "own", "pilens_read_symbol", "file"],
      ["main", "pi", "read_symbol", "path"],
      ["mcp", "mcp", "pilens_read_symbol", "file"],
      ["plan", "own", "read_symbol", "path"],
    ] as const) {
      const run = await openRun(engine, { surface, dialect, cwd: folder });
      expect(run.tools().map((tool) => tool.name)).toContain(dialect === "mcp" ? name : "read_symbol");
      const result = await run.call(name, { [argument]: "greet.ts", symbol: "greet" });
      expect(result.isError).toBe(false);
      texts.push(payload(result));
      await run.dispose();
    }
    expect(texts[0]).toContain("greet.ts:1-4");
    expect(texts[0]).toContain("return name;");
    expect(new Set(texts).size).toBe(1);
  });

  test("bad values are refused before the tool, in the host's words", async () => {
    const run = await openRun(engine, { surface: "mcp", dialect: "mcp", cwd: folder });
    const result = await run.call("pilens_read_enclosing", { file: "greet.ts", line: "abc" });
    expect([payload(result), result.isError]).toEqual(['Not run: `line` must be an integer ≥ 1, got "abc".', true]);
    expect(payload(await run.call("pilens_read_enclosing", { file: "greet.ts", line: "3" }))).toContain("return name;");
    await run.dispose();
  });
});
