import { describe, expect, test } from "vitest";
import { useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";

const workspace = useWorkspaceRun({ surface: "main", dialect: "pi" });
const { put } = workspace;

interface Entry {
  readonly name: string;
  readonly usedBy?: readonly { readonly file: string; readonly line: number }[];
  readonly members?: readonly Entry[];
}
interface Report {
  readonly text: string;
  readonly api: readonly Entry[];
  readonly provenance: Readonly<Record<string, string>>;
  readonly blastRadius?: string | { readonly files: readonly { readonly file: string }[] };
  readonly [section: string]: unknown;
}
async function report(args: Readonly<Record<string, unknown>> = {}): Promise<Report> {
  const { text } = await workspace.call("module_report", { path: "src/store.ts", ...args });
  const json = text.split("\n").find((line) => line.startsWith("{")) ?? "{}";
  return { ...(JSON.parse(json) as Report), text };
}

const files = {
  "src/store.ts": "export class Store {\n  open() {}\n}\nexport function openStore() {\n  return new Store();\n}\n",
  "src/main.ts": 'import { openStore } from "./store.ts";\nexport const start = () => openStore();\n',
  "src/cli.ts": 'import { start } from "./main.ts";\nstart();\n',
};

describe("LENS-7 cold and warm", () => {
  test("LENS-7 cold, the outline is whole and says that who uses it is not known yet; warm, only that is added", async () => {
    await put(files);
    const cold = await report({ blastRadius: true, callGraph: true });
    expect(cold).toMatchObject({ available: true, staleness: "fresh", language: "typescript" });
    expect(cold.api.map(({ name }) => name)).toEqual(["Store", "openStore"]);
    expect(cold.provenance).toMatchObject({ symbols: "syntax", usedBy: "unavailable", blastRadius: "unavailable" });
    expect(cold.text).toMatch(/"usedBy":"pending: /);
    expect(JSON.stringify(cold)).not.toMatch(/"usedBy":\[|no use found/);
    expect(cold.blastRadius).toMatch(/^pending: /);

    await workspace.indexed();
    const warm = await report({ blastRadius: true, callGraph: true });
    expect(warm.api.find(({ name }) => name === "openStore")?.usedBy).toMatchObject([{ file: "src/main.ts", line: 2 }]);
    expect(warm.blastRadius).toMatchObject({ files: [{ file: "src/main.ts" }, { file: "src/cli.ts" }] });
    expect(warm.provenance["usedBy"]).not.toBe("unavailable");
    const outlineOf = ({ api, imports, summary }: Report) => ({
      imports,
      summary,
      api: api.map(({ usedBy: _usedBy, members, ...entry }) => ({
        ...entry,
        members: members?.map(({ name }) => name),
        fanout: undefined,
      })),
    });
    expect(outlineOf(warm)).toEqual(outlineOf(cold));
    // A file's own lines are what a reader reads; no entry repeats them.
    expect(JSON.stringify([warm.api, cold.api])).not.toContain('"read":');
  });

  test("LENS-7 arguments of sections that were not asked for are not passed over", async () => {
    await put(files);
    const { text } = await report({ blastRadiusDepth: 2, maxCallGraphEntries: 5, view: "compact" });
    expect(text).toMatch(
      /^`blastRadiusDepth` had no effect without `blastRadius`\n`maxCallGraphEntries` had no effect without `callGraph`\n/,
    );
    expect((await report({ blastRadiusDepth: 3, view: "compact" })).text).not.toContain("no effect");
  });
});

describe("LENS-8 the tools", () => {
  const long = `/** Long. */\nexport function long() {\n${"  step();\n".repeat(60)}  function inner() {\n  }\n}\n`;

  test("LENS-8 read_symbol gives the attached doc comment, and says what else has the name", async () => {
    await put({
      "a.ts": `/** One. */\nfunction pick() {}\nclass A {\n  /** Two. */\n  pick() {}\n}\n// apart\n\nconst b = 1;\n`,
    });
    const read = async (symbol: string) => (await workspace.call("read_symbol", { path: "a.ts", symbol })).text;
    expect(await read("pick")).toMatch(
      /^function pick .*ambiguous.*a\.ts:1-2\n\n\/\*\* One\. \*\/\nfunction pick\(\) \{\}$/,
    );
    expect(await read("A.pick")).toMatch(/^method A?\.?pick {2}a\.ts:4-5\n\n {2}\/\*\* Two\. \*\/\n {2}pick\(\) \{\}$/);
    expect(await read("b")).toMatch(/a\.ts:9(-9)?\n\nconst b = 1;$/);
    expect(await read("pikc")).toContain("Next: nearest: function pick 1-2; method A.pick 4-5.");
    expect(await read("zzzzzz")).not.toContain("nearest");
  });

  test("LENS-8 read_enclosing: the three ways of a body that is too long", async () => {
    await put({ "long.ts": long });
    const read = (args: object) =>
      workspace.call("read_enclosing", { path: "long.ts", line: 30, maxLines: 10, ...args });
    const refused = await read({});
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/^Error \(too_large\): function long \(long\.ts:1-65\) has 65 lines/);
    const slice = await read({ onOversize: "slice" });
    expect(slice.isError).toBe(false);
    expect(slice.text).toMatch(/^partial: lines 25-34 of function long \(lines 1-65\); not covered: /);
    expect(slice.text.split("\n\n")[1]?.split("\n")).toHaveLength(10);
    const around = await read({ onOversize: "slice", aroundLine: 4 });
    expect(around.text).toMatch(/^partial: lines 28-31 /);
    const outline = await read({ onOversize: "outline" });
    expect(outline.text).toContain("inner");
    expect(outline.text).not.toContain("step();");
  });
});
