import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEngine, type Engine } from "../../src/engine/engine.ts";
import { openRun, type Run } from "../../src/run/run.ts";
import { locateGrammar } from "../../src/syntax/grammars.ts";
import { createSyntax, type Syntax } from "../../src/syntax/syntax.ts";
import { temporaryFolder } from "../helpers/reticle.ts";

const REASON = "WebAssembly.compile(): BufferSource argument is empty";
const damaged: ReadonlySet<string> = new Set(["python", "css"]);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let engine: Engine;
let syntax: Syntax;
let run: Run;

beforeAll(async () => {
  folder = await temporaryFolder({
    "empty.wasm": "",
    "work/a.py": "def f(): pass\n",
    "work/b.go": "package b\n\nfunc F() {}\n",
    "work/c.html": "<style>a { b: c }</style>\n<script>function f() {}</script>\n",
    "work/d.ts": "export const d = 1;\n",
  });
  const root = join(folder.path, "work");
  engine = await createEngine({
    bounds: [root],
    env: { ...process.env, RETICLE_CACHE_DIR: join(folder.path, "cache") },
  });
  syntax = createSyntax({
    children: engine.children,
    locateGrammar: (language) => (damaged.has(language.id) ? join(folder.path, "empty.wasm") : locateGrammar(language)),
  });
  run = await openRun(
    {
      tools: engine.tools,
      resources: engine.resources,
      children: engine.children,
      eventLoopDelay: engine.eventLoopDelay,
      closing: engine.closing,
      syntax: () => Promise.resolve(syntax),
      structural: () => engine.structural(),
      index: () => engine.index(),
      loadedIndex: () => engine.loadedIndex(),
      languageServers: () => engine.languageServers(),
      changes: () => engine.changes(),
      announce: (changes) => engine.announce(changes),
      openWorkspace: (request) => engine.openWorkspace(request),
      configFor: (path) => engine.configFor(path),
      health: () => syntax.health(),
      keepLog: (kind, text, config) => engine.keepLog(kind, text, config),
    },
    { surface: "main", dialect: "own", cwd: root },
  );
});
afterAll(async () => {
  await run.dispose();
  await syntax.dispose();
  await engine.dispose();
  await folder[Symbol.asyncDispose]();
});

/** The answer without its footer. */
async function call(tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { content } = await run.call(tool, args);
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return text.replace(/\n\nusage tokens=.*$/, "");
}

describe("a grammar whose file is damaged", () => {
  const disabled = (title: string): string => `the ${title} grammar is disabled because it failed: ${REASON}`;
  const cssParts = `its CSS parts, because ${disabled("CSS")}`;

  it("is named where its language is asked for", async () => {
    const expected = `Error (unsupported): ${disabled("Python")}.\nNext: read the file as text; reinstalling reticle restores a damaged grammar.`;
    expect(await call("module_report", { path: "a.py" })).toBe(expected);
    expect(await call("read_enclosing", { path: "a.py", line: 1 })).toBe(expected);
    expect(await call("read_symbol", { path: "a.py", symbol: "f" })).toBe(expected);
  });

  it("leaves the other languages as they are", async () => {
    expect(await call("module_report", { path: "b.go", view: "compact" })).toContain(
      "b.go go 3L - 1 symbol, 1 exported",
    );
    expect(await call("read_symbol", { path: "d.ts", symbol: "d" })).toContain("export const d = 1;");
  });

  it("makes answers about files with parts in its language partial", async () => {
    const report = await call("module_report", { path: "c.html", view: "compact" });
    expect(report.split("\n")[0]).toBe(`partial: what parses of c.html; not covered: ${cssParts}`);
    expect(report).toContain("script.f");
    expect(await call("read_symbol", { path: "c.html", symbol: "nonesuch" })).toContain(
      `c.html has no symbol "nonesuch"; not read: ${cssParts}, it may stand there.`,
    );
    expect((await call("ast_grep_outline", { paths: ["c.html", "b.go"] })).split("\n")[0]).toBe(
      `partial: 2 of 2 files; not covered: ${cssParts} (c.html)`,
    );
  });

  it("is in the health report", async () => {
    const health = await call("lens_health", {});
    for (const id of damaged) expect(health.replace(/ +/g, " ")).toContain(`grammar ${id} disabled: ${REASON}`);
  });
});
