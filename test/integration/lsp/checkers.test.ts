import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Engine } from "../../../src/engine/engine.ts";
import { openRun } from "../../../src/run/run.ts";
import { temporaryFolder } from "../../helpers/reticle.ts";
import { testServersFolder } from "../../helpers/test-servers.ts";

interface CheckerCase {
  readonly title: string;
  /** A command that is there when the tool is. */
  readonly needs?: string;
  /** The project, `{root}` for its folder; `broken` is what makes it so. */
  readonly files: Readonly<Record<string, string>>;
  readonly broken: Readonly<Record<string, string>>;
  /** How the problem begins. */
  readonly says: string;
  readonly clean: string;
}

const cases: readonly CheckerCase[] = [
  {
    title: "TypeScript (tsc)",
    files: {
      "tsconfig.json": '{ "compilerOptions": { "strict": true }, "include": ["src"] }',
      "src/a.ts": "export const a = 1;\n",
    },
    broken: { "src/b.ts": 'export const b: number = "x";\n' },
    says: "src/b.ts:1:14 error TS2322 ",
    clean: "TypeScript (tsc): no problems",
  },
  {
    title: "TypeScript (tsc), a solution of two projects",
    files: {
      "tsconfig.json": '{ "files": [], "references": [{ "path": "./one" }, { "path": "./two/tsconfig.json" }] }',
      "one/tsconfig.json": '{ "compilerOptions": { "composite": true, "strict": true } }',
      "one/a.ts": "export const a = 1;\n",
      "two/tsconfig.json": '{ "compilerOptions": { "composite": true, "strict": true } }',
      "two/a.ts": "export const a = 1;\n",
    },
    broken: { "two/b.ts": 'export const b: number = "x";\n' },
    says: "two/b.ts:1:14 error TS2322 ",
    clean: "TypeScript (tsc): no problems",
  },
  {
    title: "Python (pyright)",
    needs: join(testServersFolder(), "pyright-1.1.414/installed.json"),
    files: { "pyproject.toml": '[project]\nname = "x"\n', "a.py": "a: int = 1\n" },
    broken: { "b.py": 'b: int = "x"\n' },
    says: "b.py:1:10 error reportAssignmentType ",
    clean: "Python (pyright): no problems",
  },
  {
    title: "Go (go vet)",
    needs: "go",
    files: { "go.mod": "module example.com/x\n\ngo 1.22\n", "a.go": "package x\n\nvar A = 1\n" },
    broken: { "b.go": 'package x\n\nvar B int = "x"\n' },
    says: "b.go:3:13 error ",
    clean: "Go (go vet): no problems",
  },
  {
    title: "Rust (cargo check)",
    needs: "cargo",
    files: {
      "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n\n[workspace]\n',
      "Cargo.lock": 'version = 4\n\n[[package]]\nname = "x"\nversion = "0.1.0"\n',
      "src/lib.rs": "pub mod b;\n",
      "src/b.rs": "pub fn f() -> u32 {\n    1\n}\n",
    },
    broken: { "src/b.rs": 'pub fn f() -> u32 {\n    "x"\n}\n' },
    says: "src/b.rs:2:5 error E0308 ",
    clean: "Rust (cargo check): no problems",
  },
  {
    title: "C and C++ (clangd --check)",
    needs: "clangd-22",
    files: {
      "compile_commands.json": '[{ "directory": "{root}", "file": "a.cpp", "command": "c++ -c a.cpp" }]',
      "a.cpp": "int a = 1;\n",
    },
    broken: { "a.cpp": 'int a = "x";\n' },
    says: "a.cpp:1 error init_conversion_failed ",
    clean: "C and C++ (clangd --check): no problems",
  },
];

const present = cases.filter(({ title, needs }) => {
  const isThere =
    needs === undefined || spawnSync("sh", ["-c", 'test -e "$1" || command -v "$1"', "sh", needs]).status === 0;
  if (!isThere) process.stderr.write(`NOT TESTED ${title}: ${needs} is not here; node scripts/test-servers.ts --apt\n`);
  return isThere;
});

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ isTrusted: true, env: { ...process.env, RETICLE_SERVERS_DIR: testServersFolder() } });
});
afterAll(() => engine.dispose());

async function check(files: Readonly<Record<string, string>>): Promise<string> {
  await using project = await temporaryFolder(files);
  const database = files["compile_commands.json"];
  if (database !== undefined) {
    await writeFile(join(project.path, "compile_commands.json"), database.replace("{root}", project.path));
  }
  const run = await openRun(engine, { surface: "main", dialect: "own", cwd: project.path });
  try {
    const { content } = await run.call("lsp", { action: "diagnostics", file: "*" });
    return content.map((part) => (part.type === "text" ? part.text : "")).join("");
  } finally {
    await run.dispose();
  }
}

describe.each(present.map((one) => [one.title, one] as const))("%s", (_title, { files, broken, says, clean }) => {
  test("L-11 finds the mistake where it is, and a clean project clean", async () => {
    const found = await check({ ...files, ...broken });
    expect(
      found.split("\n").some((line) => line.startsWith(says)),
      found,
    ).toBe(true);
    const text = await check(files);
    expect(text.split("\n")[0]).toBe(clean);
  });
});

test("L-11 no language server is started for it", async () => {
  const servers = await engine.languageServers();
  expect(servers.health()).toEqual([{ name: "language servers", value: "none running" }]);
});
