/** Reads what universal-ctags and `ast-grep outline` say about files. */
import { execFileSync } from "node:child_process";
import { findEngine } from "../../src/syntax/structural/ast-grep/binary.ts";
import type { Comparison } from "./comparisons.ts";
import type { Definition, Place } from "./definitions.ts";

const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;
const TIMEOUT_MS = 300_000;
/** What ctags calls a thing without a name. */
const ANONYMOUS = /^(?:__anon|anonymous|Anonymous(?:Class|Function)|<)/;

/** By file, as given. */
export type Definitions = ReadonlyMap<string, readonly Definition[]>;

export function oracleVersion(oracle: Comparison["oracle"]): string {
  const command = oracle === "ctags" ? "ctags" : engine();
  const line = run(command, ["--version"], "", process.cwd()).split("\n", 1)[0] ?? "";
  return /^[\w -]+?\d+(?:\.\d+)+/.exec(line)?.[0] ?? line;
}

/** `files` are relative to `root`. */
export function oracleDefinitions(comparison: Comparison, root: string, files: readonly string[]): Definitions {
  if (files.length === 0) return new Map();
  return comparison.oracle === "ctags" ? ctags(comparison, root, files) : outline(comparison, root, files);
}

function run(command: string, args: readonly string[], input: string, cwd: string): string {
  return execFileSync(command, args, {
    cwd,
    input,
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: TIMEOUT_MS,
    stdio: ["pipe", "pipe", "ignore"],
  });
}

function engine(): string {
  const binary = findEngine();
  if (binary === undefined) throw new Error("the ast-grep binary is not installed: npm ci");
  return binary;
}

interface Tag {
  readonly path: string;
  readonly name: string;
  readonly line: number;
  readonly kind: string;
  readonly scope?: string;
  readonly scopeKind?: string;
  readonly end?: number;
}

function ctags(comparison: Comparison, root: string, files: readonly string[]): Definitions {
  const args = [
    "--options=NONE",
    "--output-format=json",
    "--fields=NFnKsZe",
    "--extras=-{pseudo}{guest}{subparser}",
    `--language-force=${comparison.oracleLanguage}`,
    "-L",
    "-",
    "-f",
    "-",
  ];
  const tags = run("ctags", args, files.join("\n"), root)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Tag);
  const byFile = new Map<string, Tag[]>(files.map((file) => [file, []]));
  for (const tag of tags) byFile.get(tag.path)?.push(tag);
  return new Map([...byFile].map(([file, all]) => [file, definitionsOf(all, comparison)]));
}

function definitionsOf(all: readonly Tag[], { kinds, holders, scopeSeparator = /::|\./ }: Comparison): Definition[] {
  const lastPart = (scope: string): string => scope.split(scopeSeparator).at(-1) ?? scope;
  const scopeKinds = new Set(all.map(({ scopeKind }) => scopeKind));
  const opaque = all.filter(({ kind }) => scopeKinds.has(kind) && !holders.includes(kind));
  return all.flatMap((tag) => {
    const families = Object.hasOwn(kinds, tag.kind) ? kinds[tag.kind] : undefined;
    if (families === undefined || ANONYMOUS.test(tag.name)) return [];
    const { name, line, kind, end: endLine } = tag;
    const place: Place = isInside(tag, opaque, lastPart) ? "member" : "top";
    return [
      { name, families, firstLine: line, lastLine: line, kind, place, ...(endLine !== undefined && { endLine }) },
    ];
  });
}

/** Lines decide where ctags tells ends: what is defined outside of its type has the type for a scope too. */
function isInside(tag: Tag, opaque: readonly Tag[], lastPart: (scope: string) => string): boolean {
  const { scope, scopeKind, line } = tag;
  const owner = scope === undefined ? undefined : lastPart(scope);
  return opaque.some((other) => {
    if (other === tag) return false;
    const isOwner = other.kind === scopeKind && other.name === owner;
    if (other.end === undefined) return isOwner && other.line <= line;
    return other.end >= line && (other.line < line || (other.line === line && isOwner));
  });
}

interface Item {
  readonly name: string;
  readonly role: string;
  readonly symbolType: string;
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly members?: readonly Item[];
}

function outline(comparison: Comparison, root: string, files: readonly string[]): Definitions {
  const { oracleLanguage } = comparison;
  const args = ["outline", "--items=structure", "--json=compact", `--lang=${oracleLanguage}`, "."];
  const found = JSON.parse(run(engine(), args, "", root)) as { readonly path: string; readonly items: Item[] }[];
  const byFile = new Map(found.map(({ path, items }) => [path.replace(/^\.\//, ""), items]));
  return new Map(
    files.map((file) => [file, (byFile.get(file) ?? []).flatMap((item) => flatten(item, "top", comparison))]),
  );
}

function flatten(item: Item, place: Place, comparison: Comparison): Definition[] {
  const { kinds, holders } = comparison;
  const families = Object.hasOwn(kinds, item.symbolType) ? kinds[item.symbolType] : undefined;
  const inside = holders.includes(item.symbolType) ? place : "member";
  const inner = (item.members ?? []).flatMap((member) => flatten(member, inside, comparison));
  // A re-export has the name of its module, in quotes.
  if (families === undefined || /^["']/.test(item.name)) return inner;
  const firstLine = item.range.start.line + 1;
  const endLine = item.range.end.line + 1;
  return [
    { name: item.name, families, firstLine, lastLine: firstLine, kind: item.symbolType, place, endLine },
    ...inner,
  ];
}
