import type { Readable } from "node:stream";
import type { JSONRPCMessage, JSONRPCRequest, RequestId, Transport } from "@modelcontextprotocol/server";
import { BATCH_REVISION, Batch } from "./batch.ts";
import { LineSplitter } from "../../base/line-splitter.ts";
import type { SplitLine } from "../../base/line-splitter.ts";
import { INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR, errorReply, parseLine, readMessage } from "./message.ts";
import type { Incoming } from "./message.ts";
import type { ProtocolOutput } from "./stdout-guard.ts";

export const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** A client that leaves this much of our output unread has its next requests held back. */
const MAX_UNREAD_OUTPUT_BYTES = 8 * 1024 * 1024;
/** Input is held up to this size, so that its end is still noticed; beyond, it waits in the client's pipe. */
const MAX_HELD_INPUT_BYTES = 1024 * 1024;

/** An in-flight request, and the batch that its response belongs to if it came in one. */
interface InFlight {
  readonly batch: Batch | undefined;
}

/**
 * Newline-delimited JSON-RPC under the SDK's server. Every request line gets exactly one answer
 * or was cancelled; lines that are no message get -32700 or -32600 and the connection goes on.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  /** Resolves when the client is gone: end of input, or nobody reads the output any more. */
  readonly ended: Promise<void>;

  readonly #input: Readable;
  readonly #output: ProtocolOutput;
  readonly #splitter = new LineSplitter(MAX_LINE_BYTES);
  readonly #inFlight = new Map<RequestId, InFlight>();
  readonly #end: () => void;
  #protocolVersion: string | undefined;
  /** Chunks that came while the output was full. */
  readonly #held: Uint8Array[] = [];
  #release: NodeJS.Immediate | undefined;
  #isClosed = false;
  #onIdle: (() => void) | undefined;

  constructor(input: Readable, output: ProtocolOutput) {
    this.#input = input;
    this.#output = output;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = () => resolve();
  }

  start(): Promise<void> {
    this.#output.on("error", this.#end);
    this.#output.on("drain", this.#onDrain);
    this.#input.on("data", this.#onData);
    this.#input.on("end", this.#onEnd);
    this.#input.on("close", this.#end);
    this.#input.on("error", this.#end);
    return Promise.resolve();
  }

  setProtocolVersion(version: string): void {
    this.#protocolVersion = version;
  }

  /** Requests that were read and not answered yet. */
  get inFlightCount(): number {
    return this.#inFlight.size;
  }

  /** Resolves when every request has its answer, or after `boundMs`. */
  async idle(boundMs: number): Promise<void> {
    if (this.#inFlight.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    const timer = setTimeout(resolve, boundMs);
    await promise;
    clearTimeout(timer);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if ("method" in message) {
      this.#write(message);
      return Promise.resolve();
    }
    const { id } = message;
    const request = id === undefined ? undefined : this.#inFlight.get(id);
    // A response nobody waits for belongs to a cancelled request.
    if (id === undefined || request === undefined) return Promise.resolve();
    if (request.batch === undefined) this.#write(message);
    else request.batch.add(message);
    this.#settle(id);
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#input.off("data", this.#onData);
    this.#input.off("end", this.#onEnd);
    this.#input.off("close", this.#end);
    this.#input.pause();
    this.#output.off("drain", this.#onDrain);
    this.#inFlight.clear();
    this.#held.length = 0;
    clearImmediate(this.#release);
    this.#end();
    this.onclose?.();
    return Promise.resolve();
  }

  readonly #onData = (chunk: Uint8Array): void => {
    if (!this.#isOutputFull() && this.#held.length === 0) {
      this.#take(chunk);
      return;
    }
    this.#held.push(chunk);
    if (this.#held.reduce((sum, { length }) => sum + length, 0) > MAX_HELD_INPUT_BYTES) this.#input.pause();
  };

  /** One chunk a turn: its answers, which take a while to be made, may fill the output again. */
  readonly #onDrain = (): void => {
    if (this.#isClosed || this.#isOutputFull()) return;
    const chunk = this.#held.shift();
    if (chunk !== undefined) this.#take(chunk);
    if (this.#held.length === 0) this.#input.resume();
    else this.#release = setImmediate(this.#onDrain);
  };

  readonly #onEnd = (): void => {
    // What is held is dropped: a client that reads no answers and sends nothing more waits for none.
    if (this.#held.length === 0) for (const line of this.#splitter.end()) this.#receiveLine(line);
    this.#end();
  };

  #take(chunk: Uint8Array): void {
    for (const line of this.#splitter.push(chunk)) this.#receiveLine(line);
  }

  #isOutputFull(): boolean {
    return this.#output.writableLength > MAX_UNREAD_OUTPUT_BYTES;
  }

  #receiveLine(line: SplitLine): void {
    if (line.kind === "too_long") {
      this.#write(errorReply(null, PARSE_ERROR, `Parse error: the line is longer than ${MAX_LINE_BYTES} bytes`));
      return;
    }
    if (isBlank(line.bytes)) return;
    const parsed = parseLine(line.bytes);
    if ("reply" in parsed) this.#write(parsed.reply);
    else if (Array.isArray(parsed.value)) this.#receiveBatch(parsed.value);
    else this.#receive(readMessage(parsed.value), undefined);
  }

  #receiveBatch(entries: readonly unknown[]): void {
    if (entries.length === 0 || this.#protocolVersion !== BATCH_REVISION) {
      const why =
        entries.length === 0 ? "the batch is empty" : "this protocol version has no batches, send one message a line";
      this.#write(errorReply(null, INVALID_REQUEST, `Invalid request: ${why}`));
      return;
    }
    const batch = new Batch((responses) => this.#write(responses));
    for (const entry of entries) this.#receive(readMessage(entry), batch);
    batch.close();
  }

  #receive(incoming: Incoming, batch: Batch | undefined): void {
    switch (incoming.kind) {
      case "request":
        this.#receiveRequest(incoming.message, batch);
        return;
      case "notification":
        this.#deliver(incoming.message);
        if (incoming.message.method === "notifications/cancelled") this.#settle(incoming.message.params?.["requestId"]);
        return;
      case "response":
        this.#deliver(incoming.message);
        return;
      case "fault":
        this.#reply(incoming.reply, batch);
        return;
    }
  }

  #receiveRequest(message: JSONRPCRequest, batch: Batch | undefined): void {
    if (this.#inFlight.has(message.id)) {
      const why = `the id ${JSON.stringify(message.id)} belongs to a request that has no answer yet`;
      this.#reply(errorReply(message.id, INVALID_REQUEST, `Invalid request: ${why}`), batch);
      return;
    }
    this.#inFlight.set(message.id, { batch });
    batch?.expect(message.id);
    if (this.#deliver(message)) return;
    void this.send(errorReply(message.id, INTERNAL_ERROR, "Internal error: the request could not be taken"));
  }

  /** What the server throws at one message (deep nesting overflows its stack) must not end the connection. */
  #deliver(message: JSONRPCMessage): boolean {
    try {
      this.onmessage?.(message);
      return true;
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  }

  #reply(reply: JSONRPCMessage, batch: Batch | undefined): void {
    if (batch === undefined) this.#write(reply);
    else batch.add(reply);
  }

  #settle(id: unknown): void {
    const request = this.#inFlight.get(id as RequestId);
    if (request === undefined) return;
    this.#inFlight.delete(id as RequestId);
    request.batch?.settle(id as RequestId);
    if (this.#inFlight.size === 0) this.#onIdle?.();
  }

  #write(message: JSONRPCMessage | readonly JSONRPCMessage[]): void {
    if (this.#isClosed) return;
    this.#output.write(`${JSON.stringify(message)}\n`);
  }
}

/** Spaces, tabs and carriage returns only. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
