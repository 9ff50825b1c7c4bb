import { ReticleError } from "../../../base/errors.ts";
import type { HookClient, ToolKind } from "./clients.ts";
import { MAX_PATHS } from "../../../rendezvous/messages.ts";
import { namesInCommand } from "./names-in-command.ts";

/** What a client told its hook, in one form for all clients. */
export interface HookEvent {
  /** The client's own name of the event. */
  readonly name: string;
  readonly phase: "before" | "after";
  readonly conversation: string;
  /** As the client wrote it; absent where it does not say. */
  readonly cwd: string | undefined;
  /** The folder that the client has open, when it says so. */
  readonly project: string | undefined;
  /** As the tool's arguments name them; of a shell command, words that may be files. */
  readonly paths: readonly string[];
  readonly isShell: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const MAX_QUOTED = 80;
const PATH_FIELDS = ["file_path", "filePath", "notebook_path", "target_notebook", "path", "target_file"];
const PATCH_FIELDS = ["command", "input", "patch", "patchText"];
const FIELDS_OF = { edit: PATH_FIELDS, patch: PATCH_FIELDS } as const;
const PATCHED_FILE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;
const UNIFIED_FILE = /^(?:\+\+\+|---) (?:[ab]\/)?(?!\/dev\/null)([^\t\n]+)/gm;

/**
 * Reads a hook's input. Undefined: it is about nothing that changes files. Throws `invalid_input` for what is no event of
 * this client, naming the field.
 */
export function readEvent(client: HookClient, text: string): HookEvent | undefined {
  const input = parse(client, text);
  const name = requireString(input, "hook_event_name", client);
  const phase = phaseOf(client, name);
  if (phase === undefined) {
    const known = [...client.before, ...client.after].join(", ");
    throw invalid(`\`hook_event_name\` is ${quote(name)}; ${client.title} is answered at ${known}`);
  }
  const tool = client.toolOfEvent?.[name] ?? requireString(input, "tool_name", client);
  const kind = Object.hasOwn(client.tools, tool) ? client.tools[tool] : undefined;
  if (kind === undefined) return undefined;
  const args = asFields(input["tool_input"]) ?? input;
  const paths = pathsOf(kind, args);
  // Silence would say that nothing is broken.
  if (paths.length === 0 && kind !== "shell") {
    throw invalid(`\`tool_input\` of ${quote(tool)} names no file; ${FIELDS_OF[kind].join(", ")} were looked for`);
  }
  return {
    name,
    phase,
    conversation: firstString(input, ["session_id", "conversation_id"]) ?? "",
    cwd: firstString(input, ["cwd"]) ?? firstString(args, ["cwd", "workdir", "working_directory"]),
    project: firstItem(input["workspace_roots"]),
    paths: paths.slice(0, MAX_PATHS),
    isShell: kind === "shell",
  };
}

function parse(client: HookClient, text: string): Fields {
  let value: unknown;
  try {
    // Shells of Windows put a byte order mark before what they pipe.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    const what = text.trim() === "" ? "standard input is empty" : `standard input is no JSON: ${quote(text)}`;
    throw invalid(`${what}; ${client.title} passes an event there`, cause);
  }
  const fields = asFields(value);
  if (fields === undefined) throw invalid(`standard input is no JSON object: ${quote(text)}`);
  return fields;
}

function phaseOf({ before, after }: HookClient, name: string): HookEvent["phase"] | undefined {
  if (before.includes(name)) return "before";
  return after.includes(name) ? "after" : undefined;
}

function pathsOf(kind: ToolKind, args: Fields): readonly string[] {
  switch (kind) {
    case "edit":
      return unique(PATH_FIELDS.flatMap((field) => firstString(args, [field]) ?? []));
    case "patch":
      return patchedFiles(firstString(args, PATCH_FIELDS) ?? "");
    case "shell":
      return namesInCommand(firstString(args, ["command"]) ?? "");
  }
}

function patchedFiles(patch: string): readonly string[] {
  const pattern = patch.includes("*** Begin Patch") ? PATCHED_FILE : UNIFIED_FILE;
  return unique([...patch.matchAll(pattern)].flatMap(([, path]) => path?.trim() ?? []));
}

function requireString(input: Fields, field: string, { title }: HookClient): string {
  const value = input[field];
  if (typeof value === "string" && value !== "") return value;
  throw invalid(`\`${field}\` is missing in what ${title} passed, or no text`);
}

function firstString(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

function firstItem(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return typeof first === "string" ? first : undefined;
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}

function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}

function invalid(message: string, cause?: unknown): ReticleError {
  const hint = "`reticle setup` writes the hooks as their client calls them; nothing was checked";
  return new ReticleError("invalid_input", message, { hint, cause });
}
