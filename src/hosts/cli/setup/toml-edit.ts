import { ReticleError } from "../../../base/errors.ts";

/** A table of a TOML text: from its header to the next one, comments above that one left to it. */
interface Table {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const HEADER = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/;
const ASSIGNMENT =
  /^\s*((?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*'))*)\s*=\s*(\S.*)$/;
const TRIVIA = /^\s*(?:#.*)?$/;

/**
 * Sets keys of a table, which is added at the end when there is none; keys that it has besides stay. Throws
 * `invalid_input` for a text that is no TOML, and where the table is written in a way that cannot be extended.
 */
export function setTomlTable(
  text: string,
  name: string,
  values: Readonly<Record<string, string | readonly string[]>>,
): string {
  const tables = tablesOf(text, name);
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${render(value)}`);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const table = tables.find((one) => one.name === name);
  if (table === undefined) {
    const gap = text === "" ? "" : text.endsWith("\n") ? eol : eol + eol;
    return `${text}${gap}[${name}]${eol}${lines.join(eol)}${eol}`;
  }
  let body = text.slice(table.start, table.end);
  for (const [index, key] of Object.keys(values).entries()) body = setKey(body, key, { line: lines[index] ?? "", eol });
  return text.slice(0, table.start) + body + text.slice(table.end);
}

/** Removes a table and the tables inside it. Throws as `setTomlTable`. */
export function removeTomlTable(text: string, name: string): string {
  const ranges: { start: number; end: number }[] = [];
  for (const { name: other, start, end } of tablesOf(text, name)) {
    if (other !== name && !other.startsWith(`${name}.`)) continue;
    const last = ranges.at(-1);
    if (last?.end === start) last.end = end;
    else ranges.push({ start, end });
  }
  let left = text;
  for (const { start, end } of ranges.toReversed()) {
    const before = left.slice(0, start).replace(/(\r?\n)(?:\r?\n)+$/, "$1");
    const after = left.slice(end);
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    left = before + (before === "" || after === "" ? "" : eol) + after;
  }
  return left;
}

/** The strings of a key in a table; undefined: it has none, or something else. */
export function tomlStrings(text: string, name: string, key: string): readonly string[] | undefined {
  const table = tablesOf(text, name).find((one) => one.name === name);
  const found = table === undefined ? undefined : assignments(text.slice(table.start, table.end)).get(key);
  if (found === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(
      found.value.replace(/'([^']*)'/g, (_whole, inner: string) => JSON.stringify(inner)),
    );
    return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined;
  } catch {
    return undefined;
  }
}

function setKey(body: string, key: string, { line, eol }: { readonly line: string; readonly eol: string }): string {
  const found = assignments(body).get(key);
  if (found !== undefined) return body.slice(0, found.start) + line + body.slice(found.end);
  const headerEnd = body.indexOf("\n") === -1 ? body.length : body.indexOf("\n") + 1;
  const header = body.slice(0, headerEnd);
  return `${header.endsWith("\n") ? header : header + eol}${line}${eol}${body.slice(headerEnd)}`;
}

/** Top-level tables in their order; `wanted` must not be written in another way than by its own header. */
function tablesOf(text: string, wanted: string): readonly Table[] {
  const starts: { name: string; start: number }[] = [];
  let current = "";
  for (const statement of statementsOf(text)) {
    const name = HEADER.exec(statement.text)?.[1];
    if (name !== undefined) {
      current = name.replace(/\s*\.\s*/g, ".").replace(/["']/g, "");
      starts.push({ name: current, start: statement.start });
    } else refuseOtherSpelling(statement.text, { current, wanted });
  }
  return starts.map(({ name, start }, index) => ({
    name,
    start,
    end: startOfComments(text, starts[index + 1]?.start, start),
  }));
}

/** What stands right above a header belongs to it. */
function startOfComments(text: string, header: number | undefined, from: number): number {
  if (header === undefined) return text.length;
  let at = header;
  for (;;) {
    const line = text.lastIndexOf("\n", at - 2) + 1;
    if (line <= from || !/^\s*#/.test(text.slice(line, at))) return at;
    at = line;
  }
}

/** `mcp_servers = {…}` and `mcp_servers.reticle.command = …` say the same as a header. */
function refuseOtherSpelling(
  statement: string,
  { current, wanted }: { readonly current: string; readonly wanted: string },
): void {
  const key =
    ASSIGNMENT.exec(statement)?.[1]
      ?.replace(/\s*\.\s*/g, ".")
      .replace(/["']/g, "") ?? "";
  const path = current === "" ? key : `${current}.${key}`;
  const parent = wanted.slice(0, wanted.lastIndexOf("."));
  const isOther =
    current !== wanted &&
    !current.startsWith(`${wanted}.`) &&
    (path === parent || path === wanted || path.startsWith(`${wanted}.`));
  if (!isOther) return;
  throw new ReticleError("invalid_input", `writes \`${path}\` without a table header, which cannot be extended`, {
    hint: `write it as [${wanted}] and run the command again`,
  });
}

function assignments(
  body: string,
): ReadonlyMap<string, { readonly start: number; readonly end: number; readonly value: string }> {
  const found = new Map<string, { start: number; end: number; value: string }>();
  for (const { text, start } of statementsOf(body)) {
    const [, key, value] = ASSIGNMENT.exec(text.replaceAll(/\r?\n/g, " ")) ?? [];
    if (key === undefined || value === undefined || HEADER.test(text)) continue;
    found.set(key, { start, end: start + text.trimEnd().length, value });
  }
  return found;
}

interface Statement {
  readonly text: string;
  readonly start: number;
}

/** Headers and assignments, each with all of its lines. Throws `invalid_input` for a line that is neither. */
function statementsOf(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  for (let at = 0; at < text.length;) {
    const end = endOfStatement(text, at);
    const statement = text.slice(at, end).replace(/\r$/, "");
    if (!TRIVIA.test(statement)) {
      const line = text.slice(0, at).split("\n").length;
      const joined = statement.replaceAll(/\r?\n/g, " ");
      if (!HEADER.test(statement) && !ASSIGNMENT.test(joined)) {
        throw new ReticleError("invalid_input", `is not valid TOML: line ${line} is no table and no \`key = value\``);
      }
      statements.push({ text: statement, start: at });
    }
    at = end + 1;
  }
  return statements;
}

const QUOTES = ['"""', "'''", '"', "'"] as const;

/** The end of the line on which everything that was opened is closed. */
function endOfStatement(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (char === "\n" && depth === 0) return at;
    if (char === "#") at = endOfLine(text, at) - 1;
    else if (char === "[" || char === "{") depth += 1;
    else if (char === "]" || char === "}") depth -= 1;
    else if (char === '"' || char === "'") at = endOfString(text, at);
  }
  if (depth > 0) throw unclosed(text, start, "a bracket");
  return text.length;
}

/** The offset of a string's last quote. */
function endOfString(text: string, start: number): number {
  const quote = QUOTES.find((one) => text.startsWith(one, start)) ?? '"';
  for (let at = start + quote.length; at < text.length; at += 1) {
    if (text[at] === "\\" && quote.startsWith('"')) at += 1;
    else if (text.startsWith(quote, at)) return at + quote.length - 1;
    else if (text[at] === "\n" && quote.length === 1) break;
  }
  throw unclosed(text, start, "a string");
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function unclosed(text: string, at: number, what: string): ReticleError {
  const line = text.slice(0, at).split("\n").length;
  return new ReticleError("invalid_input", `is not valid TOML: line ${line} opens ${what} that is not closed`);
}

/** TOML's basic strings are JSON's. */
function render(value: string | readonly string[]): string {
  return typeof value === "string" ? JSON.stringify(value) : `[${value.map((one) => JSON.stringify(one)).join(", ")}]`;
}
