import { relativeWithin } from "../base/path-containment.ts";
import type { ServerSetting } from "./server-settings.ts";
import type { SettingPath, SettingValue, SettingValues } from "./settings.ts";

/** Where a value comes from; a later one in this list beats an earlier one. */
export type Origin = "default" | "user file" | "project file" | "command line" | "environment";

/** One setting in force, ready to be shown: paths from home, values of environment variables left out. */
export interface Leaf {
  readonly path: string;
  readonly value: string;
  readonly origin: Origin;
  /** The file or variable behind it, when there is one. */
  readonly source?: string;
}

/** A settings file that was looked for. */
export interface ConfigDocument {
  readonly role: "user" | "project";
  /** From home (`~/…`) where it lies there. */
  readonly file: string;
  readonly state: "read" | "absent" | "rejected";
}

/** Something in a settings file or variable that has no effect, and what is expected instead. */
export interface ConfigNotice {
  /** The file or variable. */
  readonly source: string;
  /** Path of the setting in it, when it is about one. */
  readonly key?: string;
  readonly text: string;
}

/** Whether programs and settings that the checkout brings along may be used. */
export interface Trust {
  readonly isTrusted: boolean;
  readonly why: string;
}

export interface ToolSwitch {
  readonly isEnabled: boolean;
  readonly leaf: Leaf;
}

export interface ConfigState {
  readonly root: string;
  readonly home: string;
  readonly values: SettingValues;
  readonly leaves: readonly Leaf[];
  /** Own tool name → switch, for the tools that a file mentions. */
  readonly toolSwitches: ReadonlyMap<string, ToolSwitch>;
  /** Any name of a tool → its own name. */
  readonly toolNames: ReadonlyMap<string, string>;
  /** Id → what files say about the language server. */
  readonly servers: ReadonlyMap<string, ServerSetting>;
  /** The keys of it that a file sets, for reports. */
  readonly serverLeaves: readonly Leaf[];
  readonly documents: readonly ConfigDocument[];
  readonly notices: readonly ConfigNotice[];
  readonly trust: Trust;
}

/** Effective settings for one workspace root, with where each came from. Immutable. */
export class Config {
  readonly #state: ConfigState;

  constructor(state: ConfigState) {
    this.#state = state;
  }

  get<P extends SettingPath>(path: P): SettingValue<P> {
    return this.#state.values[path] as SettingValue<P>;
  }

  /** Whether anything says so: a file, the command line or the environment. */
  isSet(path: SettingPath): boolean {
    return this.#state.leaves.some((leaf) => leaf.path === path && leaf.origin !== "default");
  }

  /** By any of the tool's names; a tool that no file mentions is on. */
  isToolEnabled(name: string): boolean {
    const own = this.#state.toolNames.get(name) ?? name;
    return this.#state.toolSwitches.get(own)?.isEnabled ?? true;
  }

  /** What files say about a language server; `command` in it is absolute or a name on the PATH. */
  get servers(): ReadonlyMap<string, ServerSetting> {
    return this.#state.servers;
  }

  get root(): string {
    return this.#state.root;
  }

  get trust(): Trust {
    return this.#state.trust;
  }

  get notices(): readonly ConfigNotice[] {
    return this.#state.notices;
  }

  get documents(): readonly ConfigDocument[] {
    return this.#state.documents;
  }

  /** Every setting in force, in the order of the table, then the tools and the servers that a file mentions. */
  provenance(): readonly Leaf[] {
    const switches = [...this.#state.toolSwitches.values()].map(({ leaf }) => leaf);
    return [...this.#state.leaves, ...switches, ...this.#state.serverLeaves];
  }

  /** An absolute path as settings and their reports show it: from home where it lies there. */
  showPath(path: string): string {
    return homeRelative(path, this.#state.home);
  }
}

/** `~`, `~/…`, or the path itself when it lies elsewhere. */
export function homeRelative(path: string, home: string): string {
  const relative = relativeWithin(home, path);
  if (relative === undefined) return path;
  return relative === "" ? "~" : `~/${relative}`;
}

/** A notice on one line. */
export function noticeText({ source, key, text }: ConfigNotice): string {
  return key === undefined ? `${source} ${text}` : `${source}: \`${key}\` ${text}`;
}
