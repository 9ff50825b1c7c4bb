import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { MAX_LINE_BYTES, StdioTransport } from "./stdio-transport.ts";

/** A transport over in-memory pipes whose server answers every request with its own id, or when told to. */
async function openTransport({ isManual = false } = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new StdioTransport(input, output);
  const received: JSONRPCMessage[] = [];
  transport.onmessage = (message) => {
    received.push(message);
    if (!isManual && "method" in message && "id" in message) void answer(message.id);
  };
  const answer = (id: string | number): Promise<void> => transport.send({ jsonrpc: "2.0", id, result: { echo: id } });
  await transport.start();
  return {
    transport,
    input,
    output,
    received,
    answer,
    /** All lines written so far. */
    lines: (): unknown[] => {
      const text = (output.read() as Buffer | null)?.toString("utf8") ?? "";
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as unknown);
    },
    send: async (...chunks: (string | Uint8Array)[]): Promise<void> => {
      for (const chunk of chunks) {
        input.write(chunk);
        await new Promise(setImmediate);
      }
    },
  };
}

const ping = (id: unknown): string => `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`;
const pong = (id: string | number) => ({ jsonrpc: "2.0", id, result: { echo: id } });
const failure = (code: number, id: string | number | null = null) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message: expect.any(String) as string },
});

describe("lines that are no message are answered and the connection goes on", () => {
  it.each([
    ["not JSON", "{nope\n", -32700],
    ["cut-off JSON", '{"jsonrpc":"2.0",\n', -32700],
    ["null", "null\n", -32600],
    ["42", "42\n", -32600],
    ['"a string"', '"x"\n', -32600],
    ["true", "true\n", -32600],
    ["[]", "[]\n", -32600],
    ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', -32600],
    ["{}", "{}\n", -32600],
  ])("%s", async (_what, line, code) => {
    const { send, lines, received } = await openTransport();
    await send(line, ping(2));
    expect(lines()).toEqual([failure(code), pong(2)]);
    expect(received).toHaveLength(1);
  });

  it("bytes that are not UTF-8", async () => {
    const { send, lines } = await openTransport();
    await send(Uint8Array.of(0x22, 0xc3, 0x22, 0x0a), ping(2));
    expect(lines()).toEqual([failure(-32700), pong(2)]);
  });

  it("a missing jsonrpc keeps the id", async () => {
    const { send, lines } = await openTransport();
    await send('{"id":8,"method":"ping"}\n', ping(9));
    expect(lines()).toEqual([failure(-32600, 8), pong(9)]);
  });
});

describe("what the server throws at a message does not end the connection", () => {
  const throwing = async () => {
    const opened = await openTransport();
    const errors: Error[] = [];
    opened.transport.onerror = (error) => errors.push(error);
    const serve = opened.transport.onmessage;
    opened.transport.onmessage = (message, extra) => {
      if (JSON.stringify(message).includes("poison")) throw new RangeError("Maximum call stack size exceeded");
      serve?.(message, extra);
    };
    return { ...opened, errors };
  };

  it.each([
    ["a response", '{"jsonrpc":"2.0","id":9,"result":{"poison":1}}\n', []],
    ["a notification", '{"jsonrpc":"2.0","method":"notifications/poison"}\n', []],
    ["a request", '{"jsonrpc":"2.0","id":9,"method":"poison"}\n', [failure(-32603, 9)]],
  ])("%s", async (_what, line, answers) => {
    const { send, lines, errors, transport } = await throwing();
    await send(line, ping(2));
    expect(lines()).toEqual([...answers, pong(2)]);
    expect(errors).toHaveLength(1);
    expect(transport.inFlightCount).toBe(0);
  });
});

describe("framing", () => {
  it("a line over the limit is -32700 once, and the next line is served", async () => {
    const { send, lines } = await openTransport();
    const block = Buffer.alloc(1024 * 1024, 0x61);
    await send('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"');
    for (let sent = 0; sent <= MAX_LINE_BYTES + 4 * block.length; sent += block.length) await send(block);
    expect(lines()).toEqual([failure(-32700)]);
    await send('"}}\n', ping(2));
    expect(lines()).toEqual([pong(2)]);
  });

  it("a line just under the limit is served", async () => {
    const { send, lines } = await openTransport();
    const frame = '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":""}}';
    await send(`${frame.slice(0, -3)}${"a".repeat(MAX_LINE_BYTES - frame.length)}"}}\n`);
    expect(lines()).toEqual([pong(1)]);
  });

  it("CRLF ends and blank lines are fine", async () => {
    const { send, lines } = await openTransport();
    await send("\n\r\n  \t\n", ping(1).replace("\n", "\r\n"), "\r\n", ping(2));
    expect(lines()).toEqual([pong(1), pong(2)]);
  });

  it("characters split across chunks arrive whole", async () => {
    const { send, received } = await openTransport();
    const bytes = Buffer.from('{"jsonrpc":"2.0","id":"ü€𝄞","method":"ping"}\n');
    await send(...[...bytes].map((byte) => Uint8Array.of(byte)));
    expect(received).toEqual([{ jsonrpc: "2.0", id: "ü€𝄞", method: "ping" }]);
  });

  it("several messages in one chunk are all served, in order", async () => {
    const { send, lines } = await openTransport();
    await send(ping(1) + ping("b") + ping(3));
    expect(lines()).toEqual([pong(1), pong("b"), pong(3)]);
  });

  it("a last line without newline is served before the end", async () => {
    const { transport, input, lines } = await openTransport();
    input.end(ping(1).trimEnd());
    await transport.ended;
    expect(lines()).toEqual([pong(1)]);
  });
});

describe("ids", () => {
  it("an id that is still in flight is refused; the first request keeps its answer", async () => {
    const { send, lines, answer, received } = await openTransport({ isManual: true });
    await send(ping(1), ping(1));
    expect(lines()).toEqual([failure(-32600, 1)]);
    expect(received).toHaveLength(1);
    await answer(1);
    expect(lines()).toEqual([pong(1)]);
  });

  it('1 and "1" are two ids, and an answered id may come again', async () => {
    const { send, lines } = await openTransport();
    await send(ping(1), ping("1"), ping(1));
    expect(lines()).toEqual([pong(1), pong("1"), pong(1)]);
  });

  it("after a cancellation no answer is sent, even if one is made", async () => {
    const { send, lines, answer } = await openTransport({ isManual: true });
    await send(ping(1), '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
    await answer(1);
    expect(lines()).toEqual([]);
    await send(ping(1));
    await answer(1);
    expect(lines()).toEqual([pong(1)]);
  });
});

describe("batches under the one revision that has them", () => {
  it("are answered with one array of responses and faults", async () => {
    const { transport, send, lines } = await openTransport();
    transport.setProtocolVersion("2025-03-26");
    await send(`[${ping(1)},{"jsonrpc":"2.0","method":"notifications/x"},7,${ping(2)}]`.replaceAll("\n", "") + "\n");
    expect(lines()).toEqual([[pong(1), failure(-32600), pong(2)]]);
  });

  it("an empty one is -32600", async () => {
    const { transport, send, lines } = await openTransport();
    transport.setProtocolVersion("2025-03-26");
    await send("[]\n");
    expect(lines()).toEqual([failure(-32600)]);
  });

  it("a cancelled entry does not hold the others back", async () => {
    const { transport, send, lines, answer } = await openTransport({ isManual: true });
    transport.setProtocolVersion("2025-03-26");
    await send(`[${ping(1)},${ping(2)}]`.replaceAll("\n", "") + "\n");
    await answer(1);
    expect(lines()).toEqual([]);
    await send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}\n');
    expect(lines()).toEqual([[pong(1)]]);
  });

  it("other revisions refuse them", async () => {
    const { transport, send, lines } = await openTransport();
    transport.setProtocolVersion("2025-06-18");
    await send(`[${ping(1).trimEnd()}]\n`);
    expect(lines()).toEqual([failure(-32600)]);
  });
});

describe("the end", () => {
  it("comes with the end of the input", async () => {
    const { transport, input } = await openTransport();
    input.end();
    await expect(transport.ended).resolves.toBeUndefined();
  });

  it("comes when nobody reads the output any more", async () => {
    const { transport, output } = await openTransport();
    output.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
    await expect(transport.ended).resolves.toBeUndefined();
  });

  it("close tells the server once and lets nothing through any more", async () => {
    const { transport, send, lines, received } = await openTransport();
    let closedCount = 0;
    transport.onclose = () => (closedCount += 1);
    await transport.close();
    await transport.close();
    await send(ping(1));
    await transport.send({ jsonrpc: "2.0", method: "notifications/x" });
    expect({ closedCount, lines: lines(), received }).toEqual({ closedCount: 1, lines: [], received: [] });
  });

  it("idle waits for the answers that are due, and not longer than its bound", async () => {
    const { transport, send, answer } = await openTransport({ isManual: true });
    await transport.idle(60_000);
    await send(ping(1), ping(2));
    const startedAt = performance.now();
    await transport.idle(30);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(25);
    setTimeout(() => void answer(1).then(() => answer(2)), 10);
    await transport.idle(60_000);
    expect(transport.inFlightCount).toBe(0);
  });
});

describe("back-pressure", () => {
  const unread = { jsonrpc: "2.0" as const, method: "notifications/x", params: { text: "x".repeat(9 * 1024 * 1024) } };
  const afterDrain = (output: PassThrough): Promise<unknown> => new Promise((resolve) => output.once("drain", resolve));

  it("the requests of a client that does not read its answers wait until it does", async () => {
    const { transport, send, output, received } = await openTransport();
    await transport.send(unread);
    await send(ping(1), ping(2));
    expect(received).toEqual([]);
    output.resume();
    await afterDrain(output);
    await new Promise(setImmediate);
    expect(received).toHaveLength(2);
  });

  it("past a bound they wait in the client's pipe", async () => {
    const { transport, input, send, output, received } = await openTransport();
    await transport.send(unread);
    await send(`${" ".repeat(2 * 1024 * 1024)}\n`, ping(1));
    expect(input.isPaused()).toBe(true);
    output.resume();
    await afterDrain(output);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(input.isPaused()).toBe(false);
    await send(ping(2));
    expect(received).toHaveLength(2);
  });

  it("the end of the input is noticed meanwhile", async () => {
    const { transport, input, send } = await openTransport();
    await transport.send(unread);
    await send(ping(1));
    input.end();
    await expect(transport.ended).resolves.toBeUndefined();
  });
});
