import { ReticleError } from "../../../base/errors.ts";
import { removeJson, setJson } from "./json-edit.ts";
import { parseJsonTree, valueOf } from "./json-tree.ts";
import {
  flagsOf,
  HOOK_TIMEOUT_S,
  hookCommand,
  isHookCommand,
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
    add: (value, launch) => {
      const hook = { type: "command", command: hookCommand(launch, client), timeout: HOOK_TIMEOUT_S };
      return rows.flatMap(({ event, matcher }) => {
        const wanted = { matcher, hooks: [hook] };
        return place(["hooks", event], listAt(value, ["hooks", event]), {
          wanted,
          isOurs: (group) => isOurGroup(group, client),
        });
      });
    },
    remove: (value) => removals(value, (entry) => isOurGroup(entry, client)),
  });
}

/** One hook after the other with its own matcher: Cursor's form. */
export function flatHooksFile(path: string, client: string, rows: readonly HookRow[]): SetupFile {
  const isOurs = (entry: unknown): boolean => isHookCommand(asFields(entry)["command"], client);
  return jsonFile([path], {
    add: (value, launch) => [
      ...("version" in asFields(value) ? [] : [{ path: ["version"], value: 1 }]),
      ...rows.flatMap(({ event, matcher }) => {
        const wanted = { command: hookCommand(launch, client), matcher, timeout: HOOK_TIMEOUT_S };
        return place(["hooks", event], listAt(value, ["hooks", event]), { wanted, isOurs });
      }),
    ],
    remove: (value) => removals(value, isOurs),
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
  { wanted, isOurs }: { readonly wanted: unknown; readonly isOurs: (entry: unknown) => boolean },
): readonly Change[] {
  const at = list.findIndex(isOurs);
  if (at === -1)
    return list.length === 0 ? [{ path, value: [wanted] }] : [{ path: [...path, list.length], value: wanted }];
  return isSame(list[at], wanted) ? [] : [{ path: [...path, at], value: wanted }];
}

/** The last first, so that the others keep their places. */
function removals(value: Fields, isOurs: (entry: unknown) => boolean): readonly Change[] {
  return Object.keys(fieldsAt(value, ["hooks"])).flatMap((event) => {
    const list = asList(fieldsAt(value, ["hooks"])[event]);
    return list
      .flatMap((entry, index) => (isOurs(entry) ? [{ path: ["hooks", event, index], value: undefined }] : []))
      .toReversed();
  });
}

/** A group that somebody has put another hook into is theirs. */
function isOurGroup(group: unknown, client: string): boolean {
  const hooks = asList(asFields(group)["hooks"]);
  return hooks.length > 0 && hooks.every((hook) => isHookCommand(asFields(hook)["command"], client));
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

function listAt(value: unknown, path: readonly string[]): readonly unknown[] {
  const [key = ""] = path.slice(-1);
  return asList(fieldsAt(value, path.slice(0, -1))[key]);
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
