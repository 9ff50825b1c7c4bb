/** What a tool of a client does to files. "patch": it names them in the text of a patch. */
export type ToolKind = "edit" | "patch" | "shell";

/** How a client calls hooks and what it does with what they print. */
export interface HookClient {
  readonly name: string;
  readonly title: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Its own tools that can change files. */
  readonly tools: Readonly<Record<string, ToolKind>>;
  /** The environment variable with the folder that it has open. */
  readonly projectVariable?: string;
  /** Events that are about one tool and do not name it. */
  readonly toolOfEvent?: Readonly<Record<string, string>>;
  /** The output that puts a text into the model's context after `event`; without one, what means "nothing to say". */
  readonly print: (event: string, text: string | undefined) => string;
}

/** `hookSpecificOutput` is what Claude Code calls it; Codex took the format over. */
function asContext(event: string, text: string | undefined): string {
  if (text === undefined) return "";
  return `${JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } })}\n`;
}

export const hookClients: readonly HookClient[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    projectVariable: "CLAUDE_PROJECT_DIR",
    before: ["PreToolUse"],
    // A command that fails has written its files all the same.
    after: ["PostToolUse", "PostToolUseFailure"],
    tools: { Edit: "edit", MultiEdit: "edit", Write: "edit", NotebookEdit: "edit", Bash: "shell" },
    print: asContext,
  },
  {
    name: "codex",
    title: "Codex",
    before: ["PreToolUse"],
    after: ["PostToolUse"],
    tools: { apply_patch: "patch", Bash: "shell" },
    print: asContext,
  },
  {
    name: "cursor",
    title: "Cursor",
    before: ["preToolUse", "beforeShellExecution"],
    after: ["postToolUse", "postToolUseFailure", "afterFileEdit", "afterShellExecution"],
    tools: { Write: "edit", StrReplace: "edit", Delete: "edit", EditNotebook: "edit", Shell: "shell" },
    toolOfEvent: { beforeShellExecution: "Shell", afterShellExecution: "Shell", afterFileEdit: "Write" },
    // It takes any output for JSON, and an empty object for no opinion.
    print: (_event, text) => `${JSON.stringify(text === undefined ? {} : { additional_context: text })}\n`,
  },
  {
    name: "opencode",
    title: "opencode",
    before: ["tool.execute.before"],
    after: ["tool.execute.after"],
    tools: { edit: "edit", write: "edit", multiedit: "edit", patch: "patch", apply_patch: "patch", bash: "shell" },
    // Our own plugin reads it and appends it to the tool's output.
    print: (_event, text) => (text === undefined ? "" : `${text}\n`),
  },
];

export function findHookClient(name: string): HookClient | undefined {
  return hookClients.find((client) => client.name === name);
}
