import { describe, expect, it } from "vitest";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { splitIdentifier } from "./split-identifier.ts";

describe("splitIdentifier", () => {
  it.each([
    ["resolve", ["resolve"]],
    ["resolveServerOptions", ["resolveserveroptions", "resolve", "server", "options"]],
    ["ResolveServerOptions", ["resolveserveroptions", "resolve", "server", "options"]],
    ["resolve_server_options", ["resolveserveroptions", "resolve", "server", "options"]],
    ["RESOLVE_SERVER", ["resolveserver", "resolve", "server"]],
    ["resolve-server", ["resolve", "server"]],
    ["res.format", ["res", "format"]],
    ["_printComments", ["printcomments", "print", "comments"]],
    ["__init__", ["init"]],
    ["parseHTMLDocument", ["parsehtmldocument", "parse", "html", "document"]],
    ["rewriteURLs", ["rewriteurls", "rewrite", "urls"]],
    ["URLsOf", ["urlsof", "urls", "of"]],
    ["isUtf8Valid", ["isutf8valid", "is", "utf8", "utf", "valid"]],
    ["ES2015Module", ["es2015module", "es2015", "es", "2015", "module"]],
    ["sha256sum", ["sha256sum", "sha256", "sha", "256", "sum"]],
    ["v2", ["v2"]],
    ["x", ["x"]],
    ["A", ["a"]],
    ["$scope", ["scope"]],
    ["größeÄndern", ["größeändern", "größe", "ändern"]],
    ["名前", ["名前"]],
    ["get名前", ["get名前", "get", "名前"]],
    ["How to build: the docs", ["how", "to", "build", "the", "docs"]],
    ["", []],
    ["___", []],
    ["$$", []],
    ["a".repeat(81), []],
    [`A${"a".repeat(81)} ok`, ["ok"]],
  ])("%s", (text, words) => {
    expect(splitIdentifier(text)).toEqual(words);
  });

  it("splits ASCII as it splits every script", () => {
    const random = seededRandom(5);
    for (let round = 0; round < 5_000; round++) {
      const name = Array.from({ length: 1 + Math.floor(random() * 14) }, () =>
        pick(random, "a b s A B S 1 2 _ . -".split(" ")),
      ).join("");
      expect(splitIdentifier(name), name).toEqual(splitIdentifier(`${name} €`));
    }
  });

  it("gives lower-case, distinct words of letters and digits for any text", () => {
    const random = seededRandom(11);
    const alphabet = "a Z 9 _ - . $ ß İ Σ 名 é 😀 \u0301 \n".split(" ").concat(" ");
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: Math.floor(random() * 24) }, () => pick(random, alphabet)).join("");
      const words = splitIdentifier(text);
      expect(new Set(words).size).toBe(words.length);
      for (const word of words) expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
      expect(splitIdentifier(words.join(" "))).toEqual(expect.arrayContaining(words));
    }
  });
});
