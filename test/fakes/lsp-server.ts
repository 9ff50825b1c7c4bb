// A language server that does what its script says, and nothing it need not. argv[2]: the script as JSON (FakeScript).
// It frames its messages itself, so that the client's framing is tested against another hand.
import { appendFileSync } from "node:fs";

/** What happens on one message, one after the other. */
export type FakeStep =
  | { readonly wait: number }
  /** Holds the only thread, as a server does that computes. */
  | { readonly spin: number }
  | { readonly result: unknown }
  /** No answer, ever. */
  | { readonly never: true }
  /** A result with a text of this many bytes in `contents`. */
  | { readonly resultBytes: number }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
  | { readonly notify: string; readonly params?: unknown }
  /** Asks the client and waits for its answer, which goes into the log; `id` to collide with one of the client's. */
  | { readonly ask: string; readonly params?: unknown; readonly id?: number | string }
  /** Publishes for the message's own document, or another one; a version is none unless given. */
  | {
      readonly publish: readonly unknown[];
      readonly version?: "same" | "before" | number;
      readonly uri?: string;
    }
  | { readonly stderr: string }
  /** Bytes on stdout that are no message. */
  | { readonly junk: string; readonly times?: number }
  | { readonly die: number }
  | { readonly stopReading: true }
  | { readonly closeStdout: true };

export interface FakeScript {
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly serverInfo?: { readonly name: string; readonly version?: string };
  /** By method; a list whose items are lists is one turn each, the last for all later ones. Requests without steps get null. */
  readonly on?: Readonly<Record<string, readonly FakeStep[] | readonly (readonly FakeStep[])[]>>;
  /** Writes in pieces of this many bytes. */
  readonly chunkBytes?: number;
  /** Is deaf to `shutdown`, `exit`, signals and the end of its input. */
  readonly refusesToExit?: boolean;
  /** A file that gets every message that came, one JSON line each. */
  readonly log?: string;
}

interface Incoming {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

const script = JSON.parse(process.argv[2] ?? "{}") as FakeScript;
const versions = new Map<string, number>();
const answers = new Map<number | string, (message: Incoming) => void>();
const turns = new Map<string, number>();
let asked = 0;
let pending = Buffer.alloc(0);
let writing = Promise.resolve();

const DEFAULT_CAPABILITIES = {
  textDocumentSync: { openClose: true, change: 2, save: { includeText: false } },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
};

process.stdin.on("data", (chunk: Buffer) => {
  pending = Buffer.concat([pending, chunk]);
  for (let message = takeMessage(); message !== undefined; message = takeMessage()) void handle(message);
});
if (script.refusesToExit === true) {
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) process.on(signal, () => {});
  setInterval(() => {}, 60_000);
} else {
  process.stdin.on("end", () => process.exit(0));
}

function takeMessage(): Incoming | undefined {
  const end = pending.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const length = Number(/Content-Length: (\d+)/i.exec(pending.toString("latin1", 0, end))?.[1]);
  const start = end + 4;
  if (pending.length < start + length) return undefined;
  const body = pending.toString("utf8", start, start + length);
  pending = pending.subarray(start + length);
  return JSON.parse(body) as Incoming;
}

async function handle(message: Incoming): Promise<void> {
  if (script.log !== undefined) appendFileSync(script.log, `${JSON.stringify(message)}\n`);
  const { method, id } = message;
  if (method === undefined) {
    if (id !== undefined) answers.get(id)?.(message);
    return;
  }
  trackVersion(message);
  let isAnswered = false;
  for (const step of stepsFor(method)) isAnswered = (await take(step, message)) || isAnswered;
  if (isAnswered || (script.refusesToExit === true && method === "shutdown")) return;
  if (method === "exit" && script.refusesToExit !== true) process.exit(0);
  if (id !== undefined) send({ id, result: method === "initialize" ? initializeResult() : null });
}

function initializeResult(): unknown {
  const { capabilities = DEFAULT_CAPABILITIES, serverInfo } = script;
  return { capabilities, ...(serverInfo === undefined ? {} : { serverInfo }) };
}

function stepsFor(method: string): readonly FakeStep[] {
  const steps = script.on?.[method] ?? [];
  if (!Array.isArray(steps[0])) return steps as readonly FakeStep[];
  const turn = turns.get(method) ?? 0;
  turns.set(method, turn + 1);
  return (steps as readonly (readonly FakeStep[])[])[Math.min(turn, steps.length - 1)] ?? [];
}

/** Whether the step has answered the message, or makes sure that nobody does. */
async function take(step: FakeStep, message: Incoming): Promise<boolean> {
  const { id } = message;
  if ("wait" in step) await new Promise((resolve) => setTimeout(resolve, step.wait));
  else if ("spin" in step) for (const end = Date.now() + step.spin; Date.now() < end;);
  else if ("notify" in step) send({ method: step.notify, params: step.params });
  else if ("ask" in step) await ask(step);
  else if ("publish" in step) publish(step, message);
  else if ("stderr" in step) process.stderr.write(step.stderr);
  else if ("junk" in step) write(Buffer.from(step.junk.repeat(step.times ?? 1)));
  else if ("stopReading" in step) stopReading();
  else if ("closeStdout" in step) process.stdout.end();
  else if ("die" in step) await die(step.die);
  else {
    if ("error" in step) send({ id, error: step.error });
    else if ("resultBytes" in step) send({ id, result: { contents: "x".repeat(step.resultBytes) } });
    else if ("result" in step) send({ id, result: step.result });
    return true;
  }
  return false;
}

async function ask({ ask: method, params, id }: Extract<FakeStep, { ask: string }>): Promise<void> {
  asked += 1;
  const mine = id ?? `ask-${asked}`;
  const { promise, resolve } = Promise.withResolvers<Incoming>();
  answers.set(mine, resolve);
  send({ id: mine, method, params });
  await promise;
  answers.delete(mine);
}

function publish(
  { publish: diagnostics, version, uri }: Extract<FakeStep, { publish: readonly unknown[] }>,
  message: Incoming,
): void {
  const own = documentOf(message)?.uri ?? "";
  const current = versions.get(own) ?? 0;
  const said = version === "same" ? current : version === "before" ? current - 1 : version;
  const params = { uri: uri ?? own, diagnostics, ...(said === undefined ? {} : { version: said }) };
  send({ method: "textDocument/publishDiagnostics", params });
}

function stopReading(): void {
  process.stdin.pause();
  // Or nothing would keep the process.
  setInterval(() => {}, 60_000);
}

/** What was written before still goes out. */
async function die(code: number): Promise<void> {
  await writing;
  process.exit(code);
}

function trackVersion(message: Incoming): void {
  const document = documentOf(message);
  if (document?.version !== undefined) versions.set(document.uri, document.version);
}

function documentOf({ params }: Incoming): { readonly uri: string; readonly version?: number } | undefined {
  return (params as { textDocument?: { uri: string; version?: number } } | undefined)?.textDocument;
}

function send(message: Readonly<Record<string, unknown>>): void {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
}

function write(bytes: Buffer): void {
  const { chunkBytes = bytes.length } = script;
  writing = writing.then(async () => {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      await new Promise<void>((resolve) => process.stdout.write(bytes.subarray(at, at + chunkBytes), () => resolve()));
      if (chunkBytes < bytes.length) await new Promise((resolve) => setImmediate(resolve));
    }
  });
}
