/** A client's tool is about to run, or has run. */
export interface HookQuestion {
  readonly phase: "before" | "after";
  /** Which client asks: "claude-code". */
  readonly client: string;
  /** The client's own name of its conversation; one that says nothing was told before has heard nothing. */
  readonly conversation: string;
  /** Canonical absolute folder. */
  readonly cwd: string;
  /** Files that the tool names, absolute or relative to `cwd`. */
  readonly paths: readonly string[];
  /** The tool is a shell: it may write files that it does not name. */
  readonly isShell: boolean;
}

export interface HookAnswer {
  /** For the model; empty: there is nothing to say. */
  readonly text: string;
}

/** What makes an answer. Rejects with a ReticleError when it will not. */
export type AnswerHook = (question: HookQuestion, signal: AbortSignal) => Promise<HookAnswer>;

export interface Refusal {
  readonly kind: string;
  readonly message: string;
}
export type Reply = { readonly answer: HookAnswer } | { readonly refused: Refusal };

/** Longer lines, either way, end the connection. */
export const MAX_LINE_BYTES = 256 * 1024;
const VERSION = 1;
/** Files of one question. */
export const MAX_PATHS = 2_000;

export function encodeQuestion(question: HookQuestion): string {
  return `${JSON.stringify({ version: VERSION, ...question })}\n`;
}

export function encodeReply(reply: Reply): string {
  return `${JSON.stringify(reply)}\n`;
}

/** The question of a line; a string says what is wrong with it. */
export function parseQuestion(line: string): HookQuestion | string {
  const value = parseObject(line);
  if (value === undefined) return "the line is no JSON object";
  const { version, phase, client, conversation, cwd, paths, isShell } = value;
  if (version !== VERSION) return `\`version\` is ${JSON.stringify(version)}, and this server speaks ${VERSION}`;
  if (phase !== "before" && phase !== "after") return '`phase` must be "before" or "after"';
  if (typeof client !== "string" || typeof conversation !== "string" || typeof cwd !== "string") {
    return "`client`, `conversation` and `cwd` must be strings";
  }
  if (!isStrings(paths) || paths.length > MAX_PATHS) return `\`paths\` must be a list of at most ${MAX_PATHS} strings`;
  return { phase, client, conversation, cwd, paths, isShell: isShell === true };
}

export function parseReply(line: string): Reply | undefined {
  const value = parseObject(line);
  const answer = asObject(value?.["answer"]);
  if (typeof answer?.["text"] === "string") return { answer: { text: answer["text"] } };
  const refused = asObject(value?.["refused"]);
  if (typeof refused?.["message"] !== "string") return undefined;
  return { refused: { kind: String(refused["kind"]), message: refused["message"] } };
}

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
