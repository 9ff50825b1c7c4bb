import { ReticleError } from "../../../base/errors.ts";
import { removeJson, setJson } from "./json-edit.ts";
import { parseJsonTree, valueOf } from "./json-tree.ts";
import {
  flagsOf,
  HOOK_TIMEOUT_S,
  hookCommand,
  hookFlagsOf,
  type Launch,
  SERVER,
  type SetupFile,
} from "./setup-client.ts";

type Fields = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

interface Change {
  readonly path: Path;
  /** Undefined: remove. */
  readonly value: unknown;
}

/** Sets of tools and the events they are for. */
export interface HookRow {
  readonly event: string;
  readonly matcher: string;
}

/** `{"command": …, "args": […]}` at a path that ends in our name; other keys of it stay. */
export function serverFile(path: string, parent: string): SetupFile {
  return jsonFile([path], {
    add: (value, launch) => {
      const [command, ...words] = launch;
      const known = fieldsAt(value, [parent, SERVER]);
      const args = [...words, "mcp", ...flagsOf(known["args"])];
      return differing(known, { command, args }).map(([key, to]) => ({ path: [parent, SERVER, key], value: to }));
    },
    remove: () => [{ path: [parent, SERVER], value: undefined }],
  });
}

/** opencode has the command and its arguments in one list. */
export function openCodeServerFile(paths: SetupFile["paths"]): SetupFile {
  return jsonFile(paths, {
    add: (value, launch) => {
      const known = fieldsAt(value, ["mcp", SERVER]);
      const wanted = { type: "local", command: [...launch, "mcp", ...flagsOf(known["command"])], enabled: true };
      const kept = "enabled" in known ? { enabled: known["enabled"] } : {};
      return differing(known, { ...wanted, ...kept }).map(([key, to]) => ({ path: ["mcp", SERVER, key], value: to }));
    },
    remove: () => [{ path: ["mcp", SERVER], value: undefined }],
  });
}

/** Groups of hooks, each with a matcher: Claude Code's form, and Codex'. */
export function groupedHooksFile(path: string, client: string, rows: readonly HookRow[]): SetupFile {
  return jsonFile([path], {
    add: (value, launch) =>
      rows.flatMap(({ event, matcher }) => {
        const groups = listAt(value, ["hooks", event]);
        const found = findOurs(groups, client);
        const command = hookCommand(launch, client, found?.flags);
        const at = ["hooks", event];
        if (found?.isShared === true) {
          if (found.command === command) return [];
          return [{ path: [...at, found.group, "hooks", found.hook, "command"], value: command }];
        }
        const wanted = { matcher, hooks: [{ type: "command", command, timeout: HOOK_TIMEOUT_S }] };
        return place(at, groups, { wanted, index: found?.group });
      }),
    remove: (value) => removals(value, client),
  });
}

/** One hook after the other with its own matcher: Cursor's form. */
export function flatHooksFile(path: string, client: string, rows: readonly HookRow[]): SetupFile {
  return jsonFile([path], {
    add: (value, launch) => [
      ...("version" in asFields(value) ? [] : [{ path: ["version"], value: 1 }]),
      ...rows.flatMap(({ event, matcher }) => {
        const entries = listAt(value, ["hooks", event]);
        const found = findOurs(entries, client);
        const wanted = { command: hookCommand(launch, client, found?.flags), matcher, timeout: HOOK_TIMEOUT_S };
        return place(["hooks", event], entries, { wanted, index: found?.group });
      }),
    ],
    remove: (value) => removals(value, client),
    // What is left says nothing.
    isEmpty: (value) => Object.keys(value).every((key) => key === "version"),
  });
}

interface JsonFile {
  readonly add: (value: Fields, launch: Launch) => readonly Change[];
  readonly remove: (value: Fields) => readonly Change[];
  readonly isEmpty?: (value: Fields) => boolean;
}

function jsonFile(paths: SetupFile["paths"], { add, remove, isEmpty = hasNoKeys }: JsonFile): SetupFile {
  return {
    paths,
    add: (text, launch) => {
      const known = text.trim() === "" ? "{}\n" : text;
      const changed = apply(known, add(rootOf(known), launch));
      return changed === known ? text : changed;
    },
    remove: (text) => {
      if (text.trim() === "") return text;
      const left = apply(text, remove(rootOf(text)));
      return left !== text && isEmpty(rootOf(left)) && !/\/[/*]/.test(left) ? "" : left;
    },
  };
}

function apply(text: string, changes: readonly Change[]): string {
  return changes.reduce(
    (now, { path, value }) => (value === undefined ? removeJson(now, path) : setJson(now, path, value)),
    text,
  );
}

function rootOf(text: string): Fields {
  const value = valueOf(parseJsonTree(text));
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new ReticleError("invalid_input", "does not hold a JSON object");
}

/** Replaces our entry of a list, or appends it. */
function place(
  path: Path,
  list: readonly unknown[],
  { wanted, index }: { readonly wanted: unknown; readonly index: number | undefined },
): readonly Change[] {
  if (index !== undefined) return isSame(list[index], wanted) ? [] : [{ path: [...path, index], value: wanted }];
  return list.length === 0 ? [{ path, value: [wanted] }] : [{ path: [...path, list.length], value: wanted }];
}

interface OurHook {
  /** Index in the list of an event: of the group, or of the hook itself. */
  readonly group: number;
  /** Index in its group. */
  readonly hook: number;
  /** Somebody has put another hook into the group, or ours into theirs. */
  readonly isShared: boolean;
  readonly command: unknown;
  readonly flags: string;
}

/** Where our hook stands: in a group of its own when there is one. */
function findOurs(list: readonly unknown[], client: string): OurHook | undefined {
  const all = oursIn(list, client);
  return all.find(({ isShared }) => !isShared) ?? all[0];
}

function oursIn(list: readonly unknown[], client: string): readonly OurHook[] {
  return list.flatMap((entry, group) => {
    const { hooks } = asFields(entry);
    const inside = Array.isArray(hooks) ? asList(hooks) : [entry];
    const ours = inside.flatMap((one, hook): OurHook[] => {
      const { command } = asFields(one);
      const flags = hookFlagsOf(command, client);
      return flags === undefined ? [] : [{ group, hook, isShared: false, command, flags }];
    });
    return ours.map((one) => ({ ...one, isShared: ours.length < inside.length }));
  });
}

/** The last first, so that the others keep their places. Of a shared group only our hook goes. */
function removals(value: Fields, client: string): readonly Change[] {
  return Object.entries(fieldsAt(value, ["hooks"])).flatMap(([event, list]) => {
    const paths = oursIn(asList(list), client).map(({ group, hook, isShared }): Path => {
      const at = ["hooks", event, group];
      return isShared ? [...at, "hooks", hook] : at;
    });
    return [...new Map(paths.map((path) => [path.join("."), path])).values()]
      .toReversed()
      .map((path) => ({ path, value: undefined }));
  });
}

function differing(known: Fields, wanted: Fields): readonly [string, unknown][] {
  return Object.entries(wanted).filter(([key, value]) => !isSame(known[key], value));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function fieldsAt(value: unknown, path: readonly string[]): Fields {
  return asFields(path.reduce((at: unknown, key) => asFields(at)[key], value));
}

/** Empty where there is nothing yet. Throws `invalid_input` for what is no list: appending to it would replace it. */
function listAt(value: unknown, path: readonly string[]): readonly unknown[] {
  const [key = ""] = path.slice(-1);
  const list = fieldsAt(value, path.slice(0, -1))[key];
  if (list === undefined || Array.isArray(list)) return asList(list);
  throw new ReticleError("invalid_input", `holds \`${path.join(".")}\`, which is not a list`);
}

function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function hasNoKeys(value: Fields): boolean {
  return Object.keys(value).length === 0;
}
