import { isReticleError, ReticleError } from "../../base/errors.ts";
import { rootHolding } from "../../base/path-containment.ts";
import type { AnswerHook, HookAnswer, HookQuestion } from "../../rendezvous/messages.ts";
import type { PathChange } from "../../workspace/changes/change-set.ts";
import { type ChangedSince, changedSince, changeSince } from "../../workspace/changed-since.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { RootChanges } from "./root-changes.ts";

/** A client's conversations; beyond these the one that was longest silent is forgotten. */
const MAX_CONVERSATIONS = 32;
/** Shell commands of one conversation that run side by side, or were refused before they ran. */
const MAX_STARTS = 8;
/** How far back a shell command is taken to have begun when nobody said when it did. */
const UNKNOWN_START_MS = 30_000;
/** Looking for what a shell command wrote. */
const MAX_WALKED = 50_000;
const MAX_WALK_MS = 1_500;
const MAX_REPORTED = 100;
const MAX_REMEMBERED = 1_000;
/** Clients cut the context of a hook at about ten thousand. */
const MAX_TEXT_CHARS = 9_000;

/** What a conversation's edits are compared with, and what it was told already. */
export interface EditReports {
  /** Takes what is wrong with these files before they are edited. Bounded. */
  before(paths: readonly string[], signal: AbortSignal): Promise<unknown>;
  /** The lines that say what the changes broke; none: nothing. */
  after(changes: readonly PathChange[], signal: AbortSignal): Promise<readonly string[]>;
  /** Lines about earlier changes that came too late for their answers. */
  takeLate(): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

export interface HookReportsOptions {
  /** What hooks may ask about, as it is now. */
  readonly workspace: () => Workspace;
  /** The reports of a new conversation. */
  readonly openReports: (workspace: Workspace) => Promise<EditReports>;
}

/** One conversation of a client, as its hooks tell of it. */
interface Conversation {
  readonly reports: Promise<EditReports>;
  /** When shell commands began that have not ended, epoch milliseconds. */
  readonly starts: number[];
  /** Files that tools which run now have named, and whether they were there before. */
  readonly before: Map<string, boolean>;
  lastEndedAt: number | undefined;
  /** That not everything was looked at is told once. */
  isLimitTold: boolean;
  isOutsideTold: boolean;
}

/** Reports on edits that clients make with tools of their own, with one ledger for each of their conversations. */
export class HookReports {
  readonly #options: HookReportsOptions;
  readonly #conversations = new Map<string, Conversation>();
  /** By workspace root. */
  readonly #roots = new Map<string, RootChanges>();

  constructor(options: HookReportsOptions) {
    this.#options = options;
  }

  /** Throws `refused` for a folder outside the roots. */
  readonly answer: AnswerHook = async (question, signal) => {
    const workspace = this.#options.workspace();
    const { cwd } = question;
    if (rootHolding(workspace.roots, cwd) === undefined) {
      const roots = workspace.roots.join(", ");
      throw new ReticleError("refused", `${JSON.stringify(cwd)} lies outside the folders of this server (${roots})`, {
        hint: "start a server whose --root holds it",
      });
    }
    const conversation = this.#conversationOf(question, workspace);
    const root = this.#changesIn(workspace.rootOf(cwd) ?? cwd);
    return question.phase === "before"
      ? this.#before(question, { conversation, workspace, root, signal })
      : this.#after(question, { conversation, workspace, root, signal });
  };

  async dispose(): Promise<void> {
    const all = [...this.#conversations.values()];
    this.#conversations.clear();
    for (const root of this.#roots.values()) root.close();
    this.#roots.clear();
    await Promise.all(all.map(end));
  }

  #conversationOf({ client, conversation }: HookQuestion, workspace: Workspace): Conversation {
    const key = `${client} ${conversation}`;
    const known = this.#conversations.get(key);
    this.#conversations.delete(key);
    const now = known ?? {
      reports: this.#options.openReports(workspace),
      starts: [],
      before: new Map(),
      lastEndedAt: undefined,
      isLimitTold: false,
      isOutsideTold: false,
    };
    this.#conversations.set(key, now);
    // Whoever takes them sees the failure; a conversation without reports is opened anew.
    now.reports.catch(() => this.#conversations.delete(key));
    for (const [oldest, { starts }] of this.#conversations) {
      if (this.#conversations.size <= MAX_CONVERSATIONS) break;
      starts.length = 0;
      this.#forget(oldest);
    }
    return now;
  }

  #changesIn(folder: string): RootChanges {
    const known = this.#roots.get(folder) ?? new RootChanges(folder);
    this.#roots.set(folder, known);
    return known;
  }

  #forget(key: string): void {
    const conversation = this.#conversations.get(key);
    this.#conversations.delete(key);
    if (conversation !== undefined) void end(conversation);
  }

  async #before(question: HookQuestion, { conversation, workspace, root, signal }: Work): Promise<HookAnswer> {
    const { files } = await namedFiles(question, workspace);
    // A tool that was refused leaves its files behind.
    if (conversation.before.size > MAX_REMEMBERED) conversation.before.clear();
    for (const { path, isThere } of files) conversation.before.set(path, isThere);
    const reports = await conversation.reports;
    // With what is not there yet nothing is wrong yet.
    const paths = files.map(({ path }) => path);
    if (paths.length > 0) await reports.before(paths, signal);
    if (!question.isShell) return { text: "" };
    await root.catchUp(signal);
    conversation.starts.splice(MAX_STARTS - 1, Infinity, Date.now());
    return { text: "" };
  }

  async #after(question: HookQuestion, work: Work): Promise<HookAnswer> {
    const { conversation, signal } = work;
    const endedAt = Date.now();
    const announced = question.isShell ? conversation.starts.shift() : undefined;
    const since = announced ?? conversation.lastEndedAt ?? endedAt - UNKNOWN_START_MS;
    const { changes, missing, outside } = await changesOf(question, { ...work, since });
    if (question.isShell) conversation.lastEndedAt = endedAt;
    const limits = missing === undefined || conversation.isLimitTold ? [] : [`not looked at for changes: ${missing}`];
    conversation.isLimitTold ||= missing !== undefined;
    const unseen = conversation.isOutsideTold || outside.length === 0 ? [] : [outsideLine(outside, work.workspace)];
    conversation.isOutsideTold ||= unseen.length > 0;
    const reports = await conversation.reports;
    const late = await reports.takeLate();
    const lines = changes.length === 0 ? [] : await reports.after(changes.slice(0, MAX_REPORTED), signal);
    const rest = changes.length - MAX_REPORTED;
    const unread = rest > 0 ? [`${rest} more changed files were not looked at`] : [];
    return { text: cut([...late, ...lines, ...unread, ...limits, ...unseen].join("\n")) };
  }
}

interface Work {
  readonly conversation: Conversation;
  readonly workspace: Workspace;
  readonly root: RootChanges;
  readonly signal: AbortSignal;
}

interface NamedFile {
  /** Canonical absolute path. */
  readonly path: string;
  readonly isThere: boolean;
}

interface NamedFiles {
  /** Those inside the roots; a folder is no file, and a guess may be anything. */
  readonly files: readonly NamedFile[];
  /** As the tool names them. */
  readonly outside: readonly string[];
}

async function namedFiles({ paths, cwd }: HookQuestion, workspace: Workspace): Promise<NamedFiles> {
  const files: NamedFile[] = [];
  const outside: string[] = [];
  for (const path of paths) {
    try {
      const { absolute, isThere } = await workspace.resolveWritable(path, "path", cwd);
      files.push({ path: absolute, isThere });
    } catch (error) {
      if (isReticleError(error) && error.kind === "refused") outside.push(path);
    }
  }
  return { files, outside };
}

function outsideLine(outside: readonly string[], { roots }: Workspace): string {
  const more = outside.length > 1 ? ` and ${outside.length - 1} more` : "";
  return `${outside[0] ?? ""}${more} was not checked: it lies outside ${roots.join(", ")} (told once)`;
}

interface Changes {
  readonly changes: readonly PathChange[];
  /** What was not looked at, in words. */
  readonly missing?: string | undefined;
  /** Files outside the roots that a tool says it edited; words of shell commands are guesses. */
  readonly outside: readonly string[];
}

async function changesOf(question: HookQuestion, work: Work & { readonly since: number }): Promise<Changes> {
  const { conversation, workspace, since } = work;
  const changes = new Map<string, PathChange>();
  const { files, outside } = await namedFiles(question, workspace);
  for (const { path, isThere } of files) {
    const kind = kindOf(isThere, conversation.before.get(path));
    conversation.before.delete(path);
    if (kind !== undefined && (!question.isShell || changeSince(path, since) !== undefined))
      changes.set(path, { path, kind });
  }
  if (!question.isShell) return { changes: [...changes.values()], outside };
  const watched = await work.root.since(work.since, work.signal);
  const found = watched === undefined ? await compareAll(work) : { changes: watched, missing: undefined };
  for (const change of found.changes) if (!changes.has(change.path)) changes.set(change.path, change);
  return { changes: [...changes.values()], missing: found.missing, outside: [] };
}

/** Where nobody has watched what happens. */
function compareAll({
  root: { folder },
  workspace,
  since,
  signal,
}: Work & { readonly since: number }): Promise<ChangedSince> {
  return changedSince(workspace, { folder, since, maxFiles: MAX_WALKED, maxMs: MAX_WALK_MS, signal });
}

/** `wasThere` is undefined where nobody asked before the tool ran. */
function kindOf(isThere: boolean, wasThere: boolean | undefined): PathChange["kind"] | undefined {
  if (isThere) return wasThere === false ? "created" : "changed";
  return wasThere === true ? "deleted" : undefined;
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) return text;
  const whole = text.slice(0, MAX_TEXT_CHARS);
  return `${whole.slice(0, whole.lastIndexOf("\n"))}\n… cut; the rest: lens_diagnostics with source=lsp`;
}

async function end({ reports }: Conversation): Promise<void> {
  await reports.then((opened) => opened.dispose()).catch(() => {});
}
