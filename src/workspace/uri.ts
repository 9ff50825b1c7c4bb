import { fileURLToPath, pathToFileURL } from "node:url";
import { ReticleError } from "../base/errors.ts";
import { hostFlavor, type PathFlavor } from "../base/path-containment.ts";

/** Whether a string is meant as a file URI rather than as a path. */
export function isFileUri(text: string): boolean {
  return /^file:/i.test(text);
}

/**
 * The absolute path a file URI stands for. Escapes are decoded (`%3A` after a drive letter too) and a
 * drive letter comes out in upper case, so that two spellings of one URI give one path. A pure value:
 * nothing is looked up on disk. Throws `invalid_input` with the URI quoted.
 */
export function uriToPath(uri: string, flavor: PathFlavor = hostFlavor): string {
  if (!isFileUri(uri)) throw badUri(uri, "is not a file URI");
  let path: string;
  try {
    path = fileURLToPath(uri, { windows: flavor === "win32" });
  } catch (cause) {
    throw badUri(
      uri,
      `is not a file URI that names a path on ${flavor === "win32" ? "Windows" : "this machine"}`,
      cause,
    );
  }
  return flavor === "win32" ? upperCaseDrive(path) : path;
}

/** The file URI of an absolute path; the inverse of `uriToPath`. */
export function pathToUri(path: string, flavor: PathFlavor = hostFlavor): string {
  const isWindows = flavor === "win32";
  return pathToFileURL(isWindows ? upperCaseDrive(path) : path, { windows: isWindows }).href;
}

function upperCaseDrive(path: string): string {
  return /^[a-z]:/.test(path) ? path.charAt(0).toUpperCase() + path.slice(1) : path;
}

function badUri(uri: string, why: string, cause?: unknown): ReticleError {
  return new ReticleError("invalid_input", `${JSON.stringify(uri.slice(0, 200))} ${why}`, {
    hint: "write it as file:///absolute/path with special characters percent-encoded, or pass a plain path",
    cause,
  });
}
