import { describe, expect, it, test } from "vitest";
import { isReticleError } from "../../base/errors.ts";
import { languageIds, parseQuery } from "./parse-query.ts";

function telling(text: string): string[] {
  return parseQuery(text)
    .words.filter(({ isStopWord }) => !isStopWord)
    .map(({ text: word }) => word);
}

describe("words", () => {
  it.each([
    ["resolve server options", ["resolve", "server", "options"]],
    ["resolveServerOptions", ["resolve", "server", "options"]],
    ["where is the websocket server created", ["websocket", "server", "created"]],
    ["Flask.make_response", ["flask", "make", "response"]],
    ["std::fs::read_dir()", ["std", "fs", "read", "dir"]],
    ["the", ["the"]],
    ["how to", ["how", "to"]],
    ["retry retry RETRY", ["retry"]],
    ["foo:bar baz:", ["foo", "bar", "baz"]],
    ["lang: x", ["lang", "x"]],
    ['"css url" rewrite', ["css", "url", "rewrite"]],
    ["--port", ["port"]],
  ])("%s", (text, words) => {
    expect(telling(text)).toEqual(words);
  });

  it("keeps identifiers of several parts whole, without underscores", () => {
    expect(parseQuery("Flask.make_response url").identifiers).toEqual(["makeresponse"]);
  });

  it("takes the first words of a very long query and says so", () => {
    const query = parseQuery(
      Array.from(
        { length: 2_000 },
        (_, index) => `w${index.toString(2).replaceAll("0", "o").replaceAll("1", "i")}`,
      ).join(" "),
    );
    expect(query.words.length).toBe(16);
    expect(query.notes).toEqual(["Of the 2000 words of `query` the first 16 count."]);
  });
});

describe("filters", () => {
  it("reads each key, quotes and negation", () => {
    const { filters, excluded } = parseQuery(
      'router lang:ts -lang:python file:"my dir/a" -file:Test ext:.VUE -fixture',
    );
    expect(filters).toEqual([
      { key: "lang", values: ["typescript", "tsx"], isExcluding: false },
      { key: "lang", values: ["python"], isExcluding: true },
      { key: "file", values: ["my dir/a"], isExcluding: false },
      { key: "file", values: ["test"], isExcluding: true },
      { key: "ext", values: ["vue"], isExcluding: false },
    ]);
    expect(excluded).toEqual(["fixture"]);
    expect(telling("router lang:ts")).toEqual(["router"]);
  });

  test.each([
    ["typescript", ["typescript", "tsx"]],
    ["tsx", ["tsx"]],
    ["py", ["python"]],
    ["Golang", ["go"]],
    ["c++", ["cpp"]],
    ["RS", ["rust"]],
  ])("lang:%s", (name, ids) => {
    expect(languageIds(name, "query")).toEqual(ids);
  });
});

describe("refusals", () => {
  it.each([
    ["x lang:cobol", /"lang:cobol" in `query` is no language that is indexed/, /one of typescript, tsx, .*go/],
    ["lang:go", /`query` "lang:go" has no word to look for/, /add a word to the filters/],
    ["-test", /`query` "-test" has no word to look for/, /add a word to the filters/],
    ["", /`query` "" has no word to look for/, /give words of a name/],
    [" \n ", /has no word to look for/, /give words of a name/],
    ["???", /`query` "\?\?\?" has no word/, /give words of a name/],
    ["-".repeat(10_000), /`query` "-{80}…" has no word/, /give words of a name/],
  ])("%s", (text, message, hint) => {
    expect.assertions(3);
    try {
      parseQuery(text);
    } catch (error) {
      expect(isReticleError(error) && error.kind).toBe("invalid_input");
      expect((error as Error).message).toMatch(message);
      expect(isReticleError(error) && error.hint).toMatch(hint);
    }
  });
});
