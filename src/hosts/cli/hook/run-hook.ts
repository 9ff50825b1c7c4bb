import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { isReticleError, ReticleError } from "../../../base/errors.ts";
import { contains } from "../../../base/path-containment.ts";
import { askServer } from "../../../rendezvous/ask-server.ts";
import type { HookAnswer, HookQuestion } from "../../../rendezvous/messages.ts";
import type { CliIo } from "../io.ts";
import { findHookClient, type HookClient, hookClients } from "./clients.ts";
import { type HookEvent, readEvent } from "./read-event.ts";
import { readInput } from "./read-input.ts";

/** A client waits for its hook before it goes on; together with an engine of its own less than it is given. */
const ANSWER_MS = 8_000;

export interface HookFlags {
  /** The word behind `reticle hook`. */
  readonly client: string | undefined;
  /** For an engine of its own. */
  readonly isTrusted: boolean;
  /** Called before an engine is loaded. */
  readonly onAlone?: () => Promise<void>;
}

/**
 * Answers one event of a client's hooks: what the client passes on stdin, what its model is told on stdout. Resolves with
 * the exit code: 0, or 1 for what is no event; never 2, by which clients block the tool that was called. Never rejects.
 */
export async function runHook(flags: HookFlags, io: CliIo): Promise<number> {
  try {
    const client = requireClient(flags.client);
    const event = readEvent(client, await readInput(io.stdin, client));
    const answer = event === undefined ? undefined : await answerTo(event, { client, flags, env: io.env });
    const text = answer?.text === "" ? undefined : answer?.text;
    await write(io, client.print(event?.name ?? "", text));
    return 0;
  } catch (error) {
    const hint = isReticleError(error) && error.hint !== undefined ? `  ${error.hint}\n` : "";
    io.stderr.write(`reticle hook: ${error instanceof Error ? error.message : String(error)}\n${hint}`);
    return 1;
  }
}

function requireClient(name: string | undefined): HookClient {
  const client = name === undefined ? undefined : findHookClient(name);
  if (client !== undefined) return client;
  const given = name === undefined ? "the client is missing" : `there is no client ${JSON.stringify(name)}`;
  throw new ReticleError(
    "invalid_input",
    `${given}; the clients are ${hookClients.map((one) => one.name).join(", ")}`,
    {
      hint: "reticle setup CLIENT writes the hooks of one",
    },
  );
}

interface Asking {
  readonly client: HookClient;
  readonly flags: HookFlags;
  readonly env: NodeJS.ProcessEnv;
}

async function answerTo(event: HookEvent, { client, flags, env }: Asking): Promise<HookAnswer | undefined> {
  const named = event.project ?? env[client.projectVariable ?? ""];
  const cwd = canonical(event.cwd ?? named ?? ".");
  const { phase, conversation, paths, isShell } = event;
  const question: HookQuestion = { phase, client: client.name, conversation, cwd, paths, isShell };
  const reply = await askServer(question, { answerMs: ANSWER_MS });
  if (reply === undefined) {
    // What is found out before an edit would be gone with this process.
    if (phase === "before") return undefined;
    await flags.onAlone?.();
    const { answerAlone } = await import("./answer-alone.ts");
    const project = canonical(named ?? cwd);
    return answerAlone(question, { root: contains(project, cwd) ? project : cwd, isTrusted: flags.isTrusted });
  }
  if ("answer" in reply) return reply.answer;
  throw new ReticleError("refused", `the running server did not answer: ${reply.refused.message}`);
}

/** Throws `not_found` for a folder that is not there. */
function canonical(folder: string): string {
  try {
    return realpathSync(resolve(folder));
  } catch (cause) {
    const message = `the folder ${JSON.stringify(folder)} that the client works in does not exist; nothing was checked`;
    throw new ReticleError("not_found", message, { cause });
  }
}

/** Resolves when it has left, or its reader is gone. */
function write({ stdout }: CliIo, text: string): Promise<void> {
  const { promise, resolve: done } = Promise.withResolvers<void>();
  stdout.on("error", () => done());
  if (text === "") done();
  else stdout.write(text, () => done());
  return promise;
}
