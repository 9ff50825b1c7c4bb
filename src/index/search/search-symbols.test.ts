import { describe, expect, it, onTestFinished, test } from "vitest";
import { indexOfRows, type RowsOfFile } from "../../../test/helpers/index-rows.ts";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import type { DatabaseReader } from "../store/database-reader.ts";
import { parseQuery } from "./parse-query.ts";
import { createRowFilter, type RowFilterOptions } from "./row-filter.ts";
import { searchSymbols } from "./search-symbols.ts";

type Rows = Readonly<Record<string, RowsOfFile>>;

function databaseOf(rows: Rows): DatabaseReader {
  const { connection, view } = indexOfRows(rows);
  onTestFinished(() => connection.close());
  return view.database;
}

/** "path:line name" of each hit, a path alone for a file. */
function search(database: DatabaseReader, text: string, options: RowFilterOptions = {}): string[] {
  const query = parseQuery(text);
  return searchSymbols(database, query, createRowFilter(query, options)).hits.map((hit) =>
    hit.kind === "file" ? hit.row.path : `${hit.row.path}:${hit.row.name_line} ${hit.row.full_name}`,
  );
}

const functions = (...names: string[]): RowsOfFile => ({ symbols: names.map((name) => ({ name })) });

describe("what is found first", () => {
  const cases: readonly { name: string; query: string; rows: Rows; first: string }[] = [
    {
      name: "the name with all words",
      query: "resolve server options",
      rows: { "a.ts": functions("resolveOptions", "serverOptions", "resolveServerOptions", "resolveServerUrls") },
      first: "a.ts:3 resolveServerOptions",
    },
    {
      name: "the exact name before longer ones",
      query: "createServer",
      rows: { "a.ts": functions("createServerHotChannel", "createServer", "recreateServerNow") },
      first: "a.ts:2 createServer",
    },
    {
      name: "snake case as camel case",
      query: "resolveServerOptions",
      rows: { "a.py": functions("resolve_server", "resolve_server_options") },
      first: "a.py:2 resolve_server_options",
    },
    {
      name: "a source before a test and a fixture",
      query: "parse config",
      rows: {
        "test/a.ts": { ...functions("parseConfig"), role: "test" },
        "fixtures/a.ts": { ...functions("parseConfig"), role: "secondary" },
        "z/a.ts": functions("parseConfig"),
      },
      first: "z/a.ts:1 parseConfig",
    },
    {
      name: "a function before a variable",
      query: "cache key",
      rows: {
        "a.ts": { symbols: [{ name: "cacheKey", kind: "variable" }] },
        "b.ts": { symbols: [{ name: "cacheKey", kind: "function" }] },
      },
      first: "b.ts:1 cacheKey",
    },
    {
      name: "what many files import",
      query: "hash text",
      rows: {
        "a.ts": functions("hashText"),
        "b.ts": functions("hashText"),
        ...Object.fromEntries(
          Array.from({ length: 9 }, (_, index) => [`c${index}.ts`, { imports: [{ source: "./b", target: "b.ts" }] }]),
        ),
      },
      first: "b.ts:1 hashText",
    },
    {
      name: "another form of the word",
      query: "merging configs",
      rows: { "a.ts": functions("configure", "mergeConfig", "emerge") },
      first: "a.ts:2 mergeConfig",
    },
    {
      name: "an abbreviation",
      query: "dependency cache directory",
      rows: { "a.ts": functions("getCacheSize", "getDepsCacheDir", "directoryOf") },
      first: "a.ts:2 getDepsCacheDir",
    },
    {
      name: "two words that the query writes as one",
      query: "websocket server",
      rows: { "a.ts": functions("serverOf", "createWebSocketServer", "webServer") },
      first: "a.ts:2 createWebSocketServer",
    },
    {
      name: "one word that the query writes as two",
      query: "web socket",
      rows: { "a.ts": functions("webpage", "websocket", "socketWeb2") },
      first: "a.ts:2 websocket",
    },
    {
      name: "the member of the owner that is named",
      query: "session store open",
      rows: {
        "a.ts": {
          symbols: [
            { name: "FileStore", kind: "class" },
            { name: "FileStore.open", kind: "method" },
            { name: "SessionStore", kind: "class" },
            { name: "SessionStore.open", kind: "method" },
          ],
        },
      },
      first: "a.ts:4 SessionStore.open",
    },
    {
      name: "the file whose path has the other words",
      query: "preset env normalize options",
      rows: {
        "packages/core/src/options.ts": functions("normalizeOptions"),
        "packages/preset-env/src/options.ts": functions("normalizeOptions"),
      },
      first: "packages/preset-env/src/options.ts:1 normalizeOptions",
    },
    {
      name: "what its documentation says",
      query: "flash message",
      rows: {
        "a.ts": {
          symbols: [
            { name: "flash", about: "Shows a message once." },
            { name: "message" },
            { name: "flashLight", about: "On or off." },
          ],
        },
      },
      first: "a.ts:1 flash",
    },
  ];
  test.each(cases)("$name", ({ query, rows, first }) => {
    expect(search(databaseOf(rows), query)[0]).toBe(first);
  });

  it("names of object members are words like any other", () => {
    const rows = { "a.ts": { symbols: [{ name: "constructor", kind: "constructor" }, { name: "toString" }] } };
    expect(search(databaseOf(rows), "constructor")).toEqual(["a.ts:1 constructor"]);
    expect(search(databaseOf(rows), "to string")[0]).toBe("a.ts:2 toString");
  });
});

describe("what is left out", () => {
  it("hits that have much less of the query than the best", () => {
    const rows = { "a.ts": functions("resolveServerOptions", "options", "server") };
    expect(search(databaseOf(rows), "resolve server options")).toEqual(["a.ts:1 resolveServerOptions"]);
  });

  it("declarations of one name beside the one with the body", () => {
    const symbols = [
      { name: "load", line: 1 },
      { name: "load", line: 2 },
      { name: "load", line: 3, endLine: 20 },
    ];
    expect(search(databaseOf({ "a.ts": { symbols } }), "load")).toEqual(["a.ts:3 load"]);
  });

  it("local symbols while others match", () => {
    const symbols = [{ name: "run" }, { name: "run.retryDelay", local: true }, { name: "retryDelayMs" }];
    const database = databaseOf({ "a.ts": { symbols } });
    expect(search(database, "retry delay")).toEqual(["a.ts:3 retryDelayMs"]);
    const locals = databaseOf({ "a.ts": { symbols: symbols.slice(0, 2) } });
    expect(search(locals, "retry delay")).toEqual(["a.ts:2 run.retryDelay"]);
  });

  it("files while symbols say enough", () => {
    const rows: Rows = { "a.ts": functions("sendMail"), "b.md": { words: "send mail by hand", role: "document" } };
    expect(search(databaseOf(rows), "send mail")).toEqual(["a.ts:1 sendMail"]);
    expect(search(databaseOf({ ...rows, "a.ts": functions("other") }), "send mail")).toEqual(["b.md"]);
  });
});

describe("filters", () => {
  const rows: Rows = {
    "src/app.ts": functions("openStore"),
    "src/view.tsx": { ...functions("openStore"), language: "tsx" },
    "lib/app.py": { ...functions("openStore"), language: "python" },
    "lib/old/app.py": { ...functions("openStore", "openStoreAgain"), language: "python" },
  };
  const pathsOf = (text: string, options?: RowFilterOptions): string[] => {
    return search(databaseOf(rows), text, options)
      .map((hit) => hit.replace(/:.*/, ""))
      .sort();
  };
  test.each<[string, string[]]>([
    ["open store lang:python", ["lib/app.py", "lib/old/app.py", "lib/old/app.py"]],
    ["open store lang:ts", ["src/app.ts", "src/view.tsx"]],
    ["open store -lang:py", ["src/app.ts", "src/view.tsx"]],
    ["open store lang:tsx lang:py -again", ["lib/app.py", "lib/old/app.py", "src/view.tsx"]],
    ["open store file:OLD", ["lib/old/app.py", "lib/old/app.py"]],
    ["open store -file:old ext:py", ["lib/app.py"]],
    ["open store ext:tsx ext:ts file:view", ["src/view.tsx"]],
    ["open store -old -view", ["lib/app.py", "src/app.ts"]],
    ["open store lang:rust", []],
  ])("%s", (text, paths) => {
    expect(pathsOf(text)).toEqual(paths);
  });

  it("what the caller narrows it to holds as well", () => {
    expect(pathsOf("open store", { languages: ["python"], isInScope: (path) => !path.includes("old") })).toEqual([
      "lib/app.py",
    ]);
  });

  it("LENS-10 filters do not change scores", () => {
    const random = seededRandom(3);
    const words = ["load", "Save", "Cache", "Store", "File", "Key", "Server"];
    const files = Array.from({ length: 60 }, (_, index): [string, RowsOfFile] => [
      `${pick(random, ["src", "lib", "test"])}/f${index}.ts`,
      {
        language: pick(random, ["typescript", "python"]),
        symbols: Array.from({ length: 8 }, () => ({
          name: pick(random, words) + pick(random, words) + pick(random, words),
          kind: pick(random, ["function", "property", "class"]),
        })),
        imports: [{ source: "./x", target: "src/hub.ts" }],
      },
    ]);
    const database = databaseOf({ "src/hub.ts": functions("loadCache"), ...Object.fromEntries(files) });
    for (const text of ["load cache", "store", "save file key", "server"]) {
      const scores = (query: string): Map<number, number> => {
        const parsed = parseQuery(query);
        const { hits } = searchSymbols(database, parsed, createRowFilter(parsed));
        return new Map(hits.flatMap((hit) => (hit.kind === "symbol" ? [[hit.row.id, hit.score]] : [])));
      };
      const all = scores(text);
      const some = [...scores(`${text} lang:python file:src`)].filter(([id]) => all.has(id));
      expect(some.length).toBeGreaterThan(0);
      for (const [id, score] of some) expect(score).toBe(all.get(id));
    }
  });
});

describe("words that very many symbols have", () => {
  const many = (stem: string): RowsOfFile => ({
    symbols: Array.from({ length: 5_500 }, (_, index) => ({ name: `${stem}${index}`, line: index + 1 })),
  });
  it("are found alone and together, and where filters hide the rest the answer is cut", () => {
    const database = databaseOf({ "a.ts": many("loadNode"), "b.ts": many("saveTree"), "c.ts": functions("saveNode") });
    expect(search(database, "load tree").length).toBeGreaterThan(50);
    expect(search(database, "save node")[0]).toBe("c.ts:1 saveNode");
    const isCut = (text: string): boolean => {
      const query = parseQuery(text);
      return searchSymbols(database, query, createRowFilter(query)).isCut;
    };
    expect(["save", "save file:c", "frobnicate file:c", "node 17 file:c"].map(isCut)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});

describe("many of one kind", () => {
  it("a word that thousands have does not hide the rare one", () => {
    const many = Array.from({ length: 6_000 }, (_, index) => ({ name: `parseNode${index}`, line: index + 1 }));
    const database = databaseOf({ "a.ts": { symbols: many }, "b.ts": functions("parseQuux") });
    expect(search(database, "parse quux")[0]).toBe("b.ts:1 parseQuux");
    expect(search(database, "parse").length).toBeGreaterThan(100);
    expect(search(database, "parse node 17")[0]).toBe("a.ts:18 parseNode17");
    expect(search(database, "node parse").length).toBeGreaterThan(100);
  });
});
