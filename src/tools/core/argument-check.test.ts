import { describe, expect, test } from "vitest";
import casesFile from "../../../test/fixtures/argument-check.json" with { type: "json" };
import schemasFile from "../../../test/fixtures/lens-schemas.json" with { type: "json" };
import { type ArgumentVerdict, checkArguments, MAX_KEY_CHARS, MAX_NAMED_KEYS, type Suggest } from "./argument-check.ts";
import type { ObjectSchema } from "./schema.ts";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";

const schemas = schemasFile as unknown as Readonly<Record<string, ObjectSchema>>;
type Args = Readonly<Record<string, unknown>>;

function check(tool: string, args: Args): ArgumentVerdict {
  const schema = schemas[tool];
  if (schema === undefined) throw new Error(`no schema for ${tool}`);
  return checkArguments(tool, schema, args);
}

function undeclaredKeys(tool: string, args: Args): string[] {
  return Object.keys(args).filter((key) => !Object.hasOwn(schemas[tool]?.properties ?? {}, key));
}

describe("LENS-1 recorded cases", () => {
  for (const { tool, arguments: args, verdict, text } of casesFile.cases) {
    test(`LENS-1 ${tool} ${JSON.stringify(args)}: ${verdict}`, () => {
      const result = check(tool, args);
      expect(result.verdict).toBe(verdict);
      if (result.verdict === "pass") throw new Error("a recorded case always has an undeclared key");
      expect(result.warning.startsWith(`Ignored unknown argument(s) for ${tool}: `)).toBe(true);
      expect(result.structuredContent.ignoredArguments).toEqual(undeclaredKeys(tool, args));
      if (result.verdict === "refuse") {
        expect(result.reason.startsWith("Not run: ")).toBe(true);
        expect(result.reason).toContain(text);
      } else if (text === null) {
        expect(result.warning).not.toContain("did you mean");
      } else {
        expect(result.warning).toContain(text);
      }
    });
  }
});

type Row = readonly [tool: string, keys: string, verdict: "pass" | "warn" | "refuse", text: string | null];
const REQUIRED_FILE = "required argument(s) `file` missing";
const table: readonly Row[] = [
  ["diagnostics", "filePath", "refuse", "mistyped `path`, which was not sent"],
  ["diagnostics", "file_path", "refuse", "mistyped `path`"],
  ["diagnostics", "Path", "refuse", "mistyped `path`"],
  ["diagnostics", "PATH", "refuse", "mistyped `path`"],
  ["diagnostics", "Paths", "refuse", "mistyped `path`,"],
  ["diagnostics", "filePath path", "warn", "`path`"],
  ["diagnostics", "filePath paths", "warn", "`path`"],
  ["diagnostics", "pth", "warn", "`path`"],
  ["diagnostics", "cwdPath", "warn", "`cwd`"],
  ["diagnostics", "files", "warn", "`maxLspFiles`"],
  ["diagnostics", "maxFiles", "warn", null],
  ["diagnostics", "minSeverity", "warn", null],
  ["diagnostics", "severityLevel", "warn", "`severity`"],
  ["diagnostics", "searchMode", "refuse", "mistyped `mode`"],
  ["diagnostics", "sourceMode", "warn", "`source`"],
  ["diagnostics", "outputMode", "warn", null],
  ["diagnostics", "maxLSPFiles", "refuse", "mistyped `maxLspFiles`"],
  ["diagnostics", "server_scope", "refuse", "mistyped `serverScope`"],
  ["diagnostics", "HTTPPath", "warn", "`path`"],
  ["diagnostics", "path2", "warn", "`paths`"],
  ["diagnostics", "zzzzzz", "warn", null],
  ["diagnostics", "limit", "warn", null],
  ["analyze", "filePath", "refuse", REQUIRED_FILE],
  ["analyze", "countFiles", "refuse", REQUIRED_FILE],
  ["analyze", "file bogus", "warn", null],
  ["analyze", "file moed", "warn", null],
  ["analyze", "file outFile", "warn", null],
  ["analyze", "file fileName", "warn", "`file`"],
  ["analyze", "file Mode", "refuse", "mistyped `mode`"],
  ["analyze", "mode", "pass", null],
  ["read_symbol", "file name", "refuse", "required argument(s) `symbol` missing"],
  ["read_symbol", "file Symbol", "refuse", "required argument(s) `symbol` missing."],
  ["read_symbol", "path symbol", "refuse", REQUIRED_FILE],
  ["read_symbol", "file symbol lang", "warn", null],
  ["read_enclosing", "file line kind", "refuse", "mistyped `kinds`"],
  ["read_enclosing", "file line max_lines", "refuse", "mistyped `maxLines`"],
  ["read_enclosing", "file line startLine", "warn", "`line`"],
  ["module_report", "file blast_radius_file", "warn", "`blastRadius`"],
  ["module_report", "file requested_blast_radius", "refuse", "mistyped `blastRadius`"],
  ["module_report", "file depth", "warn", "`blastRadiusDepth`"],
  ["module_report", "path", "refuse", REQUIRED_FILE],
  ["ast_grep_search", "lang pattern path", "refuse", "mistyped `paths`"],
  ["ast_grep_search", "lang pattern filePath", "refuse", "mistyped `paths`"],
  ["ast_grep_search", "lang pattern max_matches", "refuse", "mistyped `maxMatches`"],
  ["ast_grep_search", "lang pattern maxMatch", "warn", "`maxMatches`"],
  ["ast_grep_search", "lang pattern kind", "warn", "`hasKind`"],
  ["ast_grep_search", "language pattern", "refuse", "required argument(s) `lang` missing"],
  ["lsp_navigation", "operation filePath", "refuse", "mistyped `path`"],
  ["lsp_navigation", "operation path newPath", "warn", "`path`"],
  ["lsp_navigation", "operation path name", "warn", "`newName`"],
  ["lsp_navigation", "operation path column", "warn", null],
  ["symbol_search", "q", "refuse", "required argument(s) `query` missing"],
  ["symbol_search", "query path", "refuse", "mistyped `paths`"],
  ["project_scan", "files", "warn", "`maxFiles`"],
  ["turn_end", "file", "refuse", "mistyped `files`"],
  ["turn_end", "changedFiles", "refuse", "mistyped `files`"],
  ["health", "cwd", "warn", null],
  ["latency", "cwd", "warn", null],
  ["session_end", "cwd", "warn", null],
  ["rebuild", "cwd", "warn", null],
];

describe("LENS-1 table of examples", () => {
  for (const [short, keys, verdict, text] of table) {
    test(`LENS-1 ${short} ${keys}: ${verdict}`, () => {
      const args = Object.fromEntries(keys.split(" ").map((key) => [key, "x"]));
      const result = check(`pilens_${short}`, args);
      expect(result.verdict).toBe(verdict);
      if (result.verdict === "pass") return;
      if (result.verdict === "refuse") expect(result.reason).toContain(text);
      else if (text === null) expect(result.warning).not.toContain("did you mean");
      else expect(result.warning).toContain(`(did you mean ${text}?)`);
    });
  }

  test("LENS-1 a refusal states each reason once", () => {
    const result = check("pilens_read_symbol", { file: "a.ts", Symbol: "f", SYMBOL: "f" });
    expect(result).toMatchObject({ verdict: "refuse", reason: "Not run: required argument(s) `symbol` missing." });
  });

  test("LENS-1 all reasons of one call stand in one line", () => {
    const result = check("pilens_read_enclosing", { path: "a.ts", kind: "class", Max_Lines: 3 });
    expect(result).toMatchObject({
      verdict: "refuse",
      reason:
        "Not run: required argument(s) `file`, `line` missing; `kind` looks like a mistyped `kinds`, which was not sent; " +
        "`Max_Lines` looks like a mistyped `maxLines`, which was not sent.",
    });
  });

  test("LENS-1 a required key sent as null counts as sent", () => {
    expect(check("pilens_read_symbol", { file: "a.ts", symbol: null, lang: "ts" }).verdict).toBe("warn");
  });

  test("LENS-1 nothing undeclared: silent even when a required key is missing", () => {
    expect(check("pilens_read_symbol", {})).toEqual({ verdict: "pass" });
  });

  test("LENS-1 a schema without properties declares nothing", () => {
    const bare = { type: "object" } as unknown as ObjectSchema;
    expect(checkArguments("t", bare, { a: 1 })).toEqual({
      verdict: "warn",
      warning: "Ignored unknown argument(s) for t: `a`. They had no effect on this call.",
      structuredContent: { ignoredArguments: ["a"], ignoredArgumentCount: 1 },
    });
  });
});

describe("LENS-1 caps", () => {
  test("LENS-1 names 8 keys and counts all", () => {
    const args = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`zz${index}qq`, 1]));
    const result = check("pilens_health", args);
    if (result.verdict !== "warn") throw new Error(result.verdict);
    expect(result.structuredContent).toEqual({
      ignoredArguments: Object.keys(args).slice(0, MAX_NAMED_KEYS),
      ignoredArgumentCount: 12,
    });
    expect(result.warning).toContain("`zz7qq` and 4 more. They had no effect on this call.");
    expect(result.warning).not.toContain("zz8qq");
  });

  test("LENS-1 exactly 8 keys need no rest", () => {
    const args = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`zz${index}qq`, 1]));
    const result = check("pilens_health", args);
    expect(result.verdict === "warn" && result.warning).not.toContain("more");
  });

  test("LENS-1 cuts a key at 64 characters, in the line and in the structure", () => {
    const at = "k".repeat(MAX_KEY_CHARS);
    const result = check("pilens_health", { [at]: 1, [`${at}kk`]: 1 });
    if (result.verdict !== "warn") throw new Error(result.verdict);
    expect(result.structuredContent.ignoredArguments).toEqual([at, `${at}…`]);
    expect(result.warning).toContain(`\`${at}\`, \`${at}…\`. They`);
  });

  test("LENS-1 cuts between characters, not inside one", () => {
    const key = `${"k".repeat(MAX_KEY_CHARS - 1)}😀tail`;
    const result = check("pilens_health", { [key]: 1 });
    expect(result.verdict === "warn" && result.structuredContent.ignoredArguments).toEqual([
      `${"k".repeat(MAX_KEY_CHARS - 1)}…`,
    ]);
  });

  test("LENS-1 a key with a line break cannot break the line", () => {
    const result = check("pilens_health", { "a\nb": 1 });
    expect(result.verdict === "warn" && result.warning.split("\n")).toHaveLength(1);
    expect(result.verdict === "warn" && result.structuredContent.ignoredArguments).toEqual(["a\nb"]);
  });
});

describe("hostile amounts", () => {
  const schema = { type: "object", properties: { path: { type: "string" }, maxFiles: { type: "integer" } } } as const;

  test("a key of 8 MB is compared by its end, and does not take seconds", () => {
    const startedAt = performance.now();
    const verdict = checkArguments("t", schema, { ["aB".repeat(4_000_000)]: 1, [`${"_".repeat(5_000)}Path`]: 1 });
    expect(verdict).toMatchObject({ verdict: "refuse", structuredContent: { ignoredArgumentCount: 2 } });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  test("hints are looked for only where they are shown", () => {
    const asked: string[] = [];
    const args = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`zz${at}`, at]));
    checkArguments("t", schema, args, (key) => {
      asked.push(key);
      return undefined;
    });
    expect(asked).toHaveLength(8);
  });
});

describe("LENS-1 prototype keys", () => {
  for (const key of ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"]) {
    test(`LENS-1 ${key} is undeclared like any other`, () => {
      const args = JSON.parse(`{"${key}": 1}`) as Args;
      const result = check("pilens_diagnostics", args);
      expect(result).toMatchObject({
        verdict: "warn",
        structuredContent: { ignoredArguments: [key], ignoredArgumentCount: 1 },
      });
    });
  }

  test("LENS-1 a required key inherited from a prototype was not sent", () => {
    const args = Object.create({ file: "a.ts" }) as Record<string, unknown>;
    args.bogus = 1;
    expect(check("pilens_analyze", args).verdict).toBe("refuse");
  });
});

describe("LENS-1 properties over random calls", () => {
  const random = seededRandom(20261);
  const words = ["file", "path", "s", "max", "Line", "kind", "out", "_", "-", "CWD", "mode", "2", "é", "__proto__", ""];
  const values: readonly unknown[] = [1, "x", null, { nested: true }, ["a"]];
  const calls = Array.from({ length: 3000 }, () => {
    const tool = pick(random, Object.keys(schemas));
    const declared = Object.keys(schemas[tool]?.properties ?? {});
    const entries = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
      const isDeclared = declared.length > 0 && random() < 0.4;
      const key = isDeclared ? pick(random, declared) : pick(random, words) + pick(random, words) + pick(random, words);
      return [key, pick(random, values)] as const;
    });
    return { tool, args: Object.fromEntries(entries) };
  });

  test("LENS-1 the hint never decides whether a call runs", () => {
    const rivals: readonly Suggest[] = [() => undefined, (_key, declared) => declared[0], () => "anything"];
    for (const { tool, args } of calls) {
      const schema = schemas[tool] as ObjectSchema;
      const usual = essence(checkArguments(tool, schema, args));
      for (const suggest of rivals) expect(essence(checkArguments(tool, schema, args, suggest))).toEqual(usual);
    }
  });

  test("LENS-1 pure: same answer twice, arguments and schema untouched", () => {
    for (const { tool, args } of calls) {
      const before = JSON.stringify([args, schemas[tool]]);
      const first = check(tool, args);
      expect(check(tool, args)).toEqual(first);
      expect(JSON.stringify([args, schemas[tool]])).toBe(before);
    }
  });

  test("LENS-1 exact count, one line, a refusal only with a reason", () => {
    for (const { tool, args } of calls) {
      const result = check(tool, args);
      const undeclared = undeclaredKeys(tool, args);
      expect(result.verdict === "pass").toBe(undeclared.length === 0);
      if (result.verdict === "pass") continue;
      expect(result.structuredContent.ignoredArgumentCount).toBe(undeclared.length);
      expect(result.warning).not.toContain("\n");
      if (result.verdict === "refuse") expect(result.reason).toMatch(/^Not run: .*(missing|not sent)\.$/);
    }
  });

  test("LENS-1 values play no part", () => {
    for (const { tool, args } of calls) {
      const nulls = Object.fromEntries(Object.keys(args).map((key) => [key, null]));
      expect(check(tool, nulls)).toEqual(check(tool, args));
    }
  });
});

function essence(verdict: ArgumentVerdict): unknown {
  return {
    verdict: verdict.verdict,
    reason: verdict.verdict === "refuse" ? verdict.reason : undefined,
    content: verdict.verdict === "pass" ? undefined : verdict.structuredContent,
  };
}
