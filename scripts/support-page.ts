/** docs/support.md: what each language can do, from its definition and from the fixtures that prove it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type NodePattern, type Pattern, parsePatterns } from "../src/syntax/extract/pattern.ts";
import { noFunctionLiterals } from "../src/syntax/callbacks/callback-rules.ts";
import type { LanguageDefinition } from "../src/syntax/language-definition.ts";
import { languageOfText, languages } from "../src/syntax/languages.ts";
import { serverRows } from "../src/lsp/servers.ts";
import { structuralLanguages } from "../src/syntax/structural/languages/languages.ts";
import { NOT_VERIFIED, verifiedOperations } from "./servers-page.ts";

const NONE = "–";
const UNPROVEN = "unproven";

/** Ids of the languages that a test proves, by what it proves. */
interface Proofs {
  readonly outline: ReadonlySet<string>;
  readonly imports: ReadonlySet<string>;
  readonly callbacks: ReadonlySet<string>;
  readonly structural: ReadonlySet<string>;
}

function filesUnder(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}

/** The first line of an .outline file names its language; its imports stand in lines of their own. */
function readProofs(top: string): Proofs {
  const outlines = filesUnder(join(top, "test/fixtures/outline")).filter(({ name }) => name.endsWith(".outline"));
  const idOf = ({ text }: { text: string }): string => text.slice(0, text.indexOf(","));
  const callbacks = filesUnder(join(top, "test/fixtures/callbacks"))
    .filter(({ name }) => !name.endsWith(".callbacks"))
    .flatMap(({ name, text }) => languageOfText(name, text)?.id ?? []);
  const cases = readFileSync(join(top, "src/syntax/structural/ladder/ladder.test.ts"), "utf8");
  return {
    outline: new Set(outlines.map(idOf)),
    imports: new Set(outlines.filter(({ text }) => /^import /m.test(text)).map(idOf)),
    callbacks: new Set(callbacks),
    structural: new Set([...cases.matchAll(/^ {4}language: "(\w+)",$/gm)].map(([, id]) => id ?? "")),
  };
}

function patternsOf(top: string, { queries }: LanguageDefinition): Pattern[] {
  return queries.flatMap((name) => parsePatterns(readFileSync(join(top, `src/syntax/queries/${name}.scm`), "utf8")));
}

function hasCapture({ captures, children }: NodePattern, prefix: string): boolean {
  return (
    captures.some((name) => name.startsWith(prefix)) ||
    children.some(({ alternatives }) => alternatives.some((inner) => hasCapture(inner, prefix)))
  );
}

function titleOf(id: string): string {
  return languages.find((language) => language.id === id)?.title ?? id;
}

function callbacksCell({ id, callbacks }: LanguageDefinition, parts: readonly string[], proofs: Proofs): string {
  if (callbacks === noFunctionLiterals) return "no function literals";
  if (callbacks === undefined) {
    const hasSome = languages.some((other) => parts.includes(other.id) && other.callbacks !== undefined);
    return hasSome && proofs.callbacks.has(id) ? "of its parts" : NONE;
  }
  return proofs.callbacks.has(id) ? callbacks.support : `${callbacks.support}, ${UNPROVEN}`;
}

function structuralCell(id: string, proofs: Proofs): string {
  if (!structuralLanguages.some((language) => language.id === id)) return NONE;
  return proofs.structural.has(id) ? "yes" : UNPROVEN;
}

function languageRow(top: string, language: LanguageDefinition, proofs: Proofs): string[] {
  const { id, title, extensions } = language;
  const patterns = patternsOf(top, language);
  const parts = new Set(patterns.flatMap(({ properties }) => properties["language"] ?? []));
  const inner = languages.filter((other) => parts.has(other.id)).map((other) => other.title);
  const hasImports = patterns.some(({ root }) => hasCapture(root, "import"));
  return [
    title,
    extensions.map((extension) => `\`${extension}\``).join(" "),
    proofs.outline.has(id) ? "yes" : UNPROVEN,
    hasImports ? (proofs.imports.has(id) ? "yes" : UNPROVEN) : NONE,
    callbacksCell(language, [...parts], proofs),
    structuralCell(id, proofs),
    inner.join(", "),
    serversCell(extensions),
  ];
}

/** Main servers of the files, and whether a test has driven the real one. */
function serversCell(extensions: readonly string[]): string {
  const rows = serverRows.filter(
    ({ role = "primary", isOptIn, languageIds }) =>
      role === "primary" && isOptIn !== true && extensions.some((extension) => Object.hasOwn(languageIds, extension)),
  );
  const verified = rows.filter(({ id }) => verifiedOperations(id) !== undefined).map(({ id }) => `\`${id}\``);
  const others = rows.filter(({ id }) => verifiedOperations(id) === undefined).map(({ id }) => `\`${id}\``);
  if (rows.length === 0) return NONE;
  return [...verified, ...(others.length === 0 ? [] : [`${NOT_VERIFIED}: ${others.join(", ")}`])].join(", ");
}

export function supportPage(top: string, generated: string): string {
  const proofs = readProofs(top);
  const rows = languages.map((language) => languageRow(top, language, proofs));
  for (const { id, extensions } of structuralLanguages) {
    if (languages.some((language) => language.id === id)) continue;
    const files = extensions.map((extension) => `\`${extension}\``).join(" ");
    rows.push([titleOf(id), files, NONE, NONE, NONE, structuralCell(id, proofs), "", serversCell(extensions)]);
  }
  return [
    "# Languages",
    "",
    generated,
    "",
    "What `module_report`, `read_symbol`, `read_enclosing`, `ast_grep_outline` (outline, imports, callbacks) and",
    `\`ast_grep_search\`, \`ast_grep\` (structural search) know of each language. "yes", "tuned" and "generic" are proven`,
    `by a fixture with its expected answer; "${UNPROVEN}" is there without one. A part of a file that is in another`,
    "language has what that language has. Language servers (see [servers](servers.md)) are those that can answer `lsp`",
    `in such files; "${NOT_VERIFIED}": no test could run the real one. What the`,
    "markup of Vue and Svelte files uses is part of who uses what (see [index](index.md)).",
    "",
    "| language | files | outline | imports | callbacks | structural search | parts in | language servers |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
    "",
  ].join("\n");
}
