/** How this program is started: the words of a command line. */
export type Launch = readonly [string, ...string[]];

/** One file of a client's configuration. */
export interface SetupFile {
  /** Relative to the project; of several the first that exists, else the first. */
  readonly paths: readonly [string, ...string[]];
  /**
   * The text with our part in it; `text` is "" for no file. Throws `invalid_input` for a text that it does not understand,
   * in words that follow the file's name.
   */
  readonly add: (text: string, launch: Launch) => string;
  /** The text without our part; "" when nothing else is left. Throws as `add`. */
  readonly remove: (text: string) => string;
}

/** What a client needs to know of us, as data. */
export interface SetupClient {
  readonly name: string;
  readonly title: string;
  readonly files: readonly SetupFile[];
  /** What is left to do by hand afterwards. */
  readonly note: string;
}

/** Seconds that a client gives a hook; ours ends much sooner by itself. */
export const HOOK_TIMEOUT_S = 20;
/** The name of the server in every client. */
export const SERVER = "reticle";

/** A command line for a shell. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

export function hookCommand(launch: Launch, client: string, flags = ""): string {
  return commandLine([...launch, "hook", client]) + flags;
}

/** Whoever started it from where, ours is this program, by either of its names, with these words and flags behind them. */
const OURS = /(?:^|[\s/\\'"])(?:reticle|main\.[jt]s)['"]? hook ([\w-]+)((?: +-\S+)*) *$/;

/** The flags that somebody has put behind our hook of a client; undefined: the command is not ours. */
export function hookFlagsOf(command: unknown, client: string): string | undefined {
  const [, named, flags = ""] = (typeof command === "string" ? OURS.exec(command) : undefined) ?? [];
  return named === client ? flags : undefined;
}

/** The words behind our own `mcp` in a server that is configured already: its flags are kept. */
export function flagsOf(args: unknown): readonly string[] {
  if (!Array.isArray(args)) return [];
  const words = args.filter((word): word is string => typeof word === "string");
  const at = words.indexOf("mcp");
  return at === -1 ? [] : words.slice(at + 1);
}
