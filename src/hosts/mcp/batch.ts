import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server";

/** The one protocol revision whose servers must accept JSON-RPC batches; later ones forbid them. */
export const BATCH_REVISION = "2025-03-26";

/** The responses to one JSON-RPC batch, held back until the last one is there. */
export class Batch {
  readonly #write: (responses: readonly JSONRPCMessage[]) => void;
  readonly #awaited = new Set<RequestId>();
  readonly #responses: JSONRPCMessage[] = [];
  #isOpen = true;

  constructor(write: (responses: readonly JSONRPCMessage[]) => void) {
    this.#write = write;
  }

  expect(id: RequestId): void {
    this.#awaited.add(id);
  }

  add(response: JSONRPCMessage): void {
    this.#responses.push(response);
  }

  /** The request has its response, or was cancelled and gets none. */
  settle(id: RequestId): void {
    this.#awaited.delete(id);
    this.#flush();
  }

  /** All entries are read; a batch of notifications only is answered with nothing. */
  close(): void {
    this.#isOpen = false;
    this.#flush();
  }

  #flush(): void {
    if (this.#isOpen || this.#awaited.size > 0 || this.#responses.length === 0) return;
    this.#write(this.#responses.splice(0));
  }
}
