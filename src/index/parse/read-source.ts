import { hash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from "node:fs";
import type { FileStamp } from "../store/parsed-batch.ts";

/** Larger files are noted, not read. */
export const MAX_SOURCE_BYTES = 4 * 1024 * 1024;
/** A write that follows a read so closely can leave the same time, for file systems count in ticks. */
const TICK_MS = 40;

/** Stands for the content of a file that the system does not let us read. */
export const UNREADABLE_HASH = "unreadable";

export interface SourceBytes {
  readonly stamp: FileStamp;
  /** Or why they are not read. */
  readonly bytes: Buffer | string;
  readonly hash: string;
}

/**
 * Reads a regular file, synchronously: for threads that do nothing else. Undefined: there is none. Links are not
 * followed and devices not waited for.
 */
export function readSource(path: string): SourceBytes | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const stats = fstatSync(file);
    if (!stats.isFile()) return undefined;
    const stamp = stampOf(stats, Date.now());
    if (stats.size > MAX_SOURCE_BYTES) return { stamp, bytes: "larger than is read", hash: `size:${stats.size}` };
    const bytes = readAll(file, stats.size);
    return { stamp, bytes, hash: hash("sha1", bytes, "hex") };
  } catch (error) {
    const stats = lookAt(path);
    if (typeof stats === "string") return undefined;
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    // No stamp is like this one: it is tried again whenever somebody looks.
    const stamp = { size: stats.size, mtimeMs: -1, ctimeMs: stats.ctimeMs };
    return { stamp, bytes: `cannot be read (${reason})`, hash: UNREADABLE_HASH };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Of the regular file at a path; "gone": there is none; "hidden": the system does not let us look. */
export function lookAt(path: string): Stats | "gone" | "hidden" {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats : "gone";
  } catch {
    return "hidden";
  }
}

/** `readAt`: epoch ms at which the content is read; undefined: it is not. */
export function stampOf({ size, mtimeMs, ctimeMs }: Stats, readAt?: number): FileStamp {
  const isFresh = readAt !== undefined && Math.abs(readAt - Math.max(mtimeMs, ctimeMs)) < TICK_MS;
  return { size, mtimeMs: isFresh ? -1 : mtimeMs, ctimeMs };
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

function readAll(file: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const count = readSync(file, buffer, length, size - length, length);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}
