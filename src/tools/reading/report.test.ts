import { describe, expect, test } from "vitest";
import { callbackFact, fileFacts, symbolFact } from "../../../test/helpers/facts.ts";
import type { ModuleUsage } from "../../index/graph/module-usage.ts";
import type { FileFacts, SymbolFact } from "../../syntax/facts.ts";
import { parseFocus, recommendReads } from "./recommended-reads.ts";
import { formatCompact } from "./report-compact.ts";
import { formatJson, formatSummary } from "./report-json.ts";
import { buildReport, type ModuleReport } from "./report.ts";

const NO_GRAPH = { blastRadius: false, callGraph: false };
const REMEDY = "no index here";
const noIndex: ModuleUsage = {
  coverage: { state: "unavailable", what: "who-uses", remedy: REMEDY },
  usage: new Map(),
  builtAt: 0,
  sweptAt: 0,
  notes: [],
};

function report(facts: FileFacts, wanted: ReadonlySet<SymbolFact> = new Set(), isBlank = false): ModuleReport {
  const source = { shown: "src/a.ts", absolute: "/w/src/a.ts", facts, isBlank, usage: noIndex };
  return buildReport(source, recommendReads(facts, parseFocus(undefined)), wanted);
}

function compact(facts: FileFacts, request = NO_GRAPH): string {
  return formatCompact(report(facts), request)
    .map(({ text }) => text)
    .join("\n");
}

interface Entry {
  readonly name: string;
  readonly flags?: readonly string[];
  readonly members?: readonly Entry[];
  readonly [key: string]: unknown;
}
function json(facts: FileFacts, request = NO_GRAPH): Record<string, unknown> & { api: Entry[]; internal: Entry[] } {
  return JSON.parse(formatJson(report(facts), request)) as ReturnType<typeof json>;
}

const sample = fileFacts({
  lineCount: 120,
  imports: [
    { source: "node:fs", line: 1, names: ["readFile"], isInternal: false },
    { source: "./hash.js", line: 2, names: ["hash"], isInternal: true },
    { source: "node:fs", line: 3, names: ["stat"], isInternal: false },
  ],
  exports: [
    { name: "Server", line: 10 },
    { name: "default", local: "Server", line: 110 },
    { name: "*", from: "./types.js", line: 111 },
    { name: "B", local: "A", from: "./b.js", line: 112 },
    { name: "version", local: "VERSION", line: 113 },
  ],
  callbackSupport: "tuned",
  callbacks: [
    callbackFact({
      handle: "setTimeout@90",
      kind: "timer_callback",
      startLine: 90,
      endLine: 92,
      flags: ["detached timer"],
    }),
  ],
  symbols: [
    symbolFact({
      name: "Server",
      kind: "class",
      startLine: 10,
      endLine: 80,
      exported: true,
      exportedAs: ["default"],
      signature: "export class Server extends Base",
      doc: "Serves files.",
      decorators: ["@injectable()"],
      members: [
        symbolFact({
          name: "listen",
          kind: "method",
          startLine: 20,
          endLine: 40,
          exported: true,
          isAsync: true,
          complexity: 8,
          signature: "async listen(port: number): Promise<void>",
          members: [symbolFact({ name: "retry", startLine: 25, endLine: 30, isLocal: true })],
        }),
        symbolFact({
          name: "close",
          kind: "method",
          startLine: 42,
          endLine: 44,
          visibility: "private",
          complexity: 7,
          signature: "private close(): void",
        }),
      ],
    }),
    symbolFact({ name: "VERSION", kind: "constant", startLine: 100, signature: 'const VERSION = "1"' }),
  ],
});

describe("LENS-7 default view", () => {
  test("does not claim flags that the language has nothing to tell by", () => {
    const provenanceOf = (fields: Partial<FileFacts>): unknown => json(fileFacts(fields))["provenance"];
    expect(provenanceOf({})).toMatchObject({ flags: "syntax (async, high complexity, boundary wrapper, middle man)" });
    expect(provenanceOf({ isForwardingUnknown: true })).toMatchObject({ flags: "syntax (async, high complexity)" });
  });

  test("is one line of JSON with every section and its provenance", () => {
    const text = formatJson(report(sample), NO_GRAPH);
    expect(text).not.toContain("\n");
    const parsed = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(parsed)).toEqual([
      "available",
      "staleness",
      "path",
      "language",
      "lineCount",
      "summary",
      "imports",
      "moreExports",
      "api",
      "internal",
      "callbacks",
      "callbackSupport",
      "recommendedReads",
      "usedBy",
      "provenance",
      "semantic",
    ]);
    expect(parsed).toMatchObject({
      path: "src/a.ts",
      language: "typescript",
      lineCount: 120,
      summary: { imports: 2, exports: 4, symbols: 4 },
      imports: { external: ["node:fs"], internal: ["./hash.js"] },
      moreExports: [
        { from: "./types.js", names: ["*"] },
        { from: "./b.js", names: ["A as B"] },
        { names: ["VERSION as version"] },
      ],
      usedBy: `unavailable: who-uses; ${REMEDY}`,
      provenance: { symbols: "syntax", callbacks: "heuristic", usedBy: "unavailable", fanout: "unavailable" },
    });
  });

  test("nests members, keeps `exported` out of the flags and gives no symbol a read block", () => {
    const { api, internal } = json(sample);
    expect(api).toEqual([
      {
        name: "Server",
        kind: "class",
        startLine: 10,
        endLine: 80,
        exported: true,
        exportedAs: ["default"],
        signature: "export class Server extends Base",
        doc: "Serves files.",
        decorators: ["@injectable()"],
        members: [
          {
            name: "listen",
            kind: "method",
            startLine: 20,
            endLine: 40,
            exported: true,
            signature: "async listen(port: number): Promise<void>",
            complexity: 8,
            flags: ["async", "high complexity"],
            locals: 1,
          },
          {
            name: "close",
            kind: "method",
            startLine: 42,
            endLine: 44,
            exported: false,
            visibility: "private",
            signature: "private close(): void",
            complexity: 7,
          },
        ],
      },
    ]);
    expect(internal.map(({ name }) => name)).toEqual(["VERSION"]);
    expect(formatJson(report(sample), NO_GRAPH)).not.toMatch(/"read":|"usedBy":\[/);
  });

  test("says of requested graph sections what is missing, never that they are empty", () => {
    expect(json(sample, { blastRadius: true, callGraph: true })).toMatchObject({
      blastRadius: `unavailable: who-uses; ${REMEDY}`,
      callGraph: `unavailable: who-uses; ${REMEDY}`,
      provenance: { blastRadius: "unavailable", callGraph: "unavailable" },
    });
    expect(json(sample)).not.toHaveProperty("blastRadius");
  });

  test("does not say that a language without callback rules has no callbacks", () => {
    expect(json(fileFacts())["callbacks"]).toMatch(/^unavailable: callbacks; no callback rules for typescript /);
    expect(json(fileFacts({ callbackSupport: "generic" }))["callbacks"]).toEqual([]);
  });

  test("lists properties of objects only when there is room", () => {
    const callbacks = Array.from({ length: 40 }, (_, index) =>
      callbackFact({
        handle: `c@${index}`,
        kind: index % 2 === 0 ? "object_property_callback" : "event_handler",
        startLine: index,
      }),
    );
    const { callbacks: listed } = report(fileFacts({ callbackSupport: "tuned", callbacks }));
    expect(listed).toHaveLength(25);
    expect(listed.filter(({ kind }) => kind === "event_handler")).toHaveLength(20);
    expect(listed.map(({ startLine }) => startLine)).toEqual(
      listed.map(({ startLine }) => startLine).toSorted((a, b) => a - b),
    );
  });

  test("lists 25 callbacks and warns about the rest", () => {
    const callbacks = Array.from({ length: 26 }, (_, index) => callbackFact({ handle: `on@${index}` }));
    const parsed = json(fileFacts({ callbackSupport: "tuned", callbacks, warnings: ["depth capped"] }));
    expect(parsed["callbacks"]).toHaveLength(25);
    expect(parsed["warnings"]).toEqual([
      "depth capped",
      "callbacks: 25 of 26 are listed, properties of objects last; read_enclosing finds the others by line",
    ]);
  });
});

describe("LENS-7 summary view", () => {
  test("has top-level entries with a member count, and recommendations", () => {
    const parsed = JSON.parse(formatSummary(report(sample))) as Record<string, unknown>;
    expect(parsed).toMatchObject({
      view: "summary",
      api: [{ name: "Server", doc: "Serves files.", memberCount: 2 }],
      recommendedReads: [{ symbol: "Server.listen" }, { symbol: "Server.close" }, { symbol: "setTimeout@90" }],
    });
    expect(parsed).not.toHaveProperty("callbacks");
    expect(parsed).not.toHaveProperty("usedBy");
    expect(JSON.stringify(parsed)).not.toContain('"signature"');
  });

  test.each([
    ["a class with members", sample],
    ["flat functions", fileFacts({ symbols: [symbolFact({ name: "f" }), symbolFact({ name: "g" })] })],
    ["nothing", fileFacts({ lineCount: 0 })],
  ])("is smaller than the default view: %s", (_what, facts) => {
    expect(formatSummary(report(facts)).length).toBeLessThan(formatJson(report(facts), NO_GRAPH).length * 0.7);
  });
});

describe("LENS-7 compact view", () => {
  test("is lines: header, padded ranges, short kinds, flags, indented members, doc", () => {
    expect(compact(sample)).toBe(
      [
        "src/a.ts typescript 120L - 4 symbols, 4 exported | imports: node:fs, ./hash.js",
        "API:",
        "  10-80 class Server extends Base [as default] @injectable() - Serves files.",
        "  20-40   method listen(port: number): Promise<void> [async, high complexity 8, 1 local]",
        "  42-44   method close(): void [private]",
        "EXPORTS:",
        "  * from ./types.js",
        "  A as B from ./b.js",
        "  VERSION as version",
        "INTERNAL:",
        '  100 const VERSION = "1"',
        "USED BY:",
        `unavailable: who-uses; ${REMEDY}`,
        "CALLBACKS:",
        "  90-92 setTimeout@90 timer_callback [detached timer]",
        "RECOMMENDED:",
        "  20-40 Server.listen - high complexity 8, exported",
        "  42-44 Server.close - complexity 7",
        "  90-92 setTimeout@90 - detached timer",
      ].join("\n"),
    );
  });

  test.each([
    ["n", "const n = 1", "n = 1"],
    ["save", "const { save, load = 2 } = useStore()", "save in { save, load = 2 } = useStore()"],
    ["load", "export const { save = 1, load } = useStore()", "load in { save = 1, load } = useStore()"],
    ["set", "let [value, set] = useState(0)", "set in [value, set] = useState(0)"],
  ])("of %s in %s shows the name first", (name, signature, expected) => {
    const facts = fileFacts({ symbols: [symbolFact({ name, signature, kind: "constant" })] });
    expect(compact(facts)).toContain(`  1 const ${expected}\n`);
  });

  test("names six imports and counts the rest", () => {
    const imports = "abcdefgh".split("").map((source) => ({ source, line: 1, names: [], isInternal: false }));
    expect(compact(fileFacts({ imports }))).toContain("| imports: a, b, c, d, e, f, +2\n");
  });

  test("has a section per requested graph part", () => {
    expect(compact(sample, { blastRadius: true, callGraph: true })).toContain(
      `BLAST RADIUS:\nunavailable: who-uses; ${REMEDY}\n`,
    );
    expect(compact(fileFacts())).toContain("CALLBACKS:\nunavailable: callbacks; ");
  });
});

describe("a file without declarations", () => {
  test.each([
    [{ lineCount: 0 }, true, "the file is empty"],
    [{ lineCount: 3 }, true, "the file holds blank lines only"],
    [{ lineCount: 3 }, false, "the file declares, imports and exports nothing: comments or plain statements only"],
  ])("%o says so", (fields, isBlank, note) => {
    const facts = fileFacts({ ...fields, callbackSupport: "tuned" });
    expect(report(facts, new Set(), isBlank).emptiness).toBe(note);
    expect(formatCompact(report(facts, new Set(), isBlank), NO_GRAPH)[0]?.text).toContain(note);
    expect(JSON.parse(formatJson(report(facts, new Set(), isBlank), NO_GRAPH))).toHaveProperty("note", note);
  });

  test("says nothing of the kind when it did not parse", () => {
    expect(report(fileFacts({ syntaxErrors: [{ line: 1 }] })).emptiness).toBeUndefined();
  });
});

describe("a report that is too large", () => {
  const symbols = Array.from({ length: 6000 }, (_, index) =>
    symbolFact({
      name: `function${index}`,
      startLine: index * 16 + 1,
      endLine: index * 16 + 15,
      exported: index % 10 === 0,
      signature: `export function function${index}(first: string, second: number): Promise<ReadonlyMap<string, number>>`,
      doc: "Says in one sentence what it is for and what it gives back.",
      members: index % 100 === 1 ? [symbolFact({ name: `member${index}`, kind: "method" })] : [],
    }),
  );
  const facts = fileFacts({ lineCount: 100_000, symbols });

  test.each(["json", "summary", "compact"] as const)("%s stays under the gate and counts what it left out", (view) => {
    const built = report(facts, new Set(symbols.filter(({ name }) => name === "function5999")));
    const text = {
      json: () => formatJson(built, NO_GRAPH),
      summary: () => formatSummary(built),
      compact: () =>
        formatCompact(built, NO_GRAPH)
          .map((section) => section.text)
          .join("\n"),
    }[view]();
    expect(Buffer.byteLength(text)).toBeLessThan(40_000);
    expect(text).toContain("function5999");
    expect(text).toContain("read_symbol reads any of them by name");
    if (view === "compact") return;
    const parsed = JSON.parse(text) as { api: unknown[]; internal: unknown[]; omitted: Record<string, number> };
    expect(parsed.api.length + (parsed.omitted["api"] ?? 0)).toBe(600);
    expect(parsed.internal.length + (parsed.omitted["internal"] ?? 0)).toBe(5400);
  });

  test("is formatted in a few milliseconds", () => {
    formatJson(report(facts), NO_GRAPH);
    const startedAt = performance.now();
    formatJson(report(facts), NO_GRAPH);
    formatCompact(report(facts), NO_GRAPH);
    expect(performance.now() - startedAt).toBeLessThan(80);
  });
});
