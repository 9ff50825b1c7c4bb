import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { loadChildProcess } from "./load-child-process.ts";
import { settlesWithin } from "../base/settles-within.ts";

/** The variable that marks every process we started, whatever it did to its process group. */
export const MARKER = "RETICLE_CHILD";

const DISPOSE_WAIT_MS = 2_000;
const MAX_RESTARTS = 3;

/**
 * Reads "+PID", "-PID" and "q" lines. When the pipe ends without "q" the host is dead: it kills
 * every group still listed, then on Linux whatever carries the mark in its environment. "q" is the
 * orderly end: one look for marked processes is enough there, because nothing is being started.
 * `kill -s KILL -- -N` is the form that dash takes as well; `kill -KILL -- -N` fails there.
 * A process that was between fork and exec when the host died has no mark yet, hence a second
 * clean look after a pause.
 */
const SCRIPT = `
trap '' HUP INT TERM
groups=' '
clean_looks=2
while read -r line; do
  pid=\${line#?}
  case $line in
    +*) groups="$groups$pid " ;;
    -*) case $groups in *" $pid "*) groups="\${groups%% $pid *} \${groups#* $pid }" ;; esac ;;
    q) clean_looks=1; break ;;
  esac
done
for pid in $groups; do kill -s KILL -- "-$pid"; done
[ -r /proc/self/environ ] || exit 0
clean=0
looks=0
while [ $looks -lt 40 ]; do
  looks=$((looks + 1))
  marked=$(grep -lsF -e "$1" /proc/[0-9]*/environ)
  if [ -z "$marked" ]; then
    clean=$((clean + 1))
    [ $clean -ge $clean_looks ] && break
    sleep 0.1
  else
    clean=0
    for file in $marked; do pid=\${file#/proc/}; kill -s KILL "\${pid%/environ}"; done
    [ $looks -gt 2 ] && sleep 0.05
  fi
done
exit 0
`;

/**
 * Kills the children of a host that died without a chance to do so itself (kill -9). One `sh` holds
 * the other end of a pipe that only the host has; it is started with the first child.
 */
export class Guard {
  readonly #mark: string;
  readonly #onDegraded: (reason: string) => void;
  readonly #groups = new Set<number>();
  #process: ChildProcess | undefined;
  #restarts = 0;
  #isDisposed = false;

  /** `hostId` marks the children of this host (letters, digits and dashes). */
  constructor(hostId: string, onDegraded: (reason: string) => void) {
    this.#mark = `${MARKER}=${hostId}`;
    this.#onDegraded = onDegraded;
  }

  /** Starts the guard when it does not run yet. Call it before the first child exists. */
  start(): void {
    if (this.#process !== undefined || this.#isDisposed || this.#restarts > MAX_RESTARTS) return;
    // Not marked itself, and deaf to the signals that end the host's own group: it must outlive both.
    const env = { ...process.env };
    delete env[MARKER];
    const guard = loadChildProcess().spawn("/bin/sh", ["-c", SCRIPT, "reticle-guard", this.#mark], {
      detached: true,
      cwd: "/",
      env,
      stdio: ["pipe", "ignore", "ignore"],
    });
    const onGone = (reason: string) => {
      if (this.#process === guard && !this.#isDisposed) this.#restart(reason);
    };
    guard.on("error", (error) => onGone(error.message));
    guard.once("exit", (code, signal) => onGone(`ended with ${signal ?? `code ${code}`}`));
    this.#process = guard;
    // Not started: the error follows, and children run without a guard until the next one asks for it.
    if (guard.pid === undefined) return;
    guard.stdin.on("error", () => {
      // EPIPE: the guard died; its exit event restarts it.
    });
    guard.unref();
    (guard.stdin as Socket).unref();
    for (const pid of this.#groups) this.#tell(`+${pid}`);
  }

  add(groupPid: number): void {
    this.#groups.add(groupPid);
    this.#tell(`+${groupPid}`);
  }

  /** Must follow the end of the group at once: its number may be given to another process. */
  remove(groupPid: number): void {
    if (this.#groups.delete(groupPid)) this.#tell(`-${groupPid}`);
  }

  /** Ends the guard after a last look for marked processes that had left their group. */
  async dispose(): Promise<void> {
    const guard = this.#process;
    this.#isDisposed = true;
    if (guard?.pid === undefined || guard.exitCode !== null || guard.signalCode !== null) return;
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    guard.once("exit", () => resolve());
    guard.ref();
    guard.stdin?.end("q\n");
    if (!(await settlesWithin(gone, DISPOSE_WAIT_MS))) guard.kill("SIGKILL");
  }

  #tell(line: string): void {
    this.#process?.stdin?.write(`${line}\n`);
  }

  #restart(reason: string): void {
    this.#process = undefined;
    this.#restarts += 1;
    this.#onDegraded(reason);
    if (this.#groups.size > 0) this.start();
  }
}
