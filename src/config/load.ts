import { realpathSync } from "node:fs";
import nodePath from "node:path";
import { contains, rootHolding } from "../base/path-containment.ts";
import { readConfigFile, type ConfigFile } from "./config-file.ts";
import {
  Config,
  homeRelative,
  type ConfigDocument,
  type ConfigNotice,
  type Leaf,
  type ToolSwitch,
  type Trust,
} from "./config.ts";
import { readEntries, type Entry, type SwitchableTool } from "./document-entries.ts";
import { homeFolder } from "./home-folder.ts";
import { absolutePath, checkSettingValue } from "./setting-value.ts";
import { resolveServers, type SourcedServerEntry } from "./resolve-servers.ts";
import { projectFileName, settings, userFileVariable, type Setting, type SettingValues } from "./settings.ts";

export interface LoadConfigOptions {
  /** Canonical workspace root; the project's settings file is looked for here. */
  readonly root: string;
  /** Canonical folder inside the root; the search for the project's file begins here and goes up to the root. */
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  /** The operator gave `--trust`. */
  readonly isTrusted: boolean;
  /** Why `isTrusted` holds, when it is not because of `--trust`. */
  readonly trustedBy?: string;
  /** Values from the command line. */
  readonly overrides?: Partial<SettingValues>;
  /** The tools that exist; without them the names in `tools` are not checked. */
  readonly tools?: readonly SwitchableTool[];
}

/**
 * Effective settings for one root: environment over command line over project file over user file
 * over default. Never throws: whatever a file gets wrong becomes a notice.
 */
export function loadConfig(options: LoadConfigOptions): Config {
  return new ConfigLoader(options).load();
}

interface FileToRead {
  readonly path: string;
  readonly role: "user" | "project";
  /** The folder the file itself must lie in. */
  readonly within?: string;
  readonly isTrusted: boolean;
}

class ConfigLoader {
  readonly #options: LoadConfigOptions;
  readonly #home: string;
  readonly #tools: ReadonlyMap<string, SwitchableTool> | undefined;
  readonly #documents: ConfigDocument[] = [];
  readonly #notices: ConfigNotice[] = [];
  /** In the order of precedence, lowest first. */
  readonly #entries: Entry[] = [];
  readonly #servers: SourcedServerEntry[] = [];

  constructor(options: LoadConfigOptions) {
    this.#options = options;
    this.#home = homeFolder(options.env);
    this.#tools = options.tools === undefined ? undefined : namesOf(options.tools);
  }

  load(): Config {
    const userFile = this.#userFile();
    this.#read({ path: userFile, role: "user", isTrusted: true });
    const trust = this.#trust(userFile);
    this.#read({ ...this.#projectFile(), role: "project", isTrusted: trust.isTrusted });
    this.#addOverrides();
    const leaves = settings.filter((row) => row.path !== "tools.<name>.enabled").map((row) => this.#leafOf(row));
    return new Config({
      root: this.#options.root,
      home: this.#home,
      values: Object.fromEntries(leaves.map(({ leaf, value }) => [leaf.path, value])) as unknown as SettingValues,
      leaves: leaves.map(({ leaf }) => leaf),
      toolSwitches: this.#toolSwitches(trust),
      toolNames: new Map([...(this.#tools ?? [])].map(([name, tool]) => [name, tool.name])),
      documents: this.#documents,
      notices: this.#notices,
      ...resolveServers(this.#servers, this.#home),
      trust,
    });
  }

  #userFile(): string {
    const { env } = this.#options;
    const standard = nodePath.join(this.#xdg("XDG_CONFIG_HOME", ".config"), "reticle", "config.json");
    const named = env[userFileVariable];
    if (named === undefined || named === "") return standard;
    const path = absolutePath(named, this.#home);
    if (path !== undefined) return path;
    this.#notices.push({
      source: userFileVariable,
      text: "must hold an absolute path, or one that begins with ~/; it has no effect",
    });
    return standard;
  }

  #xdg(variable: string, folder: string): string {
    const value = this.#options.env[variable];
    return value !== undefined && nodePath.isAbsolute(value) ? value : nodePath.join(this.#home, folder);
  }

  /** The nearest file from the working directory up to the root; the root's own place when there is none. */
  #projectFile(): { path: string; within: string } {
    const { root, cwd = root } = this.#options;
    for (let folder = cwd; folder !== root && contains(root, folder); folder = nodePath.dirname(folder)) {
      const path = nodePath.join(folder, projectFileName);
      if (readConfigFile(path, root).state !== "absent") return { path, within: root };
    }
    return { path: nodePath.join(root, projectFileName), within: root };
  }

  #read({ path, role, within, isTrusted }: FileToRead): void {
    const source = homeRelative(path, this.#home);
    const file: ConfigFile = readConfigFile(path, within);
    this.#documents.push({ role, file: source, state: file.state });
    if (file.state === "rejected") this.#notices.push({ source, text: file.why });
    if (file.state === "absent" && role === "user" && this.#options.env[userFileVariable]) {
      this.#notices.push({ source, text: `does not exist; ${userFileVariable} names it` });
    }
    if (file.state !== "read") return;
    const origin: "user file" | "project file" = role === "user" ? "user file" : "project file";
    const request = { source, origin, home: this.#home, tools: this.#tools, isTrusted } as const;
    const found = readEntries({ ...request, content: file.content });
    this.#entries.push(...found.entries);
    this.#servers.push(...found.servers.map((entry) => ({ ...entry, origin, source, folder: nodePath.dirname(path) })));
    this.#notices.push(...found.notices);
  }

  #addOverrides(): void {
    for (const [path, value] of Object.entries(this.#options.overrides ?? {})) {
      this.#entries.push({ path, value, origin: "command line" });
    }
    const rows: readonly Setting[] = settings;
    for (const setting of rows) {
      const text = setting.env === undefined ? undefined : this.#options.env[setting.env];
      if (setting.env === undefined || text === undefined || text === "") continue;
      const checked = checkSettingValue(setting, text, this.#home);
      if (checked.isValid) {
        this.#entries.push({ path: setting.path, value: checked.value, origin: "environment", source: setting.env });
      } else {
        this.#notices.push({ source: setting.env, text: `must hold ${checked.expected}; it has no effect` });
      }
    }
  }

  #leafOf(setting: Setting): { leaf: Leaf; value: Entry["value"] } {
    const entry = this.#entries.findLast(({ path }) => path === setting.path) ?? this.#default(setting);
    return { leaf: { ...provenanceOf(entry), value: this.#show(entry, setting) }, value: entry.value };
  }

  #default(setting: Setting): Entry {
    const { path } = setting;
    const cache = nodePath.join(this.#xdg("XDG_CACHE_HOME", ".cache"), "reticle");
    if (path === "cacheDir") return { path, value: cache, origin: "default" };
    if (path === "serversDir") {
      const chosen = this.#entries.findLast((entry) => entry.path === "cacheDir")?.value ?? cache;
      return { path, value: nodePath.join(String(chosen), "servers"), origin: "default" };
    }
    return { path, value: setting.default, origin: "default" };
  }

  /** What an environment variable holds is never shown. */
  #show(entry: Entry, setting: Setting): string {
    if (entry.origin === "environment") return "(not shown)";
    if (entry.origin === "default" && setting.path === "serversDir") return "servers in cacheDir";
    if (setting.type === "path") return homeRelative(String(entry.value), this.#home);
    if (setting.type === "paths" && Array.isArray(entry.value)) {
      return `[${entry.value.map((path) => homeRelative(String(path), this.#home)).join(", ")}]`;
    }
    return String(entry.value);
  }

  /** The user's "off" stands against the project's "on", unless the workspace is trusted. */
  #toolSwitches(trust: Trust): Map<string, ToolSwitch> {
    const switches = new Map<string, ToolSwitch>();
    for (const entry of this.#entries) {
      const { tool, value, origin, source = "", path } = entry;
      if (tool === undefined) continue;
      const isRaised = origin === "project file" && value === true && switches.get(tool)?.isEnabled === false;
      if (isRaised && !trust.isTrusted) {
        const text = "cannot switch on what the user's file switches off, because the workspace is not trusted";
        this.#notices.push({ source, key: path, text });
      } else {
        switches.set(tool, { isEnabled: value === true, leaf: { ...provenanceOf(entry), value: String(value) } });
      }
    }
    return switches;
  }

  #trust(userFile: string): Trust {
    const { isTrusted, trustedBy = "--trust was given" } = this.#options;
    if (isTrusted) return { isTrusted: true, why: trustedBy };
    const file = homeRelative(userFile, this.#home);
    const entry = this.#entries.findLast(({ path }) => path === "trustedRoots");
    const folders = Array.isArray(entry?.value) ? entry.value.map(canonical) : [];
    const holding = rootHolding(folders, this.#options.root);
    if (holding === undefined)
      return { isTrusted: false, why: `not in trustedRoots of ${file}, and --trust was not given` };
    return { isTrusted: true, why: `${homeRelative(holding, this.#home)} is in trustedRoots of ${file}` };
  }
}

function provenanceOf({ path, origin, source }: Entry): Omit<Leaf, "value"> {
  return { path, origin, ...(source === undefined ? {} : { source }) };
}

function namesOf(tools: readonly SwitchableTool[]): Map<string, SwitchableTool> {
  return new Map(
    tools.flatMap((tool) =>
      tool.mcp === undefined
        ? [[tool.name, tool]]
        : [
            [tool.name, tool],
            [tool.mcp.name, tool],
          ],
    ),
  );
}

function canonical(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // A folder that does not exist (yet) is compared as written.
    return folder;
  }
}
