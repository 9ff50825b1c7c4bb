import { ByteTail } from "./byte-tail.ts";
import type { ChildExit, OwnedChild } from "./owned-child.ts";

const MAX_STDERR_BYTES = 1024 * 1024;

export interface CollectLimits {
  readonly input?: string | Uint8Array;
  /** Beyond this many bytes of stdout the child is killed and `isTruncated` set. */
  readonly maxStdoutBytes: number;
}
export interface Collected extends ChildExit {
  readonly stdout: Buffer;
  /** The last 1 MiB of it. */
  readonly stderr: string;
  readonly isTruncated: boolean;
}

/** Feeds a child its input and gathers what it prints until it is gone. */
export async function collectOutput(child: OwnedChild, { input, maxStdoutBytes }: CollectLimits): Promise<Collected> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isTruncated = false;
  child.stdout.on("data", (chunk: Buffer) => {
    if (isTruncated) return;
    const room = maxStdoutBytes - bytes;
    isTruncated = chunk.length > room;
    chunks.push(isTruncated ? chunk.subarray(0, room) : chunk);
    bytes += chunk.length;
    if (isTruncated) void child.stop(0);
  });
  const stderr = new ByteTail(MAX_STDERR_BYTES);
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin?.end(input);
  const exit = await child.exited;
  return { ...exit, stdout: Buffer.concat(chunks), stderr: stderr.text(), isTruncated };
}
