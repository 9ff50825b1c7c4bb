import { expect, test } from "vitest";
import { normalise, parseScenario, renderScenario } from "./scenario-file.ts";

const source = `# What it shows.
fixture: languages
dialect: mcp

> {"tool":"a","arguments":{"x":1}}
first line

> quoted, not a call
usage tokens=<n>

> {"tool":"b"}
[error]
failed
`;

test("a scenario file is read into calls and written back the same", () => {
  const scenario = parseScenario(source);
  expect(scenario).toMatchObject({ fixture: "languages", dialect: "mcp", surface: "main" });
  expect(scenario.calls.map((call) => [call.tool, call.arguments])).toEqual([
    ["a", { x: 1 }],
    ["b", undefined],
  ]);
  const results = [
    { text: "first line\n\n> quoted, not a call\nusage tokens=<n>", isError: false },
    { text: "failed", isError: true },
  ];
  expect(renderScenario(scenario, results)).toBe(source);
  expect(renderScenario(scenario, [{ text: "other", isError: false }])).not.toBe(source);
});

test.each([
  ["fixture: x\n", "a scenario needs a call"],
  ['> {"tool":"a"}\n', "a scenario needs a header `fixture: <folder>`"],
  ['fixture: x\nnonsense\n> {"tool":"a"}\n', 'not a header: "nonsense"'],
  ['fixture: x\ndialect: latin\n> {"tool":"a"}\n', '"latin" is none of own, mcp, pi'],
  ['fixture: x\n> {"arguments":{}}\n', 'a call needs "tool"'],
])("a file that is none is refused: %j", (text, message) => {
  expect(() => parseScenario(text)).toThrow(message);
});

test("what differs from run to run is replaced", () => {
  const text = "/tmp/w/a.ts and /tmp/other after 30 ms\n\nusage tokens=12 elapsed-ms=3 bytes=48 truncated=false";
  const rest = "\n\nusage tokens=<n> elapsed-ms=<n> bytes=<n> truncated=false";
  expect(normalise(text, "/tmp/w", "exact")).toBe(`<workspace>/a.ts and <above>/other after 30 ms${rest}`);
  expect(normalise(text, "/tmp/w", "measured")).toBe(`<workspace>/a.ts and <above>/other after <n> ms${rest}`);
});
