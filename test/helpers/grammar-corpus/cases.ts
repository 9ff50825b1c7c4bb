import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { LanguageDefinition } from "../../../src/syntax/language-definition.ts";
import { languageOfText, languages } from "../../../src/syntax/languages.ts";

/** One text in one language. */
export interface CorpusCase {
  /** "tree-sitter-go/test/corpus/types.txt: Slice types". */
  readonly name: string;
  /** Where it stands, from the name of the collected folder on. */
  readonly file: string;
  readonly language: LanguageDefinition;
  readonly text: string;
}

export interface Corpus {
  readonly cases: readonly CorpusCase[];
  /** Corpus files in languages that have no grammar here. */
  readonly unknown: readonly string[];
}

/** A test of tree-sitter's corpus format: between its header and the divider before its tree. */
export interface CorpusText {
  readonly title: string;
  /** What `:language(…)` in its header says. */
  readonly languageName: string | undefined;
  readonly source: string;
}

const SKIPPED_FOLDERS = /(?:^|\/)(?:\.git|node_modules|bindings)(?:\/|$)/;
const CORPUS_FILE = /(?:^|\/)corpus\/(?:.*\/)?[^/]+\.txt$/;
const EXAMPLE_FILE = /(?:^|\/)(?:examples|tests?)\//;
/** What grammars call the languages that have another id here. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  "c-sharp": "csharp",
  c_sharp: "csharp",
  interface: "ocaml_interface",
  "markdown-inline": "markdown",
  php_only: "php",
};

/** Every corpus test and example file in a clone of a grammar's repository, or in a folder of such clones. */
export function collectCases(folder: string): Corpus {
  const cases: CorpusCase[] = [];
  const unknown: string[] = [];
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const file = `${basename(folder)}/${path.replaceAll("\\", "/")}`;
    if (SKIPPED_FOLDERS.test(file)) continue;
    if (CORPUS_FILE.test(file)) {
      const found = casesOfCorpusFile(file, readFileSync(join(folder, path), "utf8"));
      if (found.length === 0) unknown.push(file);
      cases.push(...found);
    } else if (EXAMPLE_FILE.test(file) && /\.\w+$/.test(file)) {
      const text = readIfFile(join(folder, path));
      const language = text === undefined ? undefined : languageOfText(file, text);
      if (text !== undefined && language !== undefined) cases.push({ name: file, file, language, text });
    }
  }
  return { cases, unknown };
}

function readIfFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // A folder whose name looks like a file's, or a link to nothing.
    return undefined;
  }
}

function casesOfCorpusFile(file: string, content: string): CorpusCase[] {
  const folders = file.split("/").slice(0, -1).reverse();
  return readCorpusText(content).flatMap(({ title, languageName, source }) => {
    const names = languageName === undefined ? folders : [languageName];
    const [language] = names.flatMap((name) => languageNamed(name) ?? []);
    return language === undefined ? [] : [{ name: `${file}: ${title}`, file, language, text: source }];
  });
}

/** By what a grammar or its folder is called: "tree-sitter-c-sharp", "tsx", "ml". */
function languageNamed(written: string): LanguageDefinition | undefined {
  const name = written.toLowerCase().replace(/^tree-sitter-/, "");
  const id = OTHER_NAMES[name] ?? name;
  return (
    languages.find((language) => language.id === id) ??
    languages.find(({ extensions }) => extensions.includes(`.${id}`))
  );
}

/**
 * Reads tree-sitter's corpus format. Rules of "=" may carry a suffix, which all rules and dividers of
 * the file then carry; the divider is the longest line of dashes of a test.
 */
export function readCorpusText(content: string): CorpusText[] {
  const lines = content.split(/(?<=\n)/);
  const suffix = suffixOf(lines.find((line) => suffixOf(line, "=") !== undefined) ?? "", "=");
  const isRule = (index: number): boolean => suffixOf(lines[index] ?? "", "=") === suffix && suffix !== undefined;
  const headers: { readonly start: number; readonly end: number }[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    if (!isRule(start) || isRule(start + 1)) continue;
    let end = start + 1;
    while (end < lines.length && lines[end]?.trim() !== "" && !isRule(end)) end += 1;
    if (!isRule(end)) continue;
    headers.push({ start, end });
    start = end;
  }
  return headers.map(({ start, end }, index) => {
    const words = lines.slice(start + 1, end).map((line) => line.trim());
    const body = lines.slice(end + 1, headers[index + 1]?.start);
    return {
      title: words.filter((line) => !line.startsWith(":")).join(" "),
      languageName: /^:language\((.+)\)$/m.exec(words.join("\n"))?.[1],
      source: body
        .slice(0, dividerOf(body, suffix))
        .join("")
        .replace(/\r?\n$/, ""),
    };
  });
}

/** What stands behind three or more of the character on a line of such a rule. */
function suffixOf(line: string, character: string): string | undefined {
  const text = line.trimEnd();
  const rest = text.replace(new RegExp(`^${character}{3,}`), "");
  return rest === text ? undefined : rest;
}

function dividerOf(body: readonly string[], suffix: string | undefined): number {
  let divider = body.length;
  let longest = 0;
  for (const [index, line] of body.entries()) {
    if (suffixOf(line, "-") !== suffix || line.trimEnd().length < longest) continue;
    divider = index;
    longest = line.trimEnd().length;
  }
  return divider;
}
