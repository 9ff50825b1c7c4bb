import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { homeFolder } from "../../config/home-folder.ts";
import { useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";

const at = useWorkspaceRun({ surface: "mcp", dialect: "mcp" });
const probe = (args: Readonly<Record<string, unknown>>) => at.call("pilens_diagnostics", { source: "lsp", ...args });

const project = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }\n',
  "src/good.ts": "export const good = 1;\n",
  "src/bad.ts": 'export const bad: number = "1";\n',
};

describe("source=lsp", () => {
  test("LENS-4 paths win over scope; what was asked is in the details", async () => {
    await at.put(project);
    const { text, details } = await probe({ paths: ["src/good.ts"], scope: "workspace" });
    expect(text).toBe("clean (TypeScript 7): src/good.ts");
    expect(details).toMatchObject({
      source: "lsp",
      scope: "paths",
      filesChecked: 1,
      cleanFiles: 1,
      totalDiagnostics: 0,
    });
  });

  test("LENS-4 the counters tell the outcome of each file", async () => {
    await at.put({ ...project, "src/long.ts": "x\n".repeat(5_001), "notes.zzz": "" });
    const { details } = await probe({ paths: ["src", "notes.zzz"] });
    expect(details).toMatchObject({
      filesChecked: 4,
      totalDiagnostics: 1,
      outcomeCounts: { clean: 1, findings: 1, too_large: 1, unsupported: 1, unconfirmed: 0, failed: 0, unavailable: 0 },
    });
  });

  test("LENS-4 a file over the bound says so with its size and the limit", async () => {
    await at.put({ "long.ts": "x\n".repeat(5_001), "big.ts": "x".repeat(2 * 1024 * 1024 + 1) });
    expect((await probe({ path: "long.ts" })).text).toContain("file too large for LSP diagnostics (5001 lines > 5000)");
    expect((await probe({ path: "big.ts" })).text).toContain(
      "file too large for LSP diagnostics (2097153 bytes > 2097152)",
    );
  });

  test("LENS-4 200 paths are taken, 201 are refused", async () => {
    await at.put(project);
    const paths = (count: number) => Array.from({ length: count }, () => "src/good.ts");
    expect((await probe({ paths: paths(200) })).text).toBe("clean (TypeScript 7): src/good.ts");
    expect(await probe({ paths: paths(201) })).toMatchObject({ isError: true, text: expect.stringContaining("200") });
  });

  test("LENS-4 the home directory is not walked", async () => {
    const home = homeFolder(process.env);
    const run = await at.open({ cwd: home, roots: [home] });
    const { content, isError } = await run.call("pilens_diagnostics", { source: "lsp", scope: "workspace" });
    await run.dispose();
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining("home directory")]);
  });

  test("a folder without files that a server knows is not called clean", async () => {
    await at.put({ "notes.zzz": "" });
    expect((await probe({ scope: "workspace" })).text).toBe(
      "There is no file of a kind that a language server knows. Nothing was checked.",
    );
  });

  test("a change on disk is seen at the next call, also in the files that import it", async () => {
    await at.put({ ...project, "src/uses.ts": 'import { good } from "./good";\nexport const n: number = good;\n' });
    expect((await probe({ path: "src/uses.ts" })).text).toContain("clean");
    await writeFile(join(at.root, "src/uses.ts"), 'import { good } from "./good";\nexport const n: string = good;\n');
    expect((await probe({ path: "src/uses.ts" })).text).toContain("2322");
  });

  test("what ignore files leave out is asked about only by its name", async () => {
    await mkdir(join(at.root, ".git"));
    await at.put({ ...project, ".gitignore": "src/bad.ts\n" });
    expect((await probe({ paths: ["src"] })).details).toMatchObject({ filesChecked: 1, cleanFiles: 1 });
    expect((await probe({ paths: ["src/bad.ts"] })).details).toMatchObject({ totalDiagnostics: 1 });
  });
});

describe("the retired name", () => {
  test("LENS-4 asks the servers, and is counted once per session", async () => {
    await at.put(project);
    for (const paths of [["src/good.ts"], ["src/good.ts"]]) {
      expect((await at.call("pilens_lsp_diagnostics", { paths })).text).toContain("clean (TypeScript 7)");
    }
    const { text } = await at.call("pilens_health", {});
    expect(text).toContain("lsp-diagnostics-compatibility");
    expect(text).toMatch(/lsp-diagnostics-compatibility × 1\b/);
  });
});

describe("source=session", () => {
  test("LENS-4 is unavailable, names source=lsp, and never says clean", async () => {
    await at.put(project);
    const { text, isError } = await at.call("pilens_diagnostics", { paths: ["src/good.ts"] });
    expect(isError).toBe(false);
    expect(text).toMatch(/^unavailable: .*"source":"lsp"/);
    expect(text).toContain("not a clean result");
  });
});
