/** The commands and flags of the command line: parsing, `--help` and usage errors are generated from this table. */
export interface FlagDeclaration {
  readonly name: string;
  readonly short?: string;
  /** Placeholder of its value in help; absent: a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly isRepeatable?: boolean;
  readonly doc: string;
}

export interface CommandDeclaration {
  readonly name: string;
  /** Placeholder of the words that follow, as help shows them. */
  readonly words: string;
  readonly maxWords: number;
  readonly summary: string;
  /** Paragraphs of the command's own help. */
  readonly about: readonly string[];
  readonly flags: readonly FlagDeclaration[];
  readonly examples: readonly string[];
}

export const APPROVE_CHOICES = ["allow", "ask", "deny"] as const;
export const SURFACE_CHOICES = ["main", "plan", "read-only", "mcp"] as const;

export const globalFlags: readonly FlagDeclaration[] = [
  {
    name: "root",
    value: "DIR",
    isRepeatable: true,
    doc: "outer bound of what may be read and written; repeatable; default: the working directory",
  },
  { name: "trust", doc: "let this checkout's own binaries and settings be used" },
  {
    name: "approve",
    value: "POLICY",
    choices: APPROVE_CHOICES,
    doc: "calls that write or execute: allow (default), ask on the terminal, or deny",
  },
  { name: "help", short: "h", doc: "show help, of one command when one is named" },
  { name: "version", doc: "print the version" },
];

export const commands = [
  {
    name: "tour",
    words: "[DIR]",
    maxWords: 1,
    summary: "show what Reticle sees in the real code of DIR (default: the working directory)",
    about: [
      "Picks one source file per language found in DIR, then prints, each with its time: an outline, a symbol's body, a structural search, the code around one of its hits; in the end, with the whole index, a search and who uses a file; and the health report.",
      "A step that cannot run says why. Exit code 1 when a step failed, 0 otherwise, also when DIR holds nothing to show.",
    ],
    flags: [],
    examples: ["reticle tour", "reticle tour ~/src/express"],
  },
  {
    name: "call",
    words: "TOOL [key=value…]",
    maxWords: Number.POSITIVE_INFINITY,
    summary: "call one tool and print its answer",
    about: [
      "A value is a string that the tool's schema turns into a number, boolean or list; a key given twice is a list; a value for a list or object may be JSON.",
      "The answer, an error result included, goes to stdout. Exit code 1 when it is an error result.",
      "A folder that has no index yet is indexed first; that is waited for at most 25 s, then the answer says what it lacks.",
    ],
    flags: [{ name: "json", value: "ARGUMENTS", doc: "all arguments as one JSON object; - reads it from stdin" }],
    examples: [
      "reticle call module_report path=src/app.ts view=compact",
      "reticle call ast_grep_search lang=typescript 'pattern=fetch($$$ARGS)' paths=src paths=test",
      `reticle call read_enclosing --json '{"path":"src/app.ts","line":40}'`,
    ],
  },
  {
    name: "run",
    words: "",
    maxWords: 0,
    summary: "answer calls that come as JSON lines on stdin, all within one run",
    about: [
      `A line in: {"id"?, "tool", "arguments"?}. A line out, in the order of the input: {"id"?, "text", "isError", "structuredContent"?, "details"?}.`,
      "A line that cannot be read is answered by an error line. Exit code 1 when any answer was an error.",
    ],
    flags: [],
    examples: [`echo '{"tool":"module_report","arguments":{"path":"src/app.ts"}}' | reticle run`],
  },
  {
    name: "tools",
    words: "[TOOL…]",
    maxWords: Number.POSITIVE_INFINITY,
    summary: "list the tools, or show the parameters of the named ones",
    about: [],
    flags: [
      { name: "json", doc: "print the listing with its schemas as JSON" },
      {
        name: "surface",
        value: "SURFACE",
        choices: SURFACE_CHOICES,
        doc: "whose view: main (default), plan, read-only, or mcp with its own names",
      },
    ],
    examples: ["reticle tools", "reticle tools ast_grep_search", "reticle tools --json --surface mcp"],
  },
  {
    name: "index",
    words: "[DIR]",
    maxWords: 1,
    summary: "build the index of DIR (default: the working directory), or bring it up to date",
    about: [
      "Sessions do this by themselves when they first need it; what this leaves in the cache folder spares them the wait.",
      "Prints how much of DIR is in the index; a bar shows how far it has come when stderr is a terminal. Exit code 1 when there is no index in the end.",
    ],
    flags: [{ name: "json", doc: "print the figures as JSON" }],
    examples: ["reticle index", "reticle index ~/src/app --json"],
  },
  {
    name: "install",
    words: "[SERVER…]",
    maxWords: 20,
    summary: "fetch language servers in the versions that Reticle was tested with, or list those it can fetch",
    about: [
      "npm, pip or go fetch them from their registries into a folder of their own (the setting serversDir), where they are found before those on the PATH. Install scripts of npm packages do not run. This is the only command that fetches anything.",
      "Exit code 1 when one could not be installed.",
    ],
    flags: [],
    examples: ["reticle install", "reticle install pyright gopls"],
  },
  {
    name: "doctor",
    words: "",
    maxWords: 0,
    summary: "check what works here, and name the command for what is missing",
    about: ["Exit code 1 when something that is needed is broken."],
    flags: [],
    examples: ["reticle doctor"],
  },
  {
    name: "setup",
    words: "CLIENT [DIR]",
    maxWords: 2,
    summary: "tell claude-code, codex, cursor or opencode about Reticle, in the project DIR",
    about: [
      "Adds the MCP server and the hooks to the client's own files in DIR (default: the working directory); what is there stays, comments included. Every change is shown before you are asked, written all or none, and can be taken back.",
      "A file that cannot be understood is refused by name. A second time changes nothing. Exit code 1 when nothing was written though something would change.",
    ],
    flags: [
      { name: "yes", short: "y", doc: "write without asking" },
      { name: "print", doc: "only show what would change" },
      { name: "remove", doc: "take out again what this command adds" },
    ],
    examples: ["reticle setup claude-code", "reticle setup codex ~/src/app --print", "reticle setup cursor --remove"],
  },
  {
    name: "hook",
    words: "CLIENT",
    maxWords: 1,
    summary: "answer an event of a client's hooks: what did this edit break?",
    about: [
      "For the hooks that reticle setup writes. Reads the client's event on stdin, asks the running server of the folder (reticle mcp, or pi), or without one looks for itself, and prints what is new in the form that the client passes on to its model; nothing when nothing is.",
      "Exit code 0, or 1 when the event cannot be read. Never 2: that would block the client's tool.",
    ],
    flags: [],
    examples: ["reticle hook claude-code"],
  },
  {
    name: "mcp",
    words: "",
    maxWords: 0,
    summary: "serve the tools over MCP on stdin and stdout",
    about: ["The client is the gate for calls that write or execute; --approve has no effect here."],
    flags: [{ name: "run-tools", doc: "also offer the tools that are bound to a run of their own" }],
    examples: ["reticle mcp --root ~/src/app"],
  },
] as const satisfies readonly CommandDeclaration[];

export type CommandName = (typeof commands)[number]["name"];

export function findCommand(name: string): (CommandDeclaration & { readonly name: CommandName }) | undefined {
  return commands.find((command) => command.name === name);
}
