import { isAbsolute, join } from "node:path";
import type { Config } from "../../config/config.ts";
import { relativeOrAbsolute } from "../../base/path-containment.ts";
import type { DiskLook } from "../../workspace/probe/disk-look.ts";
import { findRoot, foldersUpTo, type FoundRoot } from "../../workspace/probe/find-root.ts";
import type { JsonValue, ServerDefinition } from "../definition.ts";
import type { MissingReason } from "../language-servers.ts";
import type { ServerCandidate } from "../server-probe.ts";
import { rowDefaults, type ServerRow, type ServerSettings, type StartFacts } from "../server-row.ts";
import { overlay, type ConfiguredRow } from "./configured-rows.ts";
import { findStart, type FoundStart } from "./find-start.ts";

export interface CandidateRequest {
  /** Absolute folder that the search for a root begins in. */
  readonly folder: string;
  readonly workspaceRoot: string;
  readonly config: Config;
  readonly home: string;
  readonly look: DiskLook;
}

/** One thing that is missing, in words, with what brings it. */
interface Lack {
  readonly reason: MissingReason;
  readonly what: string;
  readonly remedy: string;
}

/** Looks for the marker and the executable of one server, and says of both whether they are there. */
export function probeServer({ row, setting }: ConfiguredRow, request: CandidateRequest): ServerCandidate {
  const { workspaceRoot, config, look } = request;
  const found = rootOf(row, request);
  const root = found?.root ?? (row.needsMarker === false ? workspaceRoot : undefined);
  const start = findStart({
    row,
    root: root ?? workspaceRoot,
    workspaceRoot,
    config,
    look,
    ...(setting.env === undefined ? {} : { env: setting.env }),
  });
  const isTrusted = config.trust.isTrusted;
  const definition = definitionOf(
    { row, setting },
    { root: root ?? workspaceRoot, workspaceRoot, isTrusted, start, look },
  );
  const lacks = [
    ...disabled(row, setting.enabled),
    ...(root === undefined ? [markerLack(row, request)] : []),
    ...executableLack(row, start, request),
    ...(row.loadsProjectCode === true && !isTrusted ? [codeLack(row)] : []),
  ];
  const place = root === undefined ? {} : { root };
  if (lacks.length === 0 && start.start !== undefined) {
    return { definition, ...place, start: start.start, reasons: [], what: "", remedy: "" };
  }
  const isThere = [...markerFact(found, workspaceRoot), ...executableFact(start)];
  return {
    definition,
    ...place,
    reasons: [...new Set(lacks.map(({ reason }) => reason))],
    what: [...lacks.map(({ what }) => what), ...isThere].join("; "),
    remedy: [...new Set(lacks.map(({ remedy }) => remedy))].join("; "),
  };
}

function rootOf(row: ServerRow, { folder, workspaceRoot, home, look }: CandidateRequest): FoundRoot | undefined {
  const { rootPolicy = "nearest", rootMarkers } = row;
  return findRoot({ start: folder, workspaceRoot, markers: rootMarkers, policy: rootPolicy, never: [home], look });
}

function disabled(row: ServerRow, isEnabled: boolean | undefined): Lack[] {
  if (isEnabled !== false) return [];
  const remedy = `set servers.${row.id}.enabled to true in the settings`;
  return [{ reason: "disabled", what: "switched off by the settings", remedy }];
}

function markerLack({ rootMarkers }: ServerRow, { folder, workspaceRoot }: CandidateRequest): Lack {
  const names = rootMarkers.map((marker) => marker.replace("#", " naming "));
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : (names[0] ?? "marker");
  const from = relativeOrAbsolute(workspaceRoot, folder);
  const where = from === "." ? "in the workspace root" : `from ${from} up to the workspace root`;
  return {
    reason: "marker",
    what: `no root marker: there is no ${list} ${where}`,
    remedy: `create ${names[0] ?? "one"} where the project begins`,
  };
}

function executableLack(row: ServerRow, { start, untrusted }: FoundStart, request: CandidateRequest): Lack[] {
  if (start !== undefined) return [];
  const { install } = rowDefaults(row);
  if (untrusted !== undefined) {
    const shown = relativeOrAbsolute(request.workspaceRoot, untrusted);
    return [{ reason: "trust", what: `${shown} comes with this checkout, which is not trusted`, remedy: trustRemedy }];
  }
  const names = [...new Set(row.commands.map(({ binary }) => binary))];
  const where = names.every((name) => isAbsolute(name)) ? "there" : "on the PATH";
  return [{ reason: "binary", what: `no executable: ${names.join(" or ")} is not ${where}`, remedy: install }];
}

const trustRemedy = "trust the checkout: --trust, or its folder in `trustedRoots` of your settings";

function codeLack(row: ServerRow): Lack {
  const what = `${row.title} runs programs that the checkout brings along, and it is not trusted`;
  return { reason: "trust", what, remedy: trustRemedy };
}

function markerFact(found: FoundRoot | undefined, workspaceRoot: string): string[] {
  if (found === undefined) return [];
  const where = relativeOrAbsolute(workspaceRoot, found.root);
  return [`marker ${found.marker} is there${where === "." ? "" : ` in ${where}`}`];
}

function executableFact({ start }: FoundStart): string[] {
  if (start === undefined) return [];
  return [`executable is there: ${start.args[0]?.startsWith("/") === true ? start.args[0] : start.executable}`];
}

interface RootPlace {
  readonly root: string;
  readonly workspaceRoot: string;
  readonly isTrusted: boolean;
  readonly start: FoundStart;
  readonly look: DiskLook;
}

/** The row with the settings laid over it, and everything that depends on the root worked out. */
function definitionOf({ row, setting }: ConfiguredRow, place: RootPlace): ServerDefinition {
  const { root, workspaceRoot, isTrusted, start, look } = place;
  const { initializationOptions, settings, raisedBy, package: _p, loadsProjectCode: _c, isOptIn: _o, ...plain } = row;
  const packages = start.packages === undefined ? {} : { packages: start.packages };
  const exists = (path: string): boolean => look.stat(path) !== undefined;
  const facts: StartFacts = { root, workspaceRoot, isTrusted, ...packages, exists };
  const usual = typeof initializationOptions === "function" ? initializationOptions(facts) : initializationOptions;
  const options = overlay(usual, setting.initializationOptions as JsonValue | undefined);
  const sections = typeof settings === "function" ? settings(facts) : settings;
  const allSections = overlay(sections, setting.settings as JsonValue | undefined) as ServerSettings | undefined;
  const defaults = rowDefaults(row);
  const isRaised = raisedBy !== undefined && isTrusted && hasFile(raisedBy.projectFile, place);
  return {
    ...plain,
    ...defaults,
    ...(isRaised ? { priority: raisedBy.priority } : {}),
    ...(options === undefined ? {} : { initializationOptions: options }),
    ...(allSections === undefined ? {} : { settings: allSections }),
  };
}

function hasFile(name: string, { root, workspaceRoot, look }: RootPlace): boolean {
  return foldersUpTo(root, workspaceRoot).some((folder) => look.stat(join(folder, name)) !== undefined);
}
