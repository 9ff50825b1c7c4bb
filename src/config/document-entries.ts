import { isObject } from "./config-file.ts";
import type { ConfigNotice, Origin } from "./config.ts";
import { readServerSettings, type ServerEntry } from "./server-settings.ts";
import { checkSettingValue, describeValue } from "./setting-value.ts";
import { settings, type Setting } from "./settings.ts";

/** One value that a document sets. */
export interface Entry {
  /** Path of the setting; for a tool's switch with the tool's own name in it. */
  readonly path: string;
  /** The tool, for a switch. */
  readonly tool?: string;
  readonly value: boolean | number | string | readonly string[];
  readonly origin: Origin;
  readonly source?: string;
}

/** The tools that exist, as far as their switches go. */
export interface SwitchableTool {
  readonly name: string;
  readonly mcp?: { readonly name: string };
  readonly canDisable?: boolean;
}

export interface DocumentRequest {
  readonly content: Readonly<Record<string, unknown>>;
  /** The document as notices name it. */
  readonly source: string;
  readonly origin: "user file" | "project file";
  readonly home: string;
  /** Any name of a tool → the tool; undefined when names are not to be checked. */
  readonly tools: ReadonlyMap<string, SwitchableTool> | undefined;
  /** Whether what the checkout brings along may be used. */
  readonly isTrusted: boolean;
}

export interface DocumentEntries {
  readonly entries: readonly Entry[];
  readonly servers: readonly ServerEntry[];
  readonly notices: readonly ConfigNotice[];
}

const MAX_NOTICES = 20;
const MAX_KEY = 64;
const toolSwitch = settings[0];
const folders = new Set(settings.flatMap(({ path }) => (path.includes(".") ? [path.slice(0, path.indexOf("."))] : [])));
const byPath = new Map<string, Setting>(settings.map((setting) => [setting.path, setting]));

/**
 * What a document sets, and a notice for everything in it that has no effect. Only own keys that
 * the table knows are followed, so depth and names like `__proto__` cannot do harm.
 */
export function readEntries(request: DocumentRequest): DocumentEntries {
  const reader = new EntryReader(request);
  for (const [key, value] of Object.entries(request.content)) reader.readKey(key, value);
  const { entries, servers, notices } = reader;
  if (notices.length <= MAX_NOTICES) return { entries, servers, notices };
  const left = notices.length - MAX_NOTICES;
  const rest = { source: request.source, text: `has ${left} more keys without effect` };
  return { entries, servers, notices: [...notices.slice(0, MAX_NOTICES), rest] };
}

class EntryReader {
  readonly entries: Entry[] = [];
  readonly servers: ServerEntry[] = [];
  readonly notices: ConfigNotice[] = [];
  readonly #request: DocumentRequest;

  constructor(request: DocumentRequest) {
    this.#request = request;
  }

  readKey(key: string, value: unknown): void {
    if (key.includes(".")) {
      return this.#notice(
        key,
        'has no effect; a dotted name is written as nested objects, such as {"logs": {"maxFiles": 5}}',
      );
    }
    if (!folders.has(key) && key !== "servers") return this.#set(key, value);
    if (!isObject(value)) return this.#notice(key, `must be an object, got ${describeValue(value)}`);
    if (key === "servers") return this.#readServers(value);
    for (const [name, inner] of Object.entries(value)) {
      if (key === "tools") this.#readTool(name, inner);
      else this.#set(`${key}.${name}`, inner);
    }
  }

  #set(path: string, value: unknown): void {
    const setting = byPath.get(path);
    if (setting === undefined) {
      return this.#notice(path, `is not a setting and has no effect; the settings are ${listSettings()}`);
    }
    this.#check(setting, path, value);
  }

  #readServers(value: Readonly<Record<string, unknown>>): void {
    const { origin, isTrusted } = this.#request;
    const { entries, problems } = readServerSettings(value, origin === "project file" && !isTrusted);
    this.servers.push(...entries);
    for (const { path, text } of problems) this.#notice(path, text);
  }

  #readTool(name: string, value: unknown): void {
    const { tools } = this.#request;
    const tool = tools === undefined ? { name } : tools.get(name);
    const key = `tools.${name}`;
    if (tool === undefined)
      return this.#notice(key, "has no effect: no tool has that name; `reticle tools` lists them");
    if (!isObject(value))
      return this.#notice(key, `must be an object such as {"enabled": false}, got ${describeValue(value)}`);
    for (const [inner, isEnabled] of Object.entries(value)) {
      if (inner !== "enabled")
        this.#notice(`${key}.${inner}`, "is not a setting and has no effect; a tool has `enabled`");
      else if (tool.canDisable === false) this.#notice(`${key}.enabled`, "has no effect: this tool is always on");
      else this.#check(toolSwitch, `${key}.enabled`, isEnabled, tool.name);
    }
  }

  #check(setting: Setting, path: string, value: unknown, tool?: string): void {
    const { origin, source, home } = this.#request;
    if (origin === "project file" && !setting.project) {
      return this.#notice(path, "has no effect in a project file; only the user's own file may set it");
    }
    const checked = checkSettingValue(setting, value, home);
    if (!checked.isValid) return this.#notice(path, `must be ${checked.expected}, got ${describeValue(value)}`);
    const owner = tool === undefined ? { path } : { path: `tools.${tool}.enabled`, tool };
    this.entries.push({ ...owner, value: checked.value, origin, source });
  }

  #notice(key: string, text: string): void {
    this.notices.push({ source: this.#request.source, key: showKey(key), text });
  }
}

/** Every setting, those of one object together: `logs.{maxFiles, maxBytes}`. */
function listSettings(): string {
  const groups = new Map<string, string[]>();
  for (const { path } of settings) {
    const [folder = path, ...rest] = path.split(".");
    groups.set(folder, [...(groups.get(folder) ?? []), rest.join(".")]);
  }
  const shown = [...groups].map(([folder, [first = "", ...more]]) => {
    if (first === "") return folder;
    return more.length === 0 ? `${folder}.${first}` : `${folder}.{${[first, ...more].join(", ")}}`;
  });
  return [...shown, "servers.<id>"].join(", ");
}

/** A key on one line of bounded length, whatever the file put into it. */
function showKey(key: string): string {
  const line = key.replaceAll(/[\p{Cc}\p{Cf}`]/gu, "?");
  return line.length > MAX_KEY ? `${line.slice(0, MAX_KEY)}…` : line;
}
