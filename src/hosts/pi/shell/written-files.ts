import type { ShellCommand } from "./shell-commands.ts";

/** How a program's words name the files that it writes; options are gone from `operands`. */
type Writes = (operands: readonly string[], options: readonly string[]) => readonly string[];

const all: Writes = (operands) => operands;
const last: Writes = (operands) => operands.slice(-1);
const hasOption = (options: readonly string[], pattern: RegExp): boolean => options.some((one) => pattern.test(one));

/** Programs that write files which their words name. Others are found by what they leave on the disk. */
const WRITERS: Readonly<Record<string, Writes>> = {
  tee: all,
  touch: all,
  rm: all,
  unlink: all,
  truncate: all,
  mv: all,
  cp: last,
  install: last,
  ln: last,
  sed: (operands, options) => (hasOption(options, /^(?:-\w*i|--in-place)/) ? filesAfterScript(operands, options) : []),
  perl: (operands, options) => (hasOption(options, /^-\w*i/) ? filesAfterScript(operands, options) : []),
  gofmt: (operands, options) => (hasOption(options, /^-w/) ? operands : []),
  rustfmt: all,
  black: all,
  prettier: (operands, options) => (hasOption(options, /^(?:-w|--write)$/) ? operands : []),
  dd: (operands) => operands.flatMap((word) => (word.startsWith("of=") ? [word.slice(3)] : [])),
};

/** Programs that only look, whatever their words name. */
const READERS: ReadonlySet<string> = new Set(
  (
    "cat head tail nl less more bat grep egrep fgrep rg ag ls tree find fd wc diff cmp file stat du df echo printf pwd cd " +
    "true false test [ which type env sort uniq cut tr awk jq sleep date whoami uname ps top id basename dirname realpath"
  ).split(" "),
);
/** Subcommands of git that leave the files alone. */
const GIT_READERS: ReadonlySet<string> = new Set(
  "status diff log show blame branch remote rev-parse ls-files grep fetch add commit push tag config".split(" "),
);

/** Words before a program that run it. */
const PREFIXES: ReadonlySet<string> = new Set(
  "sudo env time nice command exec if then elif else while until do { } !".split(" "),
);
const MAX_FILES = 100;

/** A file as a command line names it. */
export interface NamedFile {
  readonly path: string;
  /** Of the command; see `ShellCommand`. */
  readonly folder: string;
}

/** The files that a command line says it writes, moves or removes. Names that only the shell can tell are left out. */
export function writtenFiles(commands: readonly ShellCommand[]): readonly NamedFile[] {
  const files: NamedFile[] = [];
  for (const { words, outputs, folder } of commands) {
    if (folder === undefined) continue;
    for (const path of [...outputs, ...namedBy(words)]) if (isName(path)) files.push({ path, folder });
  }
  return files.slice(0, MAX_FILES);
}

/**
 * What a command line may change: undefined when it only looks; else the files that it names, those of programs that are
 * not known here included. Any other file may be written as well.
 */
export function touchedFiles(commands: readonly ShellCommand[]): readonly NamedFile[] | undefined {
  const writing = commands.filter(({ words, outputs }) => outputs.length > 0 || !isReading(words));
  if (writing.length === 0) return undefined;
  const unknown = writing.filter(({ words }) => !Object.hasOwn(WRITERS, programOf(words).name));
  const reading = unknown.filter(({ words }) => isReading(words));
  const files = [...writtenFiles(writing), ...namedFiles(unknown.filter((command) => !reading.includes(command)))];
  return [...new Map(files.map((file) => [`${file.folder}\0${file.path}`, file])).values()].slice(0, MAX_FILES);
}

function isReading(words: readonly string[]): boolean {
  const { name, rest } = programOf(words);
  if (name === "git") return GIT_READERS.has(rest.find((word) => !word.startsWith("-")) ?? "");
  if (name === "find" && rest.some((word) => /^-(?:exec|execdir|delete|ok|fprint)/.test(word))) return false;
  if (name === "sed") return namedBy(words).length === 0;
  return name === "" || READERS.has(name);
}

/** Every word that could name a file; for content that a command prints. */
export function namedFiles(commands: readonly ShellCommand[]): readonly NamedFile[] {
  const files: NamedFile[] = [];
  for (const { words, folder } of commands) {
    if (folder === undefined) continue;
    for (const path of words.slice(1)) if (!path.startsWith("-") && isName(path)) files.push({ path, folder });
  }
  return files.slice(0, MAX_FILES);
}

/** The program that is run, and its words. */
function programOf(words: readonly string[]): { readonly name: string; readonly rest: readonly string[] } {
  const at = words.findIndex((word) => !PREFIXES.has(word) && !/^\w+=/.test(word));
  return { name: words[at]?.split("/").at(-1) ?? "", rest: words.slice(at + 1) };
}

function namedBy(words: readonly string[]): readonly string[] {
  const { name: program, rest } = programOf(words);
  const end = rest.indexOf("--");
  const before = end === -1 ? rest : rest.slice(0, end);
  const options = before.filter((word) => word.startsWith("-") && word !== "-");
  const operands = [...before.filter((word) => !word.startsWith("-")), ...(end === -1 ? [] : rest.slice(end + 1))];
  return Object.hasOwn(WRITERS, program) ? (WRITERS[program]?.(operands, options) ?? []) : [];
}

/** The first operand is the script, unless an option brought it. */
function filesAfterScript(operands: readonly string[], options: readonly string[]): readonly string[] {
  return hasOption(options, /^-\w*[ef]$|^--(?:expression|file)/) ? operands : operands.slice(1);
}

function isName(word: string): boolean {
  return word !== "" && word !== "-" && !/[$`*?\n]/.test(word) && word.length < 1_000;
}
