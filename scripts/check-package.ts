/**
 * Proves the packed package: npm pack, install into an empty folder with production dependencies
 * only, then `reticle mcp` answers the MCP inspector's command line, pi loads the extension, a
 * program uses the library, and a damaged grammar harms no other.
 */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
const PI_COMMAND = "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js";
const MAX_INSTALLED_BYTES = 180_000_000;
const PI_MODEL = "test/fakes/pi/scripted-model.ts";
/** Asks one engine for files in languages with and without a damaged grammar, and for its health. */
const DAMAGED = `
import { createEngine, openRun } from "reticle";
const engine = await createEngine({ bounds: [process.argv[2]] });
const run = await openRun(engine, { surface: "main", dialect: "own", cwd: process.argv[2] });
const texts = [];
for (const path of ["a.go", "b.rb", "greet.ts", "c.kt"]) texts.push(await run.call("module_report", { path, view: "compact" }));
texts.push(await run.call("lens_health", {}));
console.log(JSON.stringify(texts.map(({ content }) => content[0].text)));
await run.dispose();
await engine.dispose();
`;
const top = resolve(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "reticle-package-"));
let passed = 0;
let failed = 0;

function check(name: string, test: () => boolean): void {
  let isOk = false;
  let reason = "";
  try {
    isOk = test();
  } catch (error) {
    reason = error instanceof Error ? error.message.slice(0, 2000) : String(error);
  }
  if (isOk) passed += 1;
  else failed += 1;
  console.log(`${isOk ? "ok  " : "FAIL"} ${name}${reason === "" ? "" : `\n${reason}`}`);
}

const run = (command: string, args: readonly string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", timeout: 300_000, stdio: ["ignore", "pipe", "pipe"] });

function install(folder: string, what: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}\n');
  for (let attempt = 1; ; attempt++) {
    try {
      run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...what], folder);
      return;
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

try {
  const tarball =
    run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", scratch], top)
      .trim()
      .split("\n")
      .at(-1) ?? "";
  const app = join(scratch, "app");
  install(app, [join(scratch, tarball)]);
  const installedBytes = bytesUnder(join(app, "node_modules"));
  check(
    `what is installed takes ${(installedBytes / 1_000_000).toFixed(0)} MB, at most ${MAX_INSTALLED_BYTES / 1_000_000}`,
    () => installedBytes <= MAX_INSTALLED_BYTES,
  );
  const project = join(scratch, "project");
  mkdirSync(project);
  writeFileSync(
    join(project, "greet.ts"),
    "/** Says hello. */\nexport function greet(name: string): string {\n  return `hello ${name}`;\n}\n\ngreet('you');\n",
  );
  const bin = join(app, "node_modules/.bin/reticle");

  check("the packed command says its version", () =>
    run(process.execPath, [bin, "--version"], project).includes(packageVersion()),
  );
  check("the packed command answers a call", () =>
    run(process.execPath, [bin, "call", "read_symbol", "path=greet.ts", "symbol=greet"], project).includes(
      "return `hello ${name}`",
    ),
  );

  const tools = join(scratch, "inspector");
  install(tools, [INSPECTOR]);
  const inspector = join(tools, "node_modules/.bin/mcp-inspector");
  const inspect = (...args: string[]): string =>
    run(inspector, ["--cli", process.execPath, bin, "mcp", ...args], project);
  check("the MCP inspector lists the tools", () => inspect("--method", "tools/list").includes("pilens_module_report"));
  check("the MCP inspector calls a tool", () =>
    inspect("--method", "tools/call", "--tool-name", "pilens_module_report", "--tool-arg", "file=greet.ts").includes(
      "greet",
    ),
  );
  check("the MCP inspector calls a structural search", () =>
    inspect(
      "--method",
      "tools/call",
      "--tool-name",
      "pilens_ast_grep_search",
      "--tool-arg",
      "pattern=greet($A)",
      "lang=typescript",
    ).includes("greet.ts"),
  );

  const piHome = join(scratch, "pi");
  mkdirSync(piHome);
  const piEnv = { ...process.env, HOME: piHome, PI_CODING_AGENT_DIR: join(piHome, "agent"), PI_OFFLINE: "1" };
  const pi = (...args: string[]): string =>
    execFileSync(process.execPath, [join(top, PI_COMMAND), ...args], {
      cwd: project,
      env: piEnv,
      encoding: "utf8",
      timeout: 60_000,
      stdio: ["ignore", "pipe", "pipe"],
    });
  const playInPi = (...steps: object[]): string =>
    pi("--mode", "json", "--no-session", "-e", join(top, PI_MODEL), "--model", "faux/faux-1", JSON.stringify(steps));
  pi("install", join(app, "node_modules/reticle"));
  check("pi loads the packed extension and reads a symbol", () =>
    playInPi({ tools: [{ name: "read_symbol", args: { path: "greet.ts", symbol: "greet" } }] }).includes(
      "function greet  greet.ts:1-4",
    ),
  );
  check("pi activates a situational tool and calls it the turn after", () =>
    playInPi(
      { tools: [{ name: "pi_lens_activate_tools", args: { tools: ["ast_grep_search"] } }] },
      { tools: [{ name: "ast_grep_search", args: { pattern: "greet($A)", lang: "typescript" } }] },
    ).includes("greet.ts:6:1"),
  );

  const example = /```ts\n(\/\/ example\.ts[\s\S]*?)```/.exec(readFileSync(join(top, "README.md"), "utf8"))?.[1] ?? "";
  check(
    "the README's library example is at most 20 lines",
    () => example !== "" && example.trimEnd().split("\n").length <= 20,
  );
  writeFileSync(join(app, "example.ts"), example);
  check("the README's library example runs against the package", () =>
    run(process.execPath, ["example.ts", project], app).includes("greet"),
  );

  // Last, because it damages what is installed: a language read in the serving process, and one read in a child.
  const grammars = join(app, "node_modules/reticle/dist/grammars");
  for (const name of ["tree-sitter-go.wasm", "tree-sitter-ruby.wasm"]) truncateSync(join(grammars, name), 5_000);
  writeFileSync(join(project, "a.go"), "package a\n");
  writeFileSync(join(project, "b.rb"), "class B; end\n");
  writeFileSync(join(project, "c.kt"), "class C\n");
  writeFileSync(join(app, "damaged.ts"), DAMAGED);
  check("a damaged grammar is disabled by name, and the other languages go on", () => {
    const [go = "", ruby = "", typescript = "", kotlin = "", health = ""] = JSON.parse(
      run(process.execPath, ["damaged.ts", project], app),
    ) as string[];
    return (
      go.startsWith("Error (unsupported): the Go grammar is disabled because it failed: ") &&
      ruby.startsWith("Error (unsupported): the Ruby grammar is disabled because it failed: ") &&
      typescript.includes("greet.ts typescript") &&
      kotlin.includes("c.kt kotlin") &&
      /grammar go +disabled: /.test(health) &&
      /grammar ruby +disabled: /.test(health)
    );
  });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`package: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function bytesUnder(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as { version: string };
  return manifest.version;
}
