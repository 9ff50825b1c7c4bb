import { describe, expect, test } from "vitest";
import { isReticleError } from "../base/errors.ts";
import { pick, seededRandom } from "../../test/helpers/seeded-random.ts";
import { isFileUri, pathToUri, uriToPath } from "./uri.ts";

describe("file URI to path", () => {
  test.each([
    ["posix", "file:///project/src/a.ts", "/project/src/a.ts"],
    ["posix", "file:///a%20b/(c)/%C3%A9.ts", "/a b/(c)/é.ts"],
    ["posix", "file:///a b/é.ts", "/a b/é.ts"],
    ["posix", "file://localhost/project", "/project"],
    ["posix", "FILE:///project", "/project"],
    ["posix", "file:///p%23q/%3Fr/%25s", "/p#q/?r/%s"],
    ["posix", "file:///with%3Acolon/c%3A/x", "/with:colon/c:/x"],
    ["win32", "file:///c:/project/a.ts", "C:\\project\\a.ts"],
    ["win32", "file:///C%3A/project/a.ts", "C:\\project\\a.ts"],
    ["win32", "file:///c%3a/Program%20Files%20(x86)/%C3%BC.ts", "C:\\Program Files (x86)\\ü.ts"],
    ["win32", "file://server/share/a.ts", "\\\\server\\share\\a.ts"],
  ] as const)("%s: %s", (flavor, uri, path) => {
    expect(uriToPath(uri, flavor)).toBe(path);
  });

  test.each([
    ["posix", "http://project/a.ts"],
    ["posix", "/project/a.ts"],
    ["posix", "file://elsewhere/share/a.ts"],
    ["posix", "file:///a%2Fb"],
    ["posix", "file:///%zz"],
    ["win32", "file:///no-drive/a.ts"],
  ] as const)("%s: %s is refused and quoted", (flavor, uri) => {
    let error: unknown;
    try {
      uriToPath(uri, flavor);
    } catch (caught) {
      error = caught;
    }
    expect(isReticleError(error) && error.kind).toBe("invalid_input");
    expect(isReticleError(error) && error.message).toContain(JSON.stringify(uri));
    expect(isReticleError(error) && error.hint).toContain("file:///");
  });
});

describe("path to file URI", () => {
  test.each([
    ["posix", "/project/src/a.ts", "file:///project/src/a.ts"],
    ["posix", "/a b/#1/100%/ü?.ts", "file:///a%20b/%231/100%25/%C3%BC%3F.ts"],
    ["win32", "c:\\project\\a b.ts", "file:///C:/project/a%20b.ts"],
    ["win32", "\\\\server\\share\\a.ts", "file://server/share/a.ts"],
  ] as const)("%s: %s", (flavor, path, uri) => {
    expect(pathToUri(path, flavor)).toBe(uri);
  });
});

test("only file URIs are taken for one", () => {
  expect(isFileUri("file:///a")).toBe(true);
  expect(isFileUri("File:///a")).toBe(true);
  expect(isFileUri("src/file:a.ts")).toBe(false);
});

describe.each(["posix", "win32"] as const)("property: %s", (flavor) => {
  const pieces = [
    "a",
    "B",
    " ",
    "(",
    ")",
    "%",
    "#",
    "?",
    "é",
    "漢",
    "🙂",
    "e\u0301",
    "+",
    "&",
    "=",
    "@",
    "'",
    "[",
    "]",
    "~",
    "^",
    ";",
    ".",
  ];
  const onlyPosix = [":", "\\", '"', "<", "|", "\n", "\t"];

  test("a path comes back from its URI", () => {
    const random = seededRandom(21);
    const from = flavor === "posix" ? [...pieces, ...onlyPosix] : pieces;
    for (let round = 0; round < 3_000; round += 1) {
      const names = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
        const name = Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(random, from)).join("");
        // "." and ".." are not names, and Windows drops dots and spaces at the end of one.
        return `${name}x`;
      });
      const path = flavor === "posix" ? `/${names.join("/")}` : `${pick(random, ["C", "Z"])}:\\${names.join("\\")}`;
      const uri = pathToUri(path, flavor);
      expect(uriToPath(uri, flavor), uri).toBe(path);
      expect(uri).toMatch(/^file:\/\/\/[\u0021-\u007e]*$/);
    }
  });
});
