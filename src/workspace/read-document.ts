import { hash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { lstat, open, readlink, realpath, type FileHandle } from "node:fs/promises";
import { isReticleError, ReticleError } from "../base/errors.ts";
import { decodeText, detectEol, type NotText } from "./text/decode.ts";
import type { SourceDocument } from "./document.ts";

/** Files above this size are not read at all. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;

/**
 * Reads and decodes one file. `path` is canonical; `subject` is how errors name it
 * (`` `file` "src/a.ts" ``). Never blocks on a FIFO and never opens a device.
 */
export async function readDocument(path: string, subject: string): Promise<SourceDocument> {
  return toDocument(path, subject, await readBytes(path, subject));
}

/**
 * The same at once, for whoever reads hundreds of small files in a row: by way of the thread pool each would take ten
 * times as long. The caller lets others have their turn in between.
 */
export function readDocumentNow(path: string, subject: string): SourceDocument {
  return toDocument(path, subject, readBytesNow(path, subject));
}

/** The bytes of a regular file, read at once. */
export function readBytesNow(path: string, subject: string): Buffer {
  let fd: number | undefined;
  try {
    refuseUnlessFile(lstatSync(path), subject);
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const stats = fstatSync(fd);
    refuseUnlessFile(stats, subject);
    if (foldName(openedPathNow(fd, path)) !== foldName(path)) throw replaced(subject);
    if (stats.size > MAX_FILE_BYTES) throw tooLarge(stats.size, subject);
    const bytes = readFileSync(fd);
    if (bytes.length > MAX_FILE_BYTES) throw tooLarge(bytes.length, subject);
    return bytes;
  } catch (error) {
    throw readFailure(error, subject);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Decodes and hashes. Throws `unsupported` for what is no text. */
export function toDocument(path: string, subject: string, bytes: Buffer): SourceDocument {
  const decoded = decodeText(bytes);
  if ("reason" in decoded) throw notText(subject, decoded);
  return {
    path,
    ...decoded,
    hash: hash("sha1", bytes, "hex"),
    bytes: bytes.length,
    eol: detectEol(decoded.text),
  };
}

/** The bytes of a regular file. */
export async function readBytes(path: string, subject: string): Promise<Buffer> {
  let handle: FileHandle | undefined;
  try {
    // Looked at before it is opened: opening a device can have effects.
    refuseUnlessFile(await lstat(path), subject);
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const stats = await handle.stat();
    refuseUnlessFile(stats, subject);
    if (foldName(await openedPath(handle, path)) !== foldName(path)) throw replaced(subject);
    return await readAll(handle, stats.size, subject);
  } catch (error) {
    throw readFailure(error, subject);
  } finally {
    await handle?.close();
  }
}

/**
 * Where the opened file really lies. A folder above it may have become a link to another place since
 * the path was resolved; where the system does not tell about the open file, the path is looked up again.
 */
async function openedPath(handle: FileHandle, path: string): Promise<string> {
  return readlink(`/proc/self/fd/${handle.fd}`).catch(() => realpath(path));
}

function openedPathNow(fd: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return realpathSync(path);
  }
}

/** File systems that ignore case or Unicode composition report a name in their own spelling. */
function foldName(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** Reads to the end of the file, which may have grown since, or report size 0 (as /proc does). */
async function readAll(handle: FileHandle, size: number, subject: string): Promise<Buffer> {
  if (size > MAX_FILE_BYTES) throw tooLarge(size, subject);
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
    if (length > MAX_FILE_BYTES) throw tooLarge(length, subject);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(length * 2 + 4096, MAX_FILE_BYTES + 1));
  }
}

function refuseUnlessFile(stats: Stats, subject: string): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) {
    throw new ReticleError("invalid_input", `${subject} is a folder`, { hint: "name a file inside it" });
  }
  throw new ReticleError("unsupported", `${subject} is ${specialKind(stats)}, not a regular file`, {
    hint: "only regular files can be read",
  });
}

function specialKind(stats: Stats): string {
  if (stats.isFIFO()) return "a named pipe";
  if (stats.isSocket()) return "a socket";
  if (stats.isSymbolicLink()) return "a symbolic link put there since the path was resolved";
  return "a device";
}

function tooLarge(bytes: number, subject: string): ReticleError {
  const limit = `${MAX_FILE_BYTES / 1024 / 1024} MiB`;
  return new ReticleError("too_large", `${subject} has ${megabytes(bytes)} MiB; files above ${limit} are not read`, {
    hint: "read a smaller file, or search in it with a text search tool",
    data: { bytes, limitBytes: MAX_FILE_BYTES },
  });
}

/** Rounded up, so that a file just over the limit never shows as the limit itself. */
function megabytes(bytes: number): string {
  return (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1);
}

function notText(subject: string, { reason }: NotText): ReticleError {
  switch (reason) {
    case "binary":
      return new ReticleError("unsupported", `${subject} is a binary file`, { hint: "name a text file" });
    case "utf-16 without a byte order mark":
      return new ReticleError("unsupported", `${subject} looks like UTF-16 without a byte order mark`, {
        hint: "save it as UTF-8, or as UTF-16 with a byte order mark",
      });
    case "utf-32":
      return new ReticleError("unsupported", `${subject} is encoded as UTF-32`, { hint: "save it as UTF-8" });
  }
}

function replaced(subject: string, cause?: unknown): ReticleError {
  return new ReticleError("conflict", `${subject} was replaced while it was being opened`, {
    hint: "call again",
    cause,
  });
}

function readFailure(error: unknown, subject: string): ReticleError {
  if (isReticleError(error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  switch (code ?? "") {
    case "ENOENT":
    case "ENOTDIR":
      return new ReticleError("not_found", `${subject} no longer exists`, {
        hint: "it was removed or renamed after the path was resolved; look for its new name",
        cause: error,
      });
    case "EACCES":
    case "EPERM":
      return new ReticleError("refused", `${subject} cannot be read: permission denied`, {
        hint: "give the user who runs this program read access to the file",
        cause: error,
      });
    case "ELOOP":
    case "ENXIO":
      return replaced(subject, error);
    default:
      return new ReticleError("internal", `${subject} cannot be read (${code ?? String(error)})`, {
        hint: "the system refused to read it; try another file",
        cause: error,
      });
  }
}
