import { rustReferences } from "../references/languages/rust.ts";
import type { LanguageDefinition, ParsedImport } from "../language-definition.ts";

const isPublic = (modifiers: readonly string[]): boolean =>
  modifiers.some((modifier) => modifier.startsWith("pub") && !/^pub\s*\(\s*(?:in\s+)?self\s*\)$/.test(modifier));

export const rust: LanguageDefinition = {
  id: "rust",
  title: "Rust",
  extensions: [".rs"],
  grammar: { package: "tree-sitter-rust", file: "tree-sitter-rust.wasm" },
  queries: ["rust", "callbacks-rust"],
  callbacks: {
    support: "tuned",
    calls: [
      { name: /(?:^|_)spawn(?:_\w+)?$/, kind: "task", flags: ["spawned"] },
      { name: /^(?:on|once|on_\w+|subscribe|connect\w*|add_listener)$/, kind: "event_handler", flags: ["lifecycle"] },
    ],
    flags: [
      { pattern: /^async\b/, flag: "async" },
      { pattern: /^(?:(?:async|static)\s+)*move\b/, flag: "move", isSignal: true },
      { pattern: /(?<![.\w])(ctx)\b/, flag: "captures context", isCapture: true, isSignal: true },
    ],
  },
  references: rustReferences,
  comments: { docPrefixes: ["///", "/**"] },
  isExported: ({ kind, modifiers, decorators }, owner) => {
    if (kind === "macro") return decorators.some((decorator) => decorator.includes("macro_export"));
    if (owner === undefined) return isPublic(modifiers);
    if (!owner.exported) return false;
    const isOfTrait = owner.kind === "impl" && owner.modifiers.includes("for");
    const followsOwner = isOfTrait || owner.kind === "enum" || owner.kind === "enum member" || owner.kind === "trait";
    return followsOwner || isPublic(modifiers);
  },
  visibilityOf: () => undefined,
  isInternal: (source) => /^(?:crate|self|super)(?:::|$)/.test(source),
  dependsOnPath: false,
  parseImport: parseUse,
  sample: `//! Sample.
use std::{collections::HashMap, fmt::{self, Display as D}};
/// Doc.
#[derive(Debug, Clone)]
pub struct S<'a, T: D + 'a = u8> where T: Send { pub x: &'a [T], y: Option<Box<dyn Fn(i32) -> Result<(), E>>> }
pub(crate) enum E { A, B(u8, String), C { z: f64 } }
pub trait Tr { type Item; const N: usize = 1; fn m(&self) -> Self::Item; }
impl<'a, T> Tr for S<'a, T> where T: D { type Item = T; fn m(&self) -> T { unimplemented!("{}", self.x[0]) } }
impl S<'_, u8> {
    pub async fn go(&mut self, (a, b): (u32, &str)) -> Result<u8, E> {
        let Some(v) = self.y.as_ref() else { return Err(E::A) };
        for i in 0..=10 { if i % 2 == 0 && b != "x" { continue; } else if let Some(q) = v(i as i32).ok() { drop(q); } }
        while a > 1 { loop { break 'l; } }
        match self.x { [] => Ok(1), [f, ..] if *f > 0x1f => Ok(*f), _ => Err(E::C { z: 1.0e3 }) }?;
        let f = move |n: u8| -> u8 { n << 2 | !b'x' };
        unsafe { ptr(&raw const a) }.await; Ok(f(vec![1u8; 3][0]))
    }
}
macro_rules! mm { ($a:expr, $($b:tt)*) => { $a + mm!($($b)*) }; }
pub mod inner { pub const K: &[&str] = &["a", r#"b"#]; static mut Z: i8 = -1; }
`,
};

/** `use a::{b, c::{self, d as e}, f::*}`, with or without `pub`, as one entry for each path before a name. */
function parseUse(text: string): ParsedImport[] {
  const body = /^(pub\b(?:\s*\([^)]*\))?\s*)?use\s+([\s\S]*?);?$/.exec(
    text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ""),
  );
  if (body === null) return [];
  const bySource = new Map<string, string[]>();
  const add = (source: string, name: string): void => {
    const names = bySource.get(source) ?? [];
    bySource.set(source, names);
    if (name !== "") names.push(name);
  };
  const prefixes: string[] = [""];
  // Pieces between the punctuation of the tree: "a::" opens with "{", "b" and "c as d" end at "," or "}".
  for (const [, piece = "", end = ""] of `${body[2]},`.matchAll(/([^{},]*)([{},])/g)) {
    const prefix = prefixes.at(-1) as string;
    const path = piece.replace(/\s+/g, " ").trim();
    if (end === "{") {
      prefixes.push(prefix + path);
      continue;
    }
    if (path !== "") addLeaf(prefix, path, add);
    if (end === "}" && prefixes.length > 1) prefixes.pop();
  }
  return [...bySource].map(([source, names]) => ({ source, names, isReexport: body[1] !== undefined }));
}

function addLeaf(prefix: string, path: string, add: (source: string, name: string) => void): void {
  const [target = "", alias] = path.split(/ as /);
  const whole = (prefix + target).replace(/\s+/g, "").replace(/^::/, "");
  const cut = whole.lastIndexOf("::");
  const last = cut < 0 ? whole : whole.slice(cut + 2);
  const before = cut < 0 ? whole : whole.slice(0, cut);
  if (last === "self")
    add(before.includes("::") ? before.slice(0, before.lastIndexOf("::")) : before, alias ?? lastSegment(before));
  else add(before, alias === "_" ? "" : (alias ?? last));
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("::") + 1).replace(/^:+/, "");
}
