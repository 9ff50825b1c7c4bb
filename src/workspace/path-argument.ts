import nodePath from "node:path";
import { ReticleError } from "../base/errors.ts";
import { hostFlavor, type PathFlavor } from "../base/path-containment.ts";
import { isFileUri, uriToPath } from "./uri.ts";

export interface PathArgumentOptions {
  /** Names the field in messages. */
  readonly argument: string;
  /** Folder a relative path is taken from. */
  readonly base: string;
  /** What `~` stands for. */
  readonly home: string;
  readonly flavor?: PathFlavor;
}

/** Longer ones exist on no file system; looking them up part by part would take minutes. */
const MAX_PATH_CHARS: Readonly<Record<PathFlavor, number>> = { posix: 4_096, win32: 32_767 };

/** How messages name an argument and its value: `` `file` "src/a.ts" ``. */
export function pathSubject(argument: string, value: string): string {
  const shown = value.length > 200 ? `${value.slice(0, 200)}…` : value;
  return `\`${argument}\` ${JSON.stringify(shown)}`;
}

/**
 * The absolute path that a path argument means, `.` and `..` removed: relative to `base`, absolute,
 * below `~`, or a file URI. Nothing is looked up on disk. Throws `invalid_input`.
 */
export function parsePathArgument(value: string, options: PathArgumentOptions): string {
  const { argument, base, home, flavor = hostFlavor } = options;
  const paths = nodePath[flavor];
  const subject = pathSubject(argument, value);
  if (value.trim() === "") {
    throw invalid(`\`${argument}\` is empty`, 'give a path relative to the workspace root, such as "src/main.ts"');
  }
  if (value.length > MAX_PATH_CHARS[flavor]) {
    throw invalid(
      `${subject} has ${value.length} characters; no path here has more than ${MAX_PATH_CHARS[flavor]}`,
      "give an existing path relative to the workspace root",
    );
  }
  const path = isFileUri(value) ? decodeUri(value, subject, flavor) : value;
  if (path.includes("\0")) throw invalid(`${subject} contains a NUL character`, "give the path without it");
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(path)?.[1];
  if (scheme !== undefined) {
    throw invalid(
      `${subject} is a ${scheme} URI, not a path`,
      "give a path, or a file URI such as file:///project/a.ts",
    );
  }
  if (flavor === "posix" && isWindowsPath(path)) {
    throw invalid(
      `${subject} is a Windows path, but this program runs on a system with "/" paths`,
      'give the path as this system writes it, relative to the workspace root, such as "src/main.ts"',
    );
  }
  if (path === "~" || path.startsWith("~/")) return paths.join(home, path.slice(1));
  return paths.resolve(base, path);
}

/** `C:\x`, `C:/x`, `\\server\share`. */
function isWindowsPath(path: string): boolean {
  return /^[a-z]:[\\/]/i.test(path) || path.startsWith("\\\\");
}

function decodeUri(value: string, subject: string, flavor: PathFlavor): string {
  try {
    return uriToPath(value, flavor);
  } catch (cause) {
    throw new ReticleError("invalid_input", `${subject} is not a file URI that names a path here`, {
      hint: "percent-encode special characters and leave the host empty (file:///project/a.ts), or give a plain path",
      cause,
    });
  }
}

function invalid(message: string, hint: string): ReticleError {
  return new ReticleError("invalid_input", message, { hint });
}
