import { closeSync, openSync, readSync } from "node:fs";
import nodePath from "node:path";
import type { Config } from "../../config/config.ts";
import { findExecutable, pathFolders, projectProgramFolders } from "../../workspace/probe/find-executable.ts";
import { DiskLook } from "../../workspace/probe/disk-look.ts";
import { foldersUpTo } from "../../workspace/probe/find-root.ts";
import type { ServerCommand } from "../definition.ts";
import type { ServerStart } from "../server-probe.ts";
import type { ServerRow } from "../server-row.ts";
import { installedPlace } from "../install/package-place.ts";
import { packagedExecutable } from "./packaged-executable.ts";

export interface StartSearch {
  readonly row: Pick<ServerRow, "commands" | "package">;
  readonly root: string;
  readonly workspaceRoot: string;
  readonly config: Config;
  readonly env?: Readonly<Record<string, string>>;
  /** Shared by the searches of one call; default: one of its own. */
  readonly look?: DiskLook;
}

type Looking = StartSearch & Required<Pick<StartSearch, "look">>;

/** An executable that may be used, or the one in the checkout that must not be, or neither. */
export interface FoundStart {
  readonly start?: ServerStart;
  /** The `node_modules` it was installed into by us. */
  readonly packages?: string;
  /** Absolute path of an executable that the checkout brings along, which is not trusted. */
  readonly untrusted?: string;
}

/** Goes through the row's commands in their order; the first that is there wins. */
export function findStart(given: StartSearch): FoundStart {
  const search = { ...given, look: given.look ?? new DiskLook() };
  const { config, row } = search;
  let untrusted: string | undefined;
  for (const command of row.commands) {
    const own = inCheckout(command, search);
    if (own !== undefined && config.trust.isTrusted) return { start: startOf(own, command, search) };
    untrusted ??= own;
    const elsewhere = outsideCheckout(command, search);
    if (elsewhere !== undefined) return elsewhere;
  }
  return untrusted === undefined ? {} : { untrusted };
}

/** What the checkout brings along for the command, be it in its own folders or in one of them on the PATH. */
function inCheckout(command: ServerCommand, { root, workspaceRoot, look }: Looking): string | undefined {
  const { binary, from, versionedSuffix = false } = command;
  if (from === "bundled") return undefined;
  if (from === "project" && command.package !== undefined) {
    const packageName = command.package;
    const folders = foldersUpTo(root, workspaceRoot);
    return folders.map((folder) => packagedExecutable({ packageName, binary, folder }, look)).find(isThere);
  }
  if (nodePath.isAbsolute(binary)) return undefined;
  const inside = from === "project" ? projectProgramFolders(root, workspaceRoot) : [];
  return findExecutable({ name: binary, folders: inside, acceptsVersionSuffix: versionedSuffix, look });
}

function outsideCheckout(command: ServerCommand, search: Looking): FoundStart | undefined {
  const { binary, from, package: packageName = "", versionedSuffix = false } = command;
  const { row, config, workspaceRoot, look } = search;
  if (from === "project") return undefined;
  if (from === "bundled") {
    const executable = packagedExecutable({ packageName, binary }, look);
    return executable === undefined ? undefined : { start: startOf(executable, command, search) };
  }
  const outside = config.trust.isTrusted ? {} : { outside: workspaceRoot };
  if (nodePath.isAbsolute(binary)) {
    const name = nodePath.basename(binary);
    const executable = findExecutable({ name, folders: [nodePath.dirname(binary)], look });
    return executable === undefined ? undefined : { start: startOf(executable, command, search) };
  }
  const installed = installedPlace(row, config.get("serversDir"), (path) => look.stat(path) !== undefined);
  const ours = installed && findExecutable({ name: binary, folders: [installed.programs], look });
  if (installed !== undefined && ours !== undefined) {
    const { packages } = installed;
    return { start: startOf(ours, command, search), ...(packages === undefined ? {} : { packages }) };
  }
  const executable = findExecutable({
    name: binary,
    folders: pathFolders(),
    acceptsVersionSuffix: versionedSuffix,
    look,
    ...outside,
  });
  return executable === undefined ? undefined : { start: startOf(executable, command, search) };
}

/** A script for Node runs on the Node that runs us: another one on the PATH may be too old for it. */
function startOf(executable: string, { args, env }: ServerCommand, search: Looking): ServerStart {
  const variables = { ...env, ...search.env };
  const rest = Object.keys(variables).length === 0 ? {} : { env: variables };
  if (!isNodeScript(executable)) return { executable, args, ...rest };
  const script = search.look.real(executable) ?? executable;
  return { executable: process.execPath, args: [script, ...args], ...rest };
}

function isNodeScript(path: string): boolean {
  const head = Buffer.alloc(64);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    readSync(descriptor, head, 0, head.length, 0);
    return /^#!\s*\S*\bnode\s*$/m.test(head.toString("latin1").split("\n")[0]?.replace("env ", "") ?? "");
  } catch {
    // Executable but not readable: it is no script.
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isThere(path: string | undefined): path is string {
  return path !== undefined;
}
