import type { Readable } from "node:stream";
import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from "vscode-jsonrpc/node";

const MAX_LINE_BYTES = 64 * 1024;
const MAX_JUNK_BYTES = 1024 * 1024;
const MAX_BODY_BYTES = 256 * 1024 * 1024;

/**
 * Cuts a server's output into messages. What a wrapper script prints between them is dropped, up to a
 * bound; a frame that cannot be read is an error, and the last thing that is read.
 */
export class FrameReader extends AbstractMessageReader {
  readonly #stream: Readable;
  #line: Buffer[] = [];
  #lineBytes = 0;
  #junkBytes = 0;
  #length: number | undefined;
  #body: Buffer[] | undefined;
  #bodyBytes = 0;
  #isBroken = false;

  constructor(stream: Readable) {
    super();
    this.#stream = stream;
  }

  listen(callback: DataCallback): Disposable {
    const onData = (chunk: Buffer) => this.#read(chunk, callback);
    const onClose = () => this.fireClose();
    this.#stream.on("data", onData);
    this.#stream.once("close", onClose);
    return {
      dispose: () => {
        this.#stream.off("data", onData);
        this.#stream.off("close", onClose);
      },
    };
  }

  #read(chunk: Buffer, callback: DataCallback): void {
    let rest = chunk;
    try {
      while (rest.length > 0 && !this.#isBroken) {
        rest = this.#body === undefined ? this.#readHeader(rest) : this.#readBody(rest, this.#body, callback);
      }
    } catch (error) {
      this.#isBroken = true;
      this.fireError(error);
    }
  }

  #readHeader(chunk: Buffer): Buffer {
    const end = chunk.indexOf(0x0a);
    const part = end === -1 ? chunk : chunk.subarray(0, end);
    this.#line.push(part);
    this.#lineBytes += part.length;
    if (this.#lineBytes > MAX_LINE_BYTES) throw new Error(`printed a line of more than ${MAX_LINE_BYTES} bytes`);
    if (end === -1) return Buffer.alloc(0);
    const line = Buffer.concat(this.#line).toString("latin1").trimEnd();
    this.#line = [];
    this.#lineBytes = 0;
    this.#takeLine(line);
    return chunk.subarray(end + 1);
  }

  #takeLine(line: string): void {
    // Not anchored: a print without a line end leaves its text in front of the header.
    const length = /content-length:\s*(\d+)$/i.exec(line)?.[1];
    if (length !== undefined) {
      this.#length = Number(length);
      if (this.#length > MAX_BODY_BYTES) throw new Error(`announced a message of ${length} bytes`);
    } else if (line === "" && this.#length !== undefined) {
      this.#body = [];
      this.#bodyBytes = 0;
    } else if (!/^content-type:/i.test(line)) {
      this.#junkBytes += line.length;
      if (this.#junkBytes > MAX_JUNK_BYTES) throw new Error("prints text instead of messages");
    }
  }

  #readBody(chunk: Buffer, body: Buffer[], callback: DataCallback): Buffer {
    const wanted = (this.#length ?? 0) - this.#bodyBytes;
    const part = chunk.subarray(0, wanted);
    body.push(part);
    this.#bodyBytes += part.length;
    if (part.length < wanted) return Buffer.alloc(0);
    this.#body = undefined;
    this.#length = undefined;
    callback(parseMessage(Buffer.concat(body)));
    return chunk.subarray(part.length);
  }
}

function parseMessage(body: Buffer): Message {
  let message: unknown;
  try {
    message = JSON.parse(body.toString("utf8"));
  } catch (cause) {
    throw new Error("sent a message that is not JSON", { cause });
  }
  if (typeof message !== "object" || message === null) throw new Error("sent a message that is not an object");
  return message as Message;
}
