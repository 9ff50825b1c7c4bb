import { hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import type { FileStamp } from "../store/parsed-batch.ts";

/** Larger files are noted, not read. */
export const MAX_SOURCE_BYTES = 4 * 1024 * 1024;
/** A write that follows a read so closely can leave the same time, for file systems count in ticks. */
const TICK_MS = 40;

export interface SourceBytes {
  readonly stamp: FileStamp;
  /** Absent when the file is too large. */
  readonly bytes: Buffer | undefined;
  readonly hash: string;
}

/**
 * Reads a regular file, synchronously: for threads that do nothing else. Undefined: there is none, or it cannot
 * be read. Links are not followed and devices not waited for.
 */
export function readSource(path: string): SourceBytes | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const stats = fstatSync(file);
    if (!stats.isFile()) return undefined;
    const stamp = stampOf(stats, Date.now());
    if (stats.size > MAX_SOURCE_BYTES) return { stamp, bytes: undefined, hash: `size:${stats.size}` };
    const bytes = readAll(file, stats.size);
    return { stamp, bytes, hash: hash("sha1", bytes, "hex") };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
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
