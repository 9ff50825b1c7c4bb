import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { Output } from "./output.ts";

/** A stream that fails its first write with this code. */
function failing(code: string): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })),
  });
}

describe("Output", () => {
  it("waits for a slow reader", async () => {
    const stream = new PassThrough({ highWaterMark: 4 });
    const out = new Output(stream, () => {});
    let hasWritten = false;
    const writing = out.write("more than the stream takes at once").then(() => (hasWritten = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasWritten).toBe(false);
    stream.resume();
    await writing;
    await out.end();
    expect({ isClosed: out.isClosed, failure: out.failure }).toEqual({ isClosed: false, failure: undefined });
  });

  it("tells once that the reader closed the pipe, and drops what is written after", async () => {
    const stream = failing("EPIPE");
    let closings = 0;
    const out = new Output(stream, () => (closings += 1));
    await out.write("a");
    await new Promise((resolve) => setImmediate(resolve));
    await out.write("b");
    await out.end();
    expect({ closings, isClosed: out.isClosed, failure: out.failure }).toEqual({
      closings: 1,
      isClosed: true,
      failure: undefined,
    });
    expect(stream.listenerCount("error")).toBe(0);
  });

  it("keeps any other failure for the caller", async () => {
    const out = new Output(failing("ENOSPC"), () => {});
    await out.write("a");
    await out.end();
    expect(out.isClosed).toBe(true);
    expect(out.failure?.message).toBe("write ENOSPC");
  });
});
