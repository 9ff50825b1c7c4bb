import { expect, test } from "vitest";
import { parseTree, PointMap } from "./syntax-tree.ts";

const printed = `Debug CST:
program (0,0)-(1,3)
  command (0,0)-(0,5)
    name: command_name (0,0)-(0,5)
  
 (0,5)-(1,0)
  MISSING ; (1,3)-(1,3)

Error: something
  else (0,0)-(0,0)
`;

test("reads kinds, fields, missing nodes and a token that is a line break", () => {
  const nodes = parseTree(printed);
  expect(nodes.map(({ kind, field, isMissing, depth }) => ({ kind, field, isMissing, depth }))).toEqual([
    { kind: "program", field: undefined, isMissing: false, depth: 0 },
    { kind: "command", field: undefined, isMissing: false, depth: 1 },
    { kind: "command_name", field: "name", isMissing: false, depth: 2 },
    { kind: "\n", field: undefined, isMissing: false, depth: 1 },
    { kind: ";", field: undefined, isMissing: true, depth: 1 },
  ]);
  expect(nodes[0]?.children.length).toBe(3);
  expect(nodes[2]?.parent).toBe(nodes[1]);
});

test("nothing to read is no tree", () => {
  expect(parseTree("Error: x")).toEqual([]);
  expect(parseTree("")).toEqual([]);
});

test("points are bytes", () => {
  const points = new PointMap('"😀";\nx');
  expect(points.slice({ start: points.offset({ row: 0, column: 1 }), end: points.offset({ row: 0, column: 5 }) })).toBe(
    "😀",
  );
  expect(points.offset({ row: 1, column: 0 })).toBe(8);
  expect(points.offset({ row: 9, column: 9 })).toBe(9);
});
