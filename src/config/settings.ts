/**
 * The one table of settings. A setting is addressed by its path (`logs.maxFiles` is `maxFiles` in the
 * object `logs`); files, command line, environment, documentation and types all come from here.
 */
export type SettingType = "boolean" | "integer" | "choice" | "path" | "paths";

export interface Setting {
  readonly path: string;
  readonly type: SettingType;
  readonly default: boolean | number | string | readonly string[];
  /** Bounds of an integer, inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** What a choice is between. */
  readonly choices?: readonly string[];
  /** Whether a project file may set it; what names commands or folders is the user's alone. */
  readonly project: boolean;
  /** Environment variable that overrides every file. */
  readonly env?: string;
  readonly doc: string;
}

export const settings = [
  {
    path: "tools.<name>.enabled",
    type: "boolean",
    default: true,
    project: true,
    doc: "Whether the tool exists at all. A project file can switch tools off; it can switch one back on that the user's file has off only in a trusted workspace.",
  },
  {
    path: "trustedRoots",
    type: "paths",
    default: [],
    project: false,
    doc: "Folders whose checkouts, at any depth, are trusted: programs and settings that they bring along may be used. Absolute, or from `~/`.",
  },
  {
    path: "runTools",
    type: "boolean",
    default: false,
    project: false,
    doc: "The tools that are bound to one run (debugger, kernels and the like): `true` adds them to what MCP clients see; `false` takes them from what pi can load, where they are by default.",
  },
  {
    path: "approval.write",
    type: "boolean",
    default: false,
    project: false,
    doc: "Whether pi asks you before one of our tools changes files. pi's own edit and write tools do not ask either.",
  },
  {
    path: "approval.exec",
    type: "boolean",
    default: false,
    project: false,
    doc: "Whether pi asks you before one of our tools starts or drives a program.",
  },
  {
    path: "readGuard",
    type: "choice",
    choices: ["block", "warn", "off"],
    default: "block",
    project: false,
    doc: "What happens in pi when the model edits or overwrites lines that it has not read as they are now: the call is refused with the read that is missing, the result says so, or nothing. In Markdown files it never refuses.",
  },
  {
    path: "cacheDir",
    type: "path",
    default: "~/.cache/reticle",
    project: false,
    env: "RETICLE_CACHE_DIR",
    doc: "Folder for caches and logs. `XDG_CACHE_HOME` moves the default.",
  },
  {
    path: "serversDir",
    type: "path",
    default: "~/.cache/reticle/servers",
    project: false,
    env: "RETICLE_SERVERS_DIR",
    doc: "Folder that `reticle install` puts language servers into. The default follows `cacheDir`.",
  },
  {
    path: "logs.maxFiles",
    type: "integer",
    default: 50,
    minimum: 1,
    maximum: 10_000,
    project: false,
    doc: "How many logs of results that were too large to deliver whole are kept; the oldest go first.",
  },
  {
    path: "logs.maxBytes",
    type: "integer",
    default: 64 * 1024 * 1024,
    minimum: 1024 * 1024,
    maximum: 10 * 1024 * 1024 * 1024,
    project: false,
    doc: "How many bytes those logs may take up together.",
  },
  {
    path: "languageServers.maxRunning",
    type: "integer",
    default: 8,
    minimum: 1,
    maximum: 32,
    project: false,
    doc: "How many language servers run at a time; for one more, the one that was longest unused is stopped.",
  },
  {
    path: "languageServers.maxBytes",
    type: "integer",
    default: 4 * 1024 * 1024 * 1024,
    minimum: 256 * 1024 * 1024,
    maximum: 256 * 1024 * 1024 * 1024,
    project: false,
    doc: "How much memory they may take up together; beyond it those that were longest unused are stopped, but for the last.",
  },
  {
    path: "languageServers.idleMinutes",
    type: "integer",
    default: 10,
    minimum: 1,
    maximum: 10_080,
    project: false,
    doc: "A language server that nobody has asked anything for this long is stopped; the next call starts it again.",
  },
  {
    path: "diagnosticsOnWrite.waitMs",
    type: "integer",
    default: 2_500,
    minimum: 0,
    maximum: 20_000,
    project: false,
    doc: "How many milliseconds a tool that changed files waits for language servers to say what the change broke; what they say later comes with a later result. 0: they are not asked.",
  },
  {
    path: "diagnosticsOnWrite.baselineMs",
    type: "integer",
    default: 1_500,
    minimum: 0,
    maximum: 10_000,
    project: false,
    doc: "How many milliseconds it waits before the change to learn what is wrong already, where that is not known yet.",
  },
] as const satisfies readonly Setting[];

interface ValueTypes {
  boolean: boolean;
  integer: number;
  choice: string;
  path: string;
  paths: readonly string[];
}
type Row = (typeof settings)[number];

/** Every setting but the switches of tools, which are asked for by tool. */
export type SettingPath = Exclude<Row["path"], "tools.<name>.enabled">;
export type SettingValue<P extends SettingPath> =
  Extract<Row, { path: P }> extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : ValueTypes[Extract<Row, { path: P }>["type"]];
export type SettingValues = { readonly [P in SettingPath]: SettingValue<P> };

/** Environment variable that names the user's settings file. */
export const userFileVariable = "RETICLE_CONFIG";
/** Name of a project's settings file. */
export const projectFileName = ".reticle.json";
