import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ReticleError } from "../../base/errors.ts";

/**
 * A temporary file that a child writes into. It has no name any more, so that nothing of it can stay
 * behind. Through a pipe each piece that is written would wake our loop, which takes processor time from the
 * child; and by way of the thread pool these calls, which take microseconds, would take longer than
 * the rest of a short command.
 */
export class OutputFile implements Disposable {
  readonly fd: number;

  /** Throws ReticleError `start_failed` when the folder for temporary files takes none. */
  constructor() {
    const path = join(tmpdir(), `reticle-${randomUUID()}`);
    try {
      this.fd = openSync(path, "ax+", 0o600);
      unlinkSync(path);
    } catch (cause) {
      throw new ReticleError("start_failed", `no temporary file can be written in ${tmpdir()}`, {
        hint: "make room there, or set TMPDIR to a folder that can be written",
        cause,
      });
    }
  }

  get bytes(): number {
    return fstatSync(this.fd).size;
  }

  read(maxBytes: number): Buffer {
    const length = Math.min(this.bytes, maxBytes);
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, readSync(this.fd, buffer, 0, length, 0));
  }

  /** For the next child: each writes at the end, wherever that is by then. */
  clear(): void {
    ftruncateSync(this.fd, 0);
  }

  [Symbol.dispose](): void {
    closeSync(this.fd);
  }
}
