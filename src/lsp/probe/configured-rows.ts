import type { Config } from "../../config/config.ts";
import type { ServerSetting } from "../../config/server-settings.ts";
import type { JsonValue, ServerCommand } from "../definition.ts";
import type { ServerRow } from "../server-row.ts";

/** A row, and what the settings say about it. */
export interface ConfiguredRow {
  readonly row: ServerRow;
  readonly setting: ServerSetting;
}

const NO_SETTING: ServerSetting = {};

/** Our rows as the settings change them, and those that only the settings know. */
export function configuredRows(rows: readonly ServerRow[], config: Config): ConfiguredRow[] {
  const known = new Set(rows.map(({ id }) => id));
  const own = [...config.servers].flatMap(([id, setting]) => {
    if (known.has(id)) return [];
    const row = ownRow(id, setting);
    return row === undefined ? [] : [{ row, setting }];
  });
  return [...rows.map((row) => configure(row, config.servers.get(row.id) ?? NO_SETTING)), ...own];
}

function configure(row: ServerRow, setting: ServerSetting): ConfiguredRow {
  if (setting === NO_SETTING) return { row, setting };
  const { command, args, priority, languageIds, rootMarkers } = setting;
  const changed: ServerRow = {
    ...row,
    ...(command === undefined && args === undefined ? {} : { commands: commandsOf(row, setting) }),
    ...(priority === undefined ? {} : { priority }),
    ...(languageIds === undefined ? {} : { languageIds: { ...row.languageIds, ...languageIds } }),
    ...(rootMarkers === undefined ? {} : { rootMarkers, needsMarker: true }),
  };
  if (priority === undefined) return { row: changed, setting };
  const { raisedBy: _replaced, ...plain } = changed;
  return { row: plain, setting };
}

function commandsOf(row: ServerRow, { command, args }: ServerSetting): readonly ServerCommand[] {
  const usual = row.commands.find(({ from }) => from === "path") ?? row.commands[0];
  if (command === undefined) return row.commands.map((one) => ({ ...one, args: args ?? one.args }));
  return [{ binary: command, args: args ?? usual?.args ?? [], from: "path" }];
}

/** A server that the user describes; undefined as long as it does not say what to start for which files. */
function ownRow(id: string, setting: ServerSetting): ServerRow | undefined {
  const { command, languageIds, rootMarkers = [] } = setting;
  if (command === undefined || languageIds === undefined) return undefined;
  return {
    id,
    title: setting.title ?? id,
    languageIds,
    rootMarkers,
    needsMarker: rootMarkers.length > 0,
    commands: [{ binary: command, args: setting.args ?? [], from: "path" }],
    install: `put ${command} where the settings say it is`,
    ...(setting.priority === undefined ? {} : { priority: setting.priority }),
  };
}

/** The second laid over the first: objects key by key, anything else as a whole. */
export function overlay(under: JsonValue | undefined, over: JsonValue | undefined): JsonValue | undefined {
  if (over === undefined) return under;
  if (!isRecord(under) || !isRecord(over)) return over;
  const merged: Record<string, JsonValue> = { ...under };
  for (const [key, value] of Object.entries(over)) merged[key] = overlay(merged[key], value) ?? null;
  return merged;
}

function isRecord(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
