import { afterAll, expect, test } from "vitest";
import { createChildProcesses } from "../../../process/children.ts";
import { findEngine } from "../ast-grep/binary.ts";
import { Engine } from "../ast-grep/engine.ts";
import { readYaml, type YamlValue } from "./yaml-value.ts";

const children = createChildProcesses();
afterAll(() => children.dispose());

async function read(text: string): Promise<unknown> {
  const engine = new Engine(children, findEngine() ?? "");
  const signal = AbortSignal.timeout(15_000);
  const documents = await readYaml(text, async (yaml) => engine.printTree("yaml", yaml, { form: "ast", signal }));
  return documents?.map(toObject);
}

function toObject(value: YamlValue): unknown {
  switch (value.kind) {
    case "scalar":
      return value.text;
    case "list":
      return value.items.map(toObject);
    case "map":
      return Object.fromEntries(value.entries.map(({ key, value: inner }) => [key, toObject(inner)]));
  }
}

test.each<[string, string, unknown]>([
  ["blocks", "a:\n  b: 1\n  c:\n    - x\n    - d: y\n", [{ a: { b: "1", c: ["x", { d: "y" }] } }]],
  ["flows", '{a: [1, {"b": c}], d}', [{ a: ["1", { b: "c" }], d: "" }]],
  ["JSON", '{"a":{"b":"x\\ny","c":[]}}', [{ a: { b: "x\ny", c: [] } }]],
  ["quotes", "'a': 'it''s'\n\"b\": \"$A é\"", [{ a: "it's", b: "$A é" }]],
  ["text with a colon", "pattern: foo($A, {b})\nc: 'x: y'", [{ pattern: "foo($A, {b})", c: "x: y" }]],
  ["a block of text", "a: |\n  id: no\nb: 1", [{ a: "|\n  id: no", b: "1" }]],
  ["several documents", "---\na: 1\n---\n# nothing\n---\nb: é\n...\n", [{ a: "1" }, { b: "é" }]],
  ["what an alias stands for is left out", "a: &x {b: 1}\nc: *x\n<<: *x", [{ a: { b: "1" }, c: "", "<<": "" }]],
  ["keys without values", "a:\nb: 1", [{ a: "", b: "1" }]],
  ["long keys", "? a\n: b", [{ a: "b" }]],
  ["a pair in a list", "a: [b: 1]", [{ a: [{ b: "1" }] }]],
  ["nothing", "# a comment\n", []],
  ["one text", "foo", ["foo"]],
  ["what is no YAML", "a: [", undefined],
])("%s", async (_what, text, expected) => {
  expect(await read(text)).toEqual(expected);
});
