import { constants } from "node:os";
import type { ChildProcesses } from "../children.ts";
import type { ChildExit, OwnedChild } from "../owned-child.ts";
import type { Command, CommandKind, FileRun, FileRunOptions } from "./file-run.ts";
import { OutputFiles } from "./output-files.ts";

const SHELL = "/bin/sh";
/** Some shells read their input byte by byte: what is longer is started the usual way. */
const MAX_SCRIPT_BYTES = 8 * 1024;
const KILLED: ChildExit = { code: null, signal: "SIGKILL" };
/** A shell adds the signal's number to it when a signal has ended the command. */
const SIGNALLED = 128;

/** What is waited for while a command runs. */
interface Running {
  readonly onStarted: (pid: number) => void;
  readonly onExited: (exit: ChildExit) => void;
}

/**
 * A shell that starts commands for us, one at a time. To fork a process takes time in proportion to its memory, and
 * afterwards each page costs more the first time that it is written to: of a server these are milliseconds, of a
 * shell they do not count. Shell and command are one process group, so that what ends the one ends the other.
 */
export class ForkServer {
  /** Resolves when its process is gone. */
  readonly gone: Promise<void>;
  readonly #shell: OwnedChild;
  readonly #files: OutputFiles;
  #running: Running | undefined;
  /** Somebody has the files. */
  #isTaken = false;
  #isGone = false;
  #hasServed = false;
  #unread = "";

  private constructor(shell: OwnedChild, files: OutputFiles) {
    this.#shell = shell;
    this.#files = files;
    shell.stdout.setEncoding("utf8").on("data", (text: string) => this.#read(text));
    this.gone = shell.exited.then(() => this.#end());
  }

  /** Throws as `children.spawn` does, and `start_failed` without room for files. */
  static async start(children: ChildProcesses, kind: CommandKind): Promise<ForkServer> {
    const files = new OutputFiles();
    try {
      const { stdout, stderr } = files;
      return new ForkServer(
        await children.spawn(SHELL, [], { ...kind, cwd: "/", files: [stdout.fd, stderr.fd] }),
        files,
      );
    } catch (error) {
      files[Symbol.dispose]();
      throw error;
    }
  }

  /** Whether it was given a command at any time. */
  get hasServed(): boolean {
    return this.#hasServed;
  }

  /**
   * undefined when another run is not disposed yet, the shell is gone, or it cannot take such a command. That the
   * command cannot be executed shows in its exit code, 126 or 127.
   */
  run(command: Command, { cwd, signal }: FileRunOptions): Promise<FileRun> | undefined {
    if (this.#isTaken || this.#running !== undefined || this.#isGone) return undefined;
    const script = toScript(command, cwd);
    return script.includes("\0") || Buffer.byteLength(script) > MAX_SCRIPT_BYTES
      ? undefined
      : this.#run(script, signal);
  }

  async #run(script: string, signal: AbortSignal): Promise<FileRun> {
    signal.throwIfAborted();
    this.#isTaken = true;
    this.#hasServed = true;
    const started = Promise.withResolvers<number>();
    const exited = Promise.withResolvers<ChildExit>();
    const stop = async () => void (this.#running === running && (await this.#shell.stop(0)));
    const onAbort = () => void stop();
    signal.addEventListener("abort", onAbort, { once: true });
    const onExited = (exit: ChildExit) => {
      signal.removeEventListener("abort", onAbort);
      this.#running = undefined;
      exited.resolve(exit);
    };
    const running = { onStarted: started.resolve, onExited };
    this.#running = running;
    this.#shell.stdin?.write(script);
    const pid = await started.promise;
    let isReleased = false;
    const release = () => {
      if (!isReleased) this.#release();
      isReleased = true;
    };
    const { stdout, stderr } = this.#files;
    return { pid, stdout, stderr, exited: exited.promise, stop, [Symbol.dispose]: release };
  }

  #release(): void {
    this.#isTaken = false;
    if (this.#isGone) this.#files[Symbol.dispose]();
    // What has not ended may still write; the files go with the shell.
    else if (this.#running !== undefined) void this.#shell.stop(0);
    else this.#files.clear();
  }

  #end(): void {
    this.#isGone = true;
    this.#running?.onStarted(this.#shell.pid);
    this.#running?.onExited(KILLED);
    if (!this.#isTaken) this.#files[Symbol.dispose]();
  }

  #read(text: string): void {
    const lines = (this.#unread + text).split("\n");
    this.#unread = lines.pop() ?? "";
    for (const line of lines) {
      const number = Number(line.slice(STARTED.length));
      if (line.startsWith(STARTED)) this.#running?.onStarted(number);
      else this.#running?.onExited(toExit(number));
    }
  }
}

const STARTED = "+";

/** Without input, with the files that the shell has as 3 and 4; what is printed are its process and its exit code. */
function toScript(command: Command, cwd: string): string {
  const run = `cd ${quote(cwd)} && exec ${command.map(quote).join(" ")}`;
  return `{ ${run}; } </dev/null >&3 2>&4 3>&- 4>&- & echo "${STARTED}$!"; wait "$!"; echo "-$?"\n`;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function toExit(code: number): ChildExit {
  const signals = Object.entries(constants.signals) as [NodeJS.Signals, number][];
  const signal = code > SIGNALLED ? signals.find(([, number]) => number === code - SIGNALLED)?.[0] : undefined;
  return signal === undefined ? { code, signal: null } : { code: null, signal };
}
