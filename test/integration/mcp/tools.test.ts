import { afterAll, beforeAll, describe, expect, it } from "vitest";
import casesFile from "../../fixtures/argument-check.json" with { type: "json" };
import schemasFile from "../../fixtures/lens-schemas.json" with { type: "json" };
import { notYet, specTable } from "../../../src/tools/core/spec-table.ts";
import { McpClient, type McpMessage, textOf } from "../../helpers/mcp-client.ts";
import { temporaryFolder } from "../../helpers/reticle.ts";

interface Schema {
  readonly type: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}
interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
}

const schemas = schemasFile as unknown as Readonly<Record<string, Schema>>;
const runBound = specTable.filter(({ family }) => family === "run-bound").map(({ name }) => name);
const listedOf = (message: McpMessage): readonly Listed[] => message.result?.["tools"] as readonly Listed[];
const sorted = (names: readonly string[] = []): string[] => [...names].sort();

async function listWith(options: { args?: readonly string[] } = {}): Promise<readonly Listed[]> {
  await using client = new McpClient(options);
  return listedOf(await client.request("tools/list"));
}
const listed = await listWith();

describe("LENS-3 tools/list", () => {
  it("LENS-3 holds every name of the contract that exists, and no other", () => {
    const missing = new Set(specTable.filter(({ name }) => notYet.includes(name)).map(({ mcp }) => mcp));
    expect(sorted(listed.map(({ name }) => name))).toEqual(
      sorted(Object.keys(schemas).filter((name) => !missing.has(name))),
    );
  });

  it.each(listed)("LENS-3 $name has the contract's arguments, and requires the contract's", ({ name, inputSchema }) => {
    expect(inputSchema.type).toBe("object");
    expect(sorted(Object.keys(inputSchema.properties ?? {}))).toEqual(
      sorted(Object.keys(schemas[name]?.properties ?? {})),
    );
    expect(sorted(inputSchema.required)).toEqual(sorted(schemas[name]?.required));
  });

  it.each(listed)(
    "$name is described by a sentence and an example of its own arguments",
    ({ title, description, inputSchema }) => {
      expect(title).not.toBe("");
      const [, sentence, example] = /^(.+?[.!?]) Example: (\{.*\})$/s.exec(description) ?? [];
      expect(sentence).toBeDefined();
      const used = Object.keys(JSON.parse(example ?? "null") as object);
      expect(Object.keys(inputSchema.properties ?? {})).toEqual(expect.arrayContaining(used));
    },
  );

  it.each(listed)("the hints of $name follow from its tier", ({ name, annotations }) => {
    const tier = specTable.find(({ mcp }) => mcp === name)?.tier;
    expect(annotations).toMatchObject({ readOnlyHint: tier === "read", destructiveHint: tier !== "read" });
  });

  it("instructions name only tools of the list, in at most 60 lines", async () => {
    await using client = new McpClient();
    const instructions = String((await client.initialize()).result?.["instructions"]);
    const named = instructions.match(/\bpilens_[a-z_]+/g) ?? [];
    expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining([...new Set(named)]));
    expect(named.length).toBeGreaterThan(0);
    expect(instructions.split("\n").length).toBeLessThanOrEqual(60);
  });
});

describe("run-bound tools", () => {
  it("G-02 tools/list has none of them, and calling one is an unknown tool", async () => {
    expect(listed.map(({ name }) => name).filter((name) => runBound.includes(name))).toEqual([]);
    await using client = new McpClient();
    for (const name of runBound) {
      const answer = await client.call(name, {});
      expect(answer.error).toBeUndefined();
      expect(answer.result).toMatchObject({ isError: true });
      expect(textOf(answer)).toMatch(new RegExp(`^Unknown or disabled tool: ${name}\n\nusage `));
    }
  });

  it("--run-tools adds exactly those that exist", async () => {
    const names = (await listWith({ args: ["--run-tools"] })).map(({ name }) => name);
    const existing = runBound.filter((name) => !notYet.includes(name));
    expect(sorted(names)).toEqual(sorted([...listed.map(({ name }) => name), ...existing]));
  });
});

describe("calls by names that are not tools", () => {
  it.each(["nope", "", "module_report", "constructor", "__proto__"])(
    "%j is an error result with the footer",
    async (name) => {
      await using client = new McpClient();
      const answer = await client.call(name);
      expect(answer.error).toBeUndefined();
      expect(answer.result).toMatchObject({ isError: true });
      expect(textOf(answer)).toMatch(
        /^Unknown or disabled tool: .*\n\nusage tokens=\d+ elapsed-ms=\d+ bytes=\d+ truncated=false$/,
      );
    },
  );

  it("a retired name is answered by its successor where that exists, and by nothing where it does not", async () => {
    await using folder = await temporaryFolder({ "a.ts": "call(1);\n" });
    await using client = new McpClient({ cwd: folder.path });
    const dump = await client.call("pilens_ast_grep_dump", { source: "call(1)", lang: "typescript" });
    const diagnostics = await client.call("pilens_lsp_diagnostics", { path: "a.ts" });
    const exists = (name: string): boolean => listed.some((tool) => tool.name === name);
    expect(textOf(dump).startsWith("Unknown or disabled")).toBe(!exists("pilens_ast_grep_search"));
    expect(textOf(diagnostics).startsWith("Unknown or disabled")).toBe(!exists("pilens_diagnostics"));
  });

  it("a tool that is switched off is refused by its retired name too", async () => {
    const settings = JSON.stringify({ tools: { ast_grep_search: { enabled: false } } });
    await using folder = await temporaryFolder({ ".reticle.json": settings });
    await using client = new McpClient({ cwd: folder.path });
    for (const name of ["pilens_ast_grep_search", "pilens_ast_grep_dump"]) {
      const answer = await client.call(name, { pattern: "x", lang: "typescript" });
      expect(answer.result).toMatchObject({ isError: true });
      expect(textOf(answer)).toContain(`Unknown or disabled tool: ${name}`);
    }
  });
});

describe("LENS-1 over the live server", () => {
  const names = new Set(listed.map(({ name }) => name));
  const cases = casesFile.cases.filter(({ tool }) => names.has(tool));
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let client: McpClient;
  beforeAll(async () => {
    folder = await temporaryFolder({ "a.ts": "export const a = 1;\n" });
    client = new McpClient({ cwd: folder.path });
  });
  afterAll(async () => {
    await client[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it("covers the tools that exist", () => {
    expect(new Set(cases.map(({ tool }) => tool)).size).toBeGreaterThan(2);
  });

  it.each(cases)("LENS-1 $tool $arguments: $verdict", async ({ tool, arguments: args, verdict, text }) => {
    const answer = await client.call(tool, args);
    const [first = "", second = ""] = textOf(answer).split("\n");
    const declared = listed.find(({ name }) => name === tool)?.inputSchema.properties ?? {};
    const undeclared = Object.keys(args).filter((key) => !Object.hasOwn(declared, key));
    expect(first.startsWith(`Ignored unknown argument(s) for ${tool}: `)).toBe(true);
    expect(answer.result?.["structuredContent"]).toEqual({
      ignoredArguments: undeclared,
      ignoredArgumentCount: undeclared.length,
    });
    if (verdict === "refuse") {
      expect(answer.result).toMatchObject({ isError: true });
      expect(second.startsWith("Not run: ")).toBe(true);
      expect(second).toContain(text);
    } else {
      expect(second).toBe("");
      if (text === null) expect(first).not.toContain("did you mean");
      else expect(first).toContain(text);
    }
  });

  it("LENS-1 keys named like prototype members are undeclared keys", async () => {
    const args: unknown = JSON.parse('{"file":"a.ts","constructor":1,"toString":2,"__proto__":{}}');
    const answer = await client.call("pilens_module_report", args as object);
    expect(answer.result?.["structuredContent"]).toEqual({
      ignoredArguments: ["constructor", "toString", "__proto__"],
      ignoredArgumentCount: 3,
    });
    expect(answer.result).toMatchObject({ isError: false });
  });

  it.each([
    ["null", null],
    ["an empty array", []],
  ])("arguments that are %s are no arguments", async (_what, args) => {
    const answer = await client.request("tools/call", { name: "pilens_module_report", arguments: args });
    expect(textOf(answer)).toContain("Not run: `file` is required.");
  });
});
