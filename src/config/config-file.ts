import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { contains } from "../base/path-containment.ts";

export type ConfigFile =
  | { readonly state: "absent" }
  | { readonly state: "read"; readonly content: Readonly<Record<string, unknown>> }
  | { readonly state: "rejected"; readonly why: string };

/** A settings file is written by hand; anything larger is not one. */
const MAX_CONFIG_BYTES = 256 * 1024;

/**
 * Reads a settings file. Never throws, and never repeats what the file says: it may be a file of
 * another kind that a link points to. With `within`, the file itself must lie in that folder.
 */
export function readConfigFile(path: string, within?: string): ConfigFile {
  try {
    const canonical = realpathSync(path);
    if (within !== undefined && !contains(within, canonical)) {
      return rejected("is a link to a place outside the workspace; put the settings into the file itself");
    }
    if (!statSync(canonical).isFile()) return rejected("is not a regular file; settings are a JSON object in a file");
    return parse(readText(canonical));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "absent" };
    return rejected(`cannot be read (${code ?? "unknown reason"}); check its permissions`);
  }
}

/** The text, or undefined when there is more of it than settings can have. */
function readText(path: string): string | undefined {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (fstatSync(descriptor).size > MAX_CONFIG_BYTES) return undefined;
    const buffer = Buffer.alloc(MAX_CONFIG_BYTES + 1);
    let length = 0;
    while (length < buffer.length) {
      const count = readSync(descriptor, buffer, length, buffer.length - length, length);
      if (count === 0) return buffer.toString("utf8", 0, length).replace(/^\uFEFF/, "");
      length += count;
    }
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

function parse(text: string | undefined): ConfigFile {
  if (text === undefined) {
    return rejected(`is larger than ${MAX_CONFIG_BYTES / 1024} KiB; settings are a small JSON object`);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return rejected(`is not valid JSON${lineOfSyntaxError(error)}; expected an object such as {"tools": {}}`);
  }
  if (isObject(content)) return { state: "read", content };
  return rejected('does not hold a JSON object; expected one such as {"tools": {}}');
}

/** The engine reports the place in its message only; without one the notice does without it, too. */
function lineOfSyntaxError(error: unknown): string {
  const line = /\(line (\d+) column \d+\)/.exec(String(error))?.[1];
  return line === undefined ? "" : ` (line ${line})`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function rejected(why: string): ConfigFile {
  return { state: "rejected", why };
}
