import type { FileEvent } from "vscode-languageserver-protocol";
import { pathToUri } from "../../workspace/uri.ts";
import type { FileChange } from "../language-servers.ts";
import { globOf, type Registrations } from "./registrations.ts";

/** Numbers of the protocol: what happened, and the bits of a watcher's `kind`. */
const EVENTS = {
  created: { type: 1, bit: 1 },
  changed: { type: 2, bit: 2 },
  deleted: { type: 3, bit: 4 },
} as const satisfies Record<FileChange["kind"], { readonly type: number; readonly bit: number }>;
const ALL_KINDS = 7;

/** The changes that the server has asked to hear of. */
export function watchedEvents(changes: readonly FileChange[], registrations: Registrations): FileEvent[] {
  const watchers = registrations
    .watchers()
    .map(({ globPattern, kind }) => ({ glob: globOf(globPattern), kind: kind ?? ALL_KINDS }));
  return changes.flatMap(({ path, kind }) => {
    const { type, bit } = EVENTS[kind];
    const isWanted = watchers.some((watcher) => (watcher.kind & bit) !== 0 && watcher.glob.test(path));
    return isWanted ? [{ uri: pathToUri(path), type }] : [];
  });
}
