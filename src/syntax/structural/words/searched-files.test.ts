import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { SearchedFiles } from "./searched-files.ts";

const tree = { language: "go", root: resolve("/repository") };
const files = ["a.go", "lib/b.go", "lib/deep/c.go", "library/d.go"];

test("those below the searched folders, but those that are named themselves", () => {
  const searched = new SearchedFiles();
  searched.remember(tree, files);
  expect(searched.below(tree, ["."])).toEqual(files);
  expect(searched.below(tree, ["lib"])).toEqual(["lib/b.go", "lib/deep/c.go"]);
  expect(searched.below(tree, ["./lib/deep/", "library"])).toEqual(["lib/deep/c.go", "library/d.go"]);
  expect(searched.below(tree, [tree.root, "a.go"])).toEqual(files.slice(1));
  expect(searched.below(tree, [join(tree.root, "lib"), "lib/b.go"])).toEqual(["lib/deep/c.go"]);
  expect(searched.below(tree, ["..", "/elsewhere", "none"])).toEqual([]);
});

test("of each language and root its own, the latest ones", () => {
  const searched = new SearchedFiles();
  searched.expect(tree, files);
  expect(searched.below({ ...tree, language: "rust" }, ["."])).toEqual([]);
  expect(searched.below({ ...tree, root: join(tree.root, "lib") }, ["."])).toEqual([]);
  searched.remember(tree, ["a.go", "../outside.go", "/elsewhere/e.go"]);
  searched.expect(tree, files);
  expect(searched.below(tree, ["."])).toEqual(["a.go"]);
});

test("bounded: the oldest trees are forgotten", () => {
  const searched = new SearchedFiles();
  searched.remember(tree, files);
  const many = Array.from({ length: 59_999 }, (_, index) => `${index}.rs`);
  searched.remember({ ...tree, language: "rust" }, many);
  expect(searched.below(tree, ["."])).toEqual([]);
  expect(searched.below({ ...tree, language: "rust" }, ["."])).toHaveLength(59_999);
});
