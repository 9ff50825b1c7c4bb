import { describe, expect, it } from "vitest";
import type { LanguageDefinition } from "./language-definition.ts";
import { languages } from "./languages.ts";

function language(id: string): LanguageDefinition {
  const found = languages.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no language ${id}`);
  return found;
}

describe("imports read from their text", () => {
  it.each<[string, string, string]>([
    ["rust", "use std::fmt;", "std: fmt"],
    [
      "rust",
      "use std::collections::{HashMap, hash_map::Entry as E};",
      "std::collections: HashMap; std::collections::hash_map: E",
    ],
    ["rust", "use crate::{self as root, a::{self, b::*}};", "crate: root a; crate::a::b: *"],
    ["rust", "use ::serde;", "serde: serde"],
    ["rust", "use a::T as _;", "a: "],
    ["rust", "use super::super::x::{\n    y, // why\n    z,\n};", "super::super::x: y z"],
    ["go", '"fmt"', "fmt: fmt"],
    ["go", 'x "a.org/b/c"', "a.org/b/c: x"],
    ["go", '. "math"', "math: *"],
    ["go", '_ "embed"', "embed: "],
    ["go", '"a.org/b/c/v3"', "a.org/b/c/v3: c"],
    ["java", "import a.b.C;", "a.b.C: C"],
    ["java", "import static a.b.C.*;", "a.b.C: *"],
  ])("%s %s", (id, text, expected) => {
    const parsed = language(id).parseImport?.(text) ?? [];
    expect(parsed.map(({ source, names }) => `${source}: ${names.join(" ")}`).join("; ")).toBe(expected);
  });
});

describe("imports inside the project", () => {
  it.each<[string, string, string, boolean]>([
    ["typescript", "./a.js", "/w/a.ts", true],
    ["typescript", "..", "/w/a.ts", true],
    ["typescript", "#internal/a", "/w/a.ts", true],
    ["typescript", "@scope/a", "/w/a.ts", false],
    ["python", ".a", "/w/x.py", true],
    ["python", "shop.a", "/w/shop/x.py", true],
    ["python", "logging.handlers", "/w/logging/x.py", false],
    ["python", "requests", "/w/shop/x.py", false],
    ["go", "a.org/team/shop/cart", "/w/shop/x.go", true],
    ["go", "shop/cart", "/w/shop/x.go", true],
    ["go", "net/http", "/w/net/x.go", false],
    ["rust", "crate::a", "/w/x.rs", true],
    ["rust", "crates::a", "/w/x.rs", false],
  ])("%s %s from %s", (id, source, path, expected) => {
    expect(language(id).isInternal(source, { path, packageName: undefined })).toBe(expected);
  });

  it("java: by the project of its own package", () => {
    const file = { path: "/w/A.java", packageName: "org.example.shop.cart" };
    expect(language("java").isInternal("org.example.shop.Money", file)).toBe(true);
    expect(language("java").isInternal("org.example.other.Money", file)).toBe(false);
  });
});
