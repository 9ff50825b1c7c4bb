import { isReticleError } from "../../../base/errors.ts";
import { noneFound } from "../../../tools/edit/find-text.ts";
import { type GuardMode, type EditedRange, judgeEdit } from "../../../workspace/reads/judge-edit.ts";
import { hashLine, splitLines } from "../../../workspace/reads/line-hashes.ts";
import { FileReads, type LineSpan, realignmentOf, spliceOf } from "../../../workspace/reads/file-reads.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { editedRanges, type PiEdit, writtenLines } from "./edited-ranges.ts";
import { FailedEdits } from "./failed-edits.ts";
import { isExempt, isProse } from "./exemptions.ts";
import { refusalText, warningText } from "./guard-text.ts";
import { attachedLines, shownLines } from "./observe.ts";
import type { ReadMemory } from "./read-memory.ts";

const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Calls whose result never came; more are forgotten, the oldest first. */
const MAX_PENDING = 256;

export interface GuardedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface GuardedResult extends GuardedCall {
  readonly details?: unknown;
  /** What the model sees of it. */
  readonly text: string;
  readonly isError: boolean;
}

export interface EditGuardPorts {
  readonly workspace: Workspace;
  readonly memory: ReadMemory;
  readonly mode: () => GuardMode;
}

/** The one of our own tools whose change of a file the model wrote word for word. */
export const FOLLOWED = "edit_symbol";

/** What pi is about to write. */
interface Target {
  /** Canonical absolute path. */
  readonly path: string;
  /** With LF alone; undefined: there is no such file yet. */
  readonly text: string | undefined;
  readonly edits: readonly PiEdit[] | "all";
}

interface Pending extends Target {
  /** How many changes of the model the file had seen. */
  readonly version: number;
  readonly warning: string | undefined;
}

/** Keeps pi's own edit and write from replacing what the model has not read. */
export class EditGuard {
  readonly #ports: EditGuardPorts;
  readonly #pending = new Map<string, Pending>();
  /** Files that the user lets the model change once without a question. */
  readonly #allowedOnce = new Set<string>();
  readonly #failed = new FailedEdits();
  readonly #versions = new Map<string, number>();

  constructor(ports: EditGuardPorts) {
    this.#ports = ports;
  }

  /** Resolves to the reason when the call must not run. */
  async before(call: GuardedCall): Promise<string | undefined> {
    const target = await this.#targetOf(call);
    if (target === undefined) return undefined;
    const objection = this.#judge(target, call);
    if (objection?.action === "block") return objection.text;
    this.#pending.set(call.id, { ...target, version: this.#versionOf(target.path), warning: objection?.text });
    for (const oldest of this.#pending.keys()) {
      if (this.#pending.size <= MAX_PENDING) break;
      this.#pending.delete(oldest);
    }
    return undefined;
  }

  /** Remembers what the result showed or wrote; resolves to lines for the model. */
  async after(result: GuardedResult): Promise<readonly string[]> {
    const pending = this.#pending.get(result.id);
    this.#pending.delete(result.id);
    if (result.isError) return pending === undefined ? [] : this.#explain(pending, result);
    if (pending !== undefined) return this.#follow(pending, linesIn(result.details));
    const { workspace, memory } = this.#ports;
    memory.recordAll(await shownLines(result, workspace));
    return [];
  }

  /** Files that the user attached to a message are known. */
  async hear(message: string): Promise<void> {
    const { workspace, memory } = this.#ports;
    memory.recordAll(await attachedLines(message, workspace));
  }

  /** The next edit of the file is not judged. Throws what a path outside the roots throws. */
  async allowOnce(path: string): Promise<string> {
    const { absolute, shown } = await this.#ports.workspace.resolve(path, "path", this.#ports.workspace.cwd);
    this.#allowedOnce.add(absolute);
    return shown;
  }

  #judge(
    { path, text, edits }: Target,
    { input }: GuardedCall,
  ): { action: "warn" | "block"; text: string } | undefined {
    const { memory, mode } = this.#ports;
    if (text === undefined || this.#allowedOnce.delete(path)) return undefined;
    const lines = splitLines(text);
    const { ranges, missing } = rangesOf(text, lines.length, edits);
    // A text that is not there: pi says so itself, unless the file is not what the model thinks it is.
    const wanted = missing.length > 0 ? [...ranges, wholeOf(lines.length)] : ranges;
    const judgement = judgeEdit({
      mode: mode() === "block" && isProse(path) ? "warn" : mode(),
      now: lines.map(hashLine),
      reads: memory.coverage.of(path),
      ranges: wanted,
    });
    if (judgement.action === "allow") return undefined;
    if (missing.length > 0 && judgement.reason !== "zero-read" && judgement.reason !== "modified") return undefined;
    const file = { given: String(input["path"]), lineCount: lines.length };
    const isBlocked = judgement.action === "block";
    return { action: judgement.action, text: isBlocked ? refusalText(file, judgement) : warningText(file, judgement) };
  }

  /** What comes nearest to a text that pi did not find, and how often it was tried. */
  async #explain({ path, edits }: Pending, { input }: GuardedCall): Promise<readonly string[]> {
    const text = edits === "all" ? undefined : await this.#read(path);
    if (edits === "all" || text === undefined) return [];
    const [wanted] = editedRanges(text, edits).missing;
    if (wanted === undefined) return [];
    const replacement = edits.find(({ oldText }) => oldText === wanted)?.newText ?? "";
    const query = { wanted, replacement, shown: String(input["path"]), argument: "oldText" };
    const { message, hint } = noneFound(text, query);
    const count = this.#failed.count(path, wanted);
    return [`${message}${count > 1 ? ` (tried ${count} times)` : ""}. Next: ${hint ?? "read the file again"}`];
  }

  /** The model knows what it wrote. */
  async #follow(pending: Pending, told: LineSpan | undefined): Promise<readonly string[]> {
    const { path, text: before, edits, warning } = pending;
    const after = (await this.#read(path)) ?? "";
    const reads = this.#ports.memory.coverage.of(path) ?? new FileReads();
    const now = splitLines(after).map(hashLine);
    const written = edits === "all" ? undefined : writtenLines(before ?? "", after, edits);
    const isTold = (line: number): boolean => told !== undefined && told.startLine <= line && line <= told.endLine;
    const isWritten = (line: number): boolean => isTold(line) || (written?.has(line) ?? true);
    // Calls of one message are looked at together and run one after the other: the first moves the lines of the next.
    const isAsBefore = before !== undefined && edits !== "all" && pending.version === this.#versionOf(path);
    const splice = isAsBefore
      ? spliceOf(reads, { before: splitLines(before).map(hashLine), after: now }, isWritten)
      : realignmentOf(reads, now, isWritten);
    this.#ports.memory.follow(path, splice);
    this.#versions.set(path, this.#versionOf(path) + 1);
    return warning === undefined ? [] : [warning];
  }

  #versionOf(path: string): number {
    return this.#versions.get(path) ?? 0;
  }

  /** Undefined: no edit of pi's, or of a file that is none of the guard's business. */
  async #targetOf({ tool, input }: GuardedCall): Promise<Target | undefined> {
    const { path } = input;
    if (typeof path !== "string") return undefined;
    const edits = editsBy(tool, input);
    if (edits === undefined) return undefined;
    const { workspace } = this.#ports;
    try {
      const { absolute, isThere } = await workspace.resolveWritable(path.replace(/^@/, ""), "path", workspace.cwd);
      if (isExempt(workspace.show(absolute, workspace.cwd))) return undefined;
      if (!isThere) return { path: absolute, text: undefined, edits };
      const text = await this.#read(absolute);
      return text === undefined ? undefined : { path: absolute, text, edits };
    } catch (error) {
      if (isReticleError(error)) return undefined;
      throw error;
    }
  }

  /** With LF alone; undefined when it is no text, or too large to be compared. */
  async #read(path: string): Promise<string | undefined> {
    const { workspace } = this.#ports;
    try {
      const file = { absolute: path, shown: path, kind: "file" } as const;
      const { text, bytes } = await workspace.read(file, "path");
      return bytes > MAX_FILE_BYTES ? undefined : text.replaceAll("\r\n", "\n");
    } catch (error) {
      if (isReticleError(error)) return undefined;
      throw error;
    }
  }
}

function rangesOf(text: string, lineCount: number, edits: Target["edits"]) {
  return edits === "all" ? { ranges: [wholeOf(lineCount)], missing: [] } : editedRanges(text, edits);
}

function wholeOf(lineCount: number): EditedRange {
  return { startLine: 1, endLine: lineCount, isVerified: false };
}

/** Undefined: a call that changes no file, or not in the shape of pi's own tools. */
function editsBy(tool: string, input: GuardedCall["input"]): Target["edits"] | undefined {
  switch (tool) {
    case "write":
      return "all";
    case "edit":
      return editsOf(input["edits"]);
    // By the name of a symbol, so nothing is judged; what it wrote is in its details.
    case FOLLOWED:
      return [];
    default:
      return undefined;
  }
}

/** The lines that a tool of ours says it wrote. */
function linesIn(details: unknown): LineSpan | undefined {
  if (typeof details !== "object" || details === null) return undefined;
  const { startLine, endLine } = details as Partial<LineSpan>;
  return typeof startLine === "number" && typeof endLine === "number" ? { startLine, endLine } : undefined;
}

/** Undefined: not the shape of pi's own edit tool. */
function editsOf(value: unknown): readonly PiEdit[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const edits = value.filter(isEdit);
  return edits.length === value.length ? edits : undefined;
}

function isEdit(value: unknown): value is PiEdit {
  if (typeof value !== "object" || value === null) return false;
  const { oldText, newText } = value as Partial<PiEdit>;
  return typeof oldText === "string" && typeof newText === "string";
}
