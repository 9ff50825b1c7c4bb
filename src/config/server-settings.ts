import type { JsonObject } from "../base/json.ts";
import { isObject } from "./config-file.ts";
import { describeValue } from "./setting-value.ts";

/** What the settings say about one language server: `servers.<id>` in a file. */
export interface ServerSetting {
  readonly enabled?: boolean;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly priority?: number;
  readonly title?: string;
  readonly languageIds?: Readonly<Record<string, string>>;
  readonly rootMarkers?: readonly string[];
  readonly settings?: JsonObject;
  readonly initializationOptions?: JsonObject;
}

export type ServerSettingKey = keyof ServerSetting;

type ServerSettingType = "boolean" | "string" | "strings" | "integer" | "texts" | "object";

interface ServerSettingRow {
  readonly key: ServerSettingKey;
  readonly type: ServerSettingType;
  readonly doc: string;
}

/** The one table of what can be set for a server. */
export const serverSettings: readonly ServerSettingRow[] = [
  {
    key: "enabled",
    type: "boolean",
    doc: "Whether the server is used. `true` also switches on those that are used only on request.",
  },
  {
    key: "command",
    type: "string",
    doc: "The executable: a name on the PATH, an absolute path, or, in a trusted project's file, a path relative to that project.",
  },
  { key: "args", type: "strings", doc: "Its arguments, in place of the usual ones." },
  { key: "env", type: "texts", doc: "Variables added to its environment." },
  {
    key: "priority",
    type: "integer",
    doc: "Among the servers that can answer navigation in a file the highest one does; 50 is usual.",
  },
  { key: "title", type: "string", doc: "The name of a server of your own in reports." },
  {
    key: "languageIds",
    type: "texts",
    doc: 'Extension or file name → language id: `{".foo": "foo"}`. A server of your own needs it, and `command`.',
  },
  { key: "rootMarkers", type: "strings", doc: "Names or globs of files that mark a root, in place of the usual ones." },
  {
    key: "settings",
    type: "object",
    doc: 'Sections of its configuration, laid over ours: `{"gopls": {"staticcheck": true}}`.',
  },
  { key: "initializationOptions", type: "object", doc: "Its initialization options, laid over ours." },
];

/** One key that a file sets for a server. */
export interface ServerEntry {
  readonly id: string;
  readonly key: ServerSettingKey;
  readonly value: ServerSetting[ServerSettingKey];
}

export interface ServerEntries {
  readonly entries: readonly ServerEntry[];
  /** Path of a setting → what is wrong with it. */
  readonly problems: readonly { readonly path: string; readonly text: string }[];
}

const SERVER_ID = /^[a-z][a-z0-9-]{0,39}$/;
const rows = new Map(serverSettings.map((row): [string, ServerSettingRow] => [row.key, row]));

/**
 * Reads the `servers` object of a settings file. With `onlySwitchOff` (a project's file in a workspace
 * that is not trusted) all it may say is that a server is not to be used.
 */
export function readServerSettings(value: unknown, onlySwitchOff: boolean): ServerEntries {
  const entries: ServerEntry[] = [];
  const problems: { path: string; text: string }[] = [];
  for (const [id, server] of Object.entries(isObject(value) ? value : {})) {
    const path = `servers.${id}`;
    if (!SERVER_ID.test(id)) {
      problems.push({ path, text: "has no effect; the id of a server is lower-case letters, digits and -" });
    } else if (!isObject(server)) {
      problems.push({ path, text: `must be an object such as {"enabled": false}, got ${describeValue(server)}` });
    } else {
      for (const [key, inner] of Object.entries(server)) {
        const result = readKey(key, inner, onlySwitchOff);
        if (typeof result === "string") problems.push({ path: `${path}.${key}`, text: result });
        else entries.push({ id, ...result });
      }
    }
  }
  return { entries, problems };
}

function readKey(key: string, value: unknown, onlySwitchOff: boolean): Omit<ServerEntry, "id"> | string {
  const row = rows.get(key);
  if (row === undefined) return `is not a setting and has no effect; a server has ${[...rows.keys()].join(", ")}`;
  if (onlySwitchOff && !(key === "enabled" && value === false)) {
    return "has no effect in a project file of a workspace that is not trusted, except `enabled: false`";
  }
  const expected = expectation(row.type, value);
  if (expected !== undefined) return `must be ${expected}, got ${describeValue(value)}`;
  return { key: row.key, value: value as ServerEntry["value"] };
}

/** What was expected, for a value that is something else. */
function expectation(type: ServerSettingType, value: unknown): string | undefined {
  switch (type) {
    case "boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "string":
      return isText(value) && value !== "" ? undefined : "a string that is not empty";
    case "strings":
      return Array.isArray(value) && value.every(isText) ? undefined : "an array of strings";
    case "integer":
      return Number.isInteger(value) ? undefined : "an integer";
    case "texts":
      return isObject(value) && Object.values(value).every(isText) ? undefined : "an object of strings";
    case "object":
      return isObject(value) ? undefined : "an object";
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\0");
}
