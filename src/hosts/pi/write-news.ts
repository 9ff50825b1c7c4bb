import type { Run } from "../../run/run.ts";
import type { HookReports } from "../../run/hooks/hook-reports.ts";
import { lazy } from "../../base/lazy.ts";
import { shellCommands } from "./shell/shell-commands.ts";
import { touchedFiles } from "./shell/written-files.ts";

/** A call of one of pi's own tools. */
export interface HostToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Ports = Pick<Run, "workspace" | "writeReports">;
/** What a call may write. */
interface Writing {
  /** As the call names them, relative to the working directory. */
  readonly paths: readonly string[];
  readonly isShell: boolean;
}

/** What calls of pi's own tools broke: its edit and write, and whatever a shell command wrote. */
export class WriteNews {
  readonly #run: Ports;
  readonly #reports;
  #isWatching = false;

  constructor(run: Ports) {
    this.#run = run;
    this.#reports = lazy(() => openReports(run));
  }

  /** Takes what is wrong already with the files that the call names. Rejects with the signal's reason. */
  async before(call: HostToolCall, signal: AbortSignal): Promise<void> {
    const writing = writingOf(call);
    if (writing !== undefined) await this.#ask("before", writing, signal);
    else this.#startWatching(signal);
  }

  /** Begins to notice changes, so that the first command that writes is not compared with the whole tree. */
  #startWatching(signal: AbortSignal): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    void this.#ask("before", { paths: [], isShell: false }, signal).catch(() => {});
  }

  /** Lines for the model about what is wrong now and was not before, and what came too late for an earlier result. */
  async after(call: HostToolCall & { readonly isError: boolean }, signal: AbortSignal): Promise<readonly string[]> {
    const writing = writingOf(call);
    const { path } = call.input;
    if (call.tool === "read" && typeof path === "string" && !call.isError) await this.#prepare(path);
    // A shell command that fails may have written before it did.
    if (writing === undefined || (call.isError && !writing.isShell)) return this.#run.writeReports.takeLate();
    const text = await this.#ask("after", writing, signal);
    return text === "" ? [] : [text];
  }

  async dispose(): Promise<void> {
    await (await this.#reports.peek())?.dispose();
  }

  async #ask(phase: "before" | "after", writing: Writing, signal: AbortSignal): Promise<string> {
    const { cwd } = this.#run.workspace;
    const reports = await this.#reports();
    const { text } = await reports.answer({ phase, client: "pi", conversation: "session", cwd, ...writing }, signal);
    return text;
  }

  /** What is read may be edited next. */
  async #prepare(path: string): Promise<void> {
    const { workspace, writeReports } = this.#run;
    const file = await workspace.resolve(path.replace(/^@/, ""), "path", workspace.cwd).catch(() => undefined);
    if (file?.kind === "file") writeReports.prepare(file.absolute);
  }
}

/** The run's own ledger: what one of our tools told is not told again here. */
async function openReports(run: Ports): Promise<HookReports> {
  const { HookReports } = await import("../../run/hooks/hook-reports.ts");
  const { writeReports } = run;
  return new HookReports({
    workspace: () => run.workspace,
    openReports: () =>
      Promise.resolve({
        before: (paths, signal) => writeReports.before(paths, signal),
        after: (changes, signal) => writeReports.after(changes, signal),
        takeLate: () => writeReports.takeLate(),
        dispose: () => Promise.resolve(),
      }),
  });
}

function writingOf({ tool, input }: HostToolCall): Writing | undefined {
  const { path, command } = input;
  switch (tool) {
    case "edit":
    case "write":
      return typeof path === "string" ? { paths: [path.replace(/^@/, "")], isShell: false } : undefined;
    case "bash": {
      const files = typeof command === "string" ? touchedFiles(shellCommands(command)) : undefined;
      return files && { paths: files.map(fromWorkingDirectory), isShell: true };
    }
    default:
      return undefined;
  }
}

function fromWorkingDirectory({ path, folder }: { readonly path: string; readonly folder: string }): string {
  return folder === "" || path.startsWith("/") || path.startsWith("~") ? path : `${folder}/${path}`;
}
