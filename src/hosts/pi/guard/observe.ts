import { isReticleError } from "../../../base/errors.ts";
import { splitLines } from "../../../workspace/reads/line-hashes.ts";
import type { ReadLines } from "../../../workspace/reads/read-coverage.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { shellCommands } from "../shell/shell-commands.ts";
import { namedFiles, writtenFiles } from "../shell/written-files.ts";
import { placedLines, printedRuns } from "./printed-lines.ts";

/** Results of one call are looked for in so many files. */
const MAX_FILES = 30;
const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Of a file whose lines are kept at once. */
const MAX_LINES_PER_READ = 3_000;

export interface Shown {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the model sees of the result. */
  readonly text: string;
}

/** Tools, besides those that say themselves what they deliver, whose results hold lines of files as they are. */
const PRINTING: ReadonlySet<string> = new Set([
  "bash",
  "grep",
  "ast_grep",
  "ast_grep_search",
  "lsp",
  "lsp_navigation",
  "symbol_search",
]);

/**
 * The lines of files that a result of pi's own tools or of a search really showed: every one is compared with the file,
 * so what a pipeline changed, cut or invented does not count. Never rejects.
 */
export async function shownLines(shown: Shown, workspace: Workspace): Promise<readonly ReadLines[]> {
  const files = new FileLines(workspace);
  if (shown.tool === "read") return readByPi(shown, files);
  if (!PRINTING.has(shown.tool)) return [];
  const inputPath = shown.input["path"];
  const base = typeof inputPath === "string" ? inputPath : "";
  const placed = await placedIn(shown, base, files);
  return shown.tool === "bash" ? [...placed, ...(await printedBy(shown, files))] : placed;
}

/** A file that the user gave with a message, as pi puts it there. */
const ATTACHED = /<file name="([^"]+)">\n([^]*?)\n<\/file>/g;

/** The lines of files that a message of the user holds. Never rejects. */
export async function attachedLines(message: string, workspace: Workspace): Promise<readonly ReadLines[]> {
  const files = new FileLines(workspace);
  const reads: ReadLines[] = [];
  for (const [, name = "", text = ""] of message.matchAll(ATTACHED)) {
    const file = await files.read(name);
    if (file !== undefined) reads.push(...runsOf(file, splitLines(text)));
  }
  return reads;
}

/** pi's read shows lines from its offset on, and a note of its own behind them when there are more. */
async function readByPi({ input, text }: Shown, files: FileLines): Promise<readonly ReadLines[]> {
  const { path, offset } = input;
  if (typeof path !== "string") return [];
  const file = await files.read(path);
  if (file === undefined) return [];
  const startLine = typeof offset === "number" ? Math.max(1, Math.floor(offset)) : 1;
  const printed = text.replace(/^\uFEFF/, "").split("\n");
  const lines: string[] = [];
  for (const line of file.lines.slice(startLine - 1, startLine - 1 + MAX_LINES_PER_READ)) {
    const given = printed[lines.length];
    if (given === undefined || (given.replace(/\r$/, "") !== line && !given.includes("\uFFFD"))) break;
    lines.push(line);
  }
  return lines.length === 0 ? [] : [{ path: file.path, startLine, lines }];
}

async function placedIn({ input, text }: Shown, base: string, files: FileLines): Promise<readonly ReadLines[]> {
  const alone = await onlyFileOf(input, base, files);
  const reads: ReadLines[] = [];
  for (const { file: name, line, text: printed } of placedLines(text)) {
    const file = name === "" ? alone : ((await files.read(name)) ?? (await files.read(`${base}/${name}`)) ?? alone);
    const own = file?.lines[line - 1];
    if (file === undefined || own === undefined || essence(own) !== essence(printed)) continue;
    const last = reads.at(-1);
    const isNext = last?.path === file.path && last.startLine + last.lines.length === line;
    if (isNext) reads[reads.length - 1] = { ...last, lines: [...last.lines, own] };
    else reads.push({ path: file.path, startLine: line, lines: [own] });
  }
  return reads;
}

/** A match of an expression is without the separator behind it, and without its indentation. */
function essence(line: string): string {
  return line.trim().replace(/[;,]$/, "");
}

/** The one file that a call is about, for output that has numbers and no names. */
async function onlyFileOf(input: Shown["input"], base: string, files: FileLines): Promise<FileText | undefined> {
  const { command } = input;
  if (typeof command !== "string") return base === "" ? undefined : files.read(base);
  const found = await existingFiles(command, files);
  return found.length === 1 ? found[0] : undefined;
}

async function printedBy({ input, text }: Shown, files: FileLines): Promise<readonly ReadLines[]> {
  const { command } = input;
  if (typeof command !== "string") return [];
  // What a command writes from its own words is known as well.
  const told = [splitLines(text), splitLines(command)];
  const reads: ReadLines[] = [];
  for (const file of await existingFiles(command, files)) {
    for (const output of told) reads.push(...runsOf(file, output));
  }
  return reads;
}

function runsOf({ path, lines }: FileText, output: readonly string[]): readonly ReadLines[] {
  return printedRuns(output, lines).map(({ start, count }) => {
    return { path, startLine: start + 1, lines: lines.slice(start, start + Math.min(count, MAX_LINES_PER_READ)) };
  });
}

async function existingFiles(command: string, files: FileLines): Promise<readonly FileText[]> {
  const found: FileText[] = [];
  const commands = shellCommands(command);
  for (const { path, folder } of [...namedFiles(commands), ...writtenFiles(commands)]) {
    const isFromRoot = folder === "" || path.startsWith("/") || path.startsWith("~");
    const file = await files.read(isFromRoot ? path : `${folder}/${path}`);
    if (file !== undefined && !found.includes(file)) found.push(file);
  }
  return found;
}

interface FileText {
  /** Canonical absolute path. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** The files of one result, each read once. */
class FileLines {
  readonly #workspace: Workspace;
  readonly #files = new Map<string, Promise<FileText | undefined>>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Undefined: there is no such text file inside the roots, or it is too large. */
  read(name: string): Promise<FileText | undefined> {
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const file = this.#files.size < MAX_FILES ? this.#open(name) : Promise.resolve(undefined);
    this.#files.set(name, file);
    return file;
  }

  async #open(name: string): Promise<FileText | undefined> {
    try {
      const resolved = await this.#workspace.resolve(name.replace(/^@/, ""), "path", this.#workspace.cwd);
      if (resolved.kind !== "file") return undefined;
      const { text, bytes } = await this.#workspace.read(resolved, "path");
      return bytes > MAX_FILE_BYTES ? undefined : { path: resolved.absolute, lines: splitLines(text) };
    } catch (error) {
      if (isReticleError(error)) return undefined;
      throw error;
    }
  }
}
