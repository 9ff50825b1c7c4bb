/**
 * A scenario file: header lines `key: value`, remarks on lines that begin with `#`, then calls. A
 * call is one line `> {"tool": …, "arguments": …}`; what follows, up to the next call, is the text
 * that comes out, after a line `[error]` when the result is one.
 *
 * | header  | meaning | default |
 * | ------- | ------- | ------- |
 * | fixture | folder under test/fixtures/workspaces that is the workspace of all calls | required |
 * | dialect | own, mcp or pi | own |
 * | surface | main, plan, read-only or mcp | main |
 * | engine | shared by all scenarios, or fresh for this one | shared |
 * | index | none, or built: whole before the first call, and compared with the disk at each | none |
 * | numbers | exact, or measured: figures with a unit come out as `<n>` | exact |
 */
export interface Scenario {
  readonly head: readonly string[];
  readonly fixture: string;
  readonly dialect: "own" | "mcp" | "pi";
  readonly surface: "main" | "plan" | "read-only" | "mcp";
  readonly engine: "shared" | "fresh";
  readonly index: "none" | "built";
  readonly numbers: "exact" | "measured";
  readonly calls: readonly ScenarioCall[];
}
export interface ScenarioCall {
  /** The line as written, without the leading `> `. */
  readonly line: string;
  readonly tool: string;
  readonly arguments: unknown;
}
export interface ScenarioResult {
  readonly text: string;
  readonly isError: boolean;
}

const CALL = /^> (?=\{)/;

export function parseScenario(source: string): Scenario {
  const lines = source.split("\n");
  const firstCall = lines.findIndex((line) => CALL.test(line));
  if (firstCall === -1) throw new Error('a scenario needs a call: > {"tool": …, "arguments": …}');
  const head = lines.slice(0, firstCall);
  while (head.at(-1) === "") head.pop();
  const headers = new Map(head.filter((line) => line !== "" && !line.startsWith("#")).map((line) => headerOf(line)));
  const fixture = headers.get("fixture");
  if (fixture === undefined) throw new Error("a scenario needs a header `fixture: <folder>`");
  return {
    head,
    fixture,
    dialect: oneOf(headers.get("dialect") ?? "own", ["own", "mcp", "pi"]),
    surface: oneOf(headers.get("surface") ?? "main", ["main", "plan", "read-only", "mcp"]),
    engine: oneOf(headers.get("engine") ?? "shared", ["shared", "fresh"]),
    index: oneOf(headers.get("index") ?? "none", ["none", "built"]),
    numbers: oneOf(headers.get("numbers") ?? "exact", ["exact", "measured"]),
    calls: lines.filter((line) => CALL.test(line)).map((line) => callOf(line.replace(CALL, ""))),
  };
}

/** The whole file as it should be: equal to the source when every text came out as written. */
export function renderScenario({ head, calls }: Scenario, results: readonly ScenarioResult[]): string {
  const parts = calls.map(({ line }, index) => {
    const { text, isError } = results[index] ?? { text: "", isError: false };
    return `> ${line}\n${isError ? "[error]\n" : ""}${text}\n`;
  });
  return [`${head.join("\n")}\n`, ...parts].join("\n");
}

/** Replaces what differs from run to run and from machine to machine. */
export function normalise(text: string, workspace: string, numbers: Scenario["numbers"]): string {
  const fixed = text
    .replaceAll(workspace, "<workspace>")
    .replaceAll(workspace.slice(0, workspace.lastIndexOf("/")), "<above>")
    .replace(/usage tokens=\d+ elapsed-ms=\d+ bytes=\d+ /, "usage tokens=<n> elapsed-ms=<n> bytes=<n> ")
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"')
    .replace(/undo_(?=\w*\d)\w{9,}/g, "undo_<id>")
    .replace(/\S*tool-result-[\w-]+\.log/g, "<log>");
  if (numbers === "exact") return fixed;
  return fixed
    .replace(/(reticle +)\d+\.\d+\.\d+\S*/, "$1<n>")
    .replace(/v\d+\.\d+\.\d+ on \S+, pid \d+/, "v<n> on <platform>, pid <n>")
    .replace(/(event loop delay +).*/, "$1<n>")
    .replace(MEASURED, "<n> $1");
}

const MEASURED = /\b\d+(?:\.\d+)? (ms|s|KiB|MiB)\b/g;

function headerOf(line: string): [string, string] {
  const at = line.indexOf(": ");
  if (at === -1) throw new Error(`not a header: "${line}" (remarks begin with #)`);
  return [line.slice(0, at), line.slice(at + 2)];
}

function oneOf<const T extends string>(value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`"${value}" is none of ${allowed.join(", ")}`);
  return found;
}

function callOf(line: string): ScenarioCall {
  const { tool, arguments: args } = JSON.parse(line) as { tool?: unknown; arguments?: unknown };
  if (typeof tool !== "string") throw new Error(`a call needs "tool": ${line}`);
  return { line, tool, arguments: args };
}
