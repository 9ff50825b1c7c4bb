import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ReticleError } from "../base/errors.ts";

/** A temporary file that only its owner can reach: it has no name any more, so that nothing of it can stay behind. */
export class SpillFile {
  readonly #handle: FileHandle;
  #bytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Throws `start_failed` when the folder for temporary files takes none. */
  static async create(): Promise<SpillFile> {
    const path = join(tmpdir(), `reticle-staged-${randomUUID()}`);
    try {
      const handle = await open(path, "wx+", 0o600);
      await unlink(path);
      return new SpillFile(handle);
    } catch (cause) {
      throw noRoom(cause);
    }
  }

  /** Resolves with the offset at which the bytes stand. Not to be called twice at a time. */
  async append(bytes: Buffer): Promise<number> {
    const at = this.#bytes;
    try {
      for (let done = 0; done < bytes.length;) {
        done += (await this.#handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
      }
    } catch (cause) {
      throw noRoom(cause);
    }
    this.#bytes += bytes.length;
    return at;
  }

  async readAll(): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(this.#bytes);
    for (let done = 0; done < bytes.length;) {
      const { bytesRead } = await this.#handle.read(bytes, done, bytes.length - done, done);
      if (bytesRead === 0) throw new ReticleError("internal", "a staged edit has lost its end; nothing was written");
      done += bytesRead;
    }
    return bytes;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function noRoom(cause: unknown): ReticleError {
  return new ReticleError("start_failed", `no temporary file can be written in ${tmpdir()}; nothing was staged`, {
    hint: "make room there, set TMPDIR to a folder that can be written, or narrow the edit",
    cause,
  });
}
