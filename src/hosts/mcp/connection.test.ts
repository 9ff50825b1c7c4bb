import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { CallOptions, Run } from "../../run/run.ts";
import type { ToolListing } from "../../tools/core/dialect.ts";
import type { ToolResult } from "../../tools/core/result.ts";
import { serveConnection } from "./connection.ts";

const listing: ToolListing = {
  name: "pilens_module_report",
  title: "Module report",
  description: "Outlines one file. Example: {}",
  inputSchema: { type: "object", properties: { file: { type: "string" } }, required: ["file"] },
  tier: "read",
};

type Handler = (args: unknown, options: CallOptions) => Promise<ToolResult>;
const text = (value: string): ToolResult => ({ content: [{ type: "text", text: value }], isError: false });

/** A run whose tools are the given handlers; everything else about it is real behaviour of a run. */
class HandlerRun implements Run {
  readonly handlers: Readonly<Record<string, Handler>>;
  listings: readonly ToolListing[] = [listing];
  rootsGiven: (readonly string[])[] = [];
  onRoots: (roots: readonly string[]) => Promise<void> = () => Promise.resolve();

  constructor(handlers: Readonly<Record<string, Handler>>) {
    this.handlers = handlers;
  }
  get writeReports(): never {
    throw new Error("a connection needs none");
  }
  get workspace(): never {
    throw new Error("a connection does not look at it");
  }
  tools(): readonly ToolListing[] {
    return this.listings;
  }
  call(name: string, args: unknown, options: CallOptions = {}): Promise<ToolResult> {
    return this.handlers[name]?.(args, options) ?? Promise.resolve({ ...text(`Unknown: ${name}`), isError: true });
  }
  async setRoots(roots: readonly string[]): Promise<void> {
    this.rootsGiven.push(roots);
    await this.onRoots(roots);
  }
  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** One connection over in-memory pipes, spoken to in raw messages. */
class Client {
  readonly run: HandlerRun;
  readonly ended: Promise<void>;
  readonly received: Message[] = [];
  readonly logged: string[] = [];
  /** What the client answers to roots/list; undefined: nothing. */
  roots: (() => readonly string[] | undefined) | undefined;
  readonly #input = new PassThrough();
  readonly #interruption = new AbortController();
  readonly #waiting = new Set<() => void>();
  #buffer = "";

  constructor(handlers: Readonly<Record<string, Handler>> = {}, rootsWaitMs = 200) {
    this.run = new HandlerRun(handlers);
    const output = new PassThrough();
    output.on("data", (chunk: Buffer) => this.#read(chunk.toString("utf8")));
    this.ended = serveConnection({
      run: this.run,
      version: "1.2.3",
      input: this.#input,
      output,
      signal: this.#interruption.signal,
      onListed: () => {},
      log: (line) => this.logged.push(line),
      rootsWaitMs,
    });
  }

  send(message: object): void {
    this.#input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  call(id: number, name: string, params: object = {}): Promise<Message> {
    this.send({ id, method: "tools/call", params: { name, ...params } });
    return this.answer(id);
  }

  answer(id: number): Promise<Message> {
    return this.until((message) => message.id === id && message.method === undefined);
  }

  async until(matches: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.received.find(matches);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async initialize(capabilities: object = {}, protocolVersion = "2025-06-18"): Promise<Message> {
    const clientInfo = { name: "test", version: "1" };
    this.send({ id: 1000, method: "initialize", params: { protocolVersion, capabilities, clientInfo } });
    const answer = await this.answer(1000);
    this.send({ method: "notifications/initialized" });
    return answer;
  }

  end(): Promise<void> {
    this.#input.end();
    return this.ended;
  }

  interrupt(): Promise<void> {
    this.#interruption.abort();
    return this.ended;
  }

  #read(chunk: string): void {
    const lines = (this.#buffer + chunk).split("\n");
    this.#buffer = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as Message;
      this.received.push(message);
      const roots = message.method === "roots/list" ? this.roots?.() : undefined;
      if (roots !== undefined) this.send({ id: message.id, result: { roots: roots.map((uri) => ({ uri })) } });
    }
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }
}

function firstText(message: Message): string {
  const content = message.result?.["content"] as { text: string }[] | undefined;
  return content?.[0]?.text ?? "";
}

describe("initialize", () => {
  it("names the server, its version, its capabilities and how to use it", async () => {
    const client = new Client();
    const { result } = await client.initialize();
    expect(result).toMatchObject({
      protocolVersion: "2025-06-18",
      serverInfo: { name: "reticle", version: "1.2.3" },
      capabilities: { tools: { listChanged: true } },
    });
    expect(result?.["instructions"]).toContain("pilens_module_report");
    await client.end();
  });

  it("answers a version it does not know with one that it does", async () => {
    const client = new Client();
    const { result } = await client.initialize({}, "1999-01-01");
    expect(result?.["protocolVersion"]).toMatch(/^20\d\d-\d\d-\d\d$/);
    await client.end();
  });

  it("is not needed before ping, tools/list and tools/call", async () => {
    const client = new Client({ t: () => Promise.resolve(text("done")) });
    client.send({ id: 1, method: "ping" });
    client.send({ id: 2, method: "tools/list" });
    expect((await client.answer(1)).result).toEqual({});
    expect((await client.answer(2)).result?.["tools"]).toHaveLength(1);
    expect(firstText(await client.call(3, "t"))).toBe("done");
    await client.end();
  });
});

describe("tools/list", () => {
  it("gives name, title, description, schema and the hints of the tier", async () => {
    const client = new Client();
    client.send({ id: 1, method: "tools/list" });
    expect((await client.answer(1)).result?.["tools"]).toEqual([
      {
        name: "pilens_module_report",
        title: "Module report",
        description: listing.description,
        inputSchema: listing.inputSchema,
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          openWorldHint: false,
        },
      },
    ]);
    await client.end();
  });

  it.each([
    ["write", { readOnlyHint: false, destructiveHint: true, openWorldHint: false }],
    ["exec", { readOnlyHint: false, destructiveHint: true, openWorldHint: true }],
  ] as const)("a %s tool is announced as one that changes things", async (tier, hints) => {
    const client = new Client();
    client.run.listings = [{ ...listing, tier }];
    client.send({ id: 1, method: "tools/list" });
    expect((await client.answer(1)).result?.["tools"]).toMatchObject([{ annotations: hints }]);
    await client.end();
  });

  it("a cursor, which we never give out, is -32602", async () => {
    const client = new Client();
    client.send({ id: 1, method: "tools/list", params: { cursor: "x" } });
    client.send({ id: 2, method: "tools/list", params: { cursor: 5 } });
    expect((await client.answer(1)).error?.code).toBe(-32602);
    expect((await client.answer(2)).error?.code).toBe(-32602);
    await client.end();
  });

  it.each(["resources/list", "prompts/list", "nope", "server/discover"])("the method %s is -32601", async (method) => {
    const client = new Client();
    client.send({ id: 1, method });
    expect((await client.answer(1)).error?.code).toBe(-32601);
    await client.end();
  });
});

describe("tools/call", () => {
  it("passes isError and structuredContent and keeps details to itself", async () => {
    const structuredContent = { ignoredArguments: ["x"], ignoredArgumentCount: 1 };
    const client = new Client({
      t: () => Promise.resolve({ ...text("bad"), isError: true, structuredContent, details: { secret: 1 } }),
    });
    const { result } = await client.call(1, "t");
    expect(result).toEqual({ content: [{ type: "text", text: "bad" }], isError: true, structuredContent });
    await client.end();
  });

  it("an unknown tool is the run's error result, not a JSON-RPC error", async () => {
    const client = new Client();
    const answer = await client.call(1, "nope");
    expect(answer.error).toBeUndefined();
    expect(answer.result).toMatchObject({ isError: true });
    await client.end();
  });

  it("an exception is an error result with the footer", async () => {
    const client = new Client({ t: () => Promise.reject(new Error("it broke")) });
    const answer = await client.call(1, "t");
    expect(answer.result).toMatchObject({ isError: true });
    expect(firstText(answer)).toMatch(/it broke[^]*\n\nusage tokens=\d+ elapsed-ms=\d+ bytes=\d+ truncated=false$/);
    await client.end();
  });

  it("arguments arrive as sent, own keys named like prototype members included", async () => {
    const seen: unknown[] = [];
    const client = new Client({ t: (args) => Promise.resolve(text(String(seen.push(args)))) });
    const sent: unknown = JSON.parse('{"constructor":1,"__proto__":{"a":1},"toString":null}');
    await client.call(1, "t", { arguments: sent });
    expect(JSON.stringify(seen[0])).toBe(JSON.stringify(sent));
    await client.end();
  });

  it("calls run side by side: a quick one overtakes a slow one", async () => {
    const { promise, resolve } = Promise.withResolvers<ToolResult>();
    const client = new Client({ slow: () => promise, quick: () => Promise.resolve(text("quick")) });
    const slow = client.call(1, "slow");
    expect(firstText(await client.call(2, "quick"))).toBe("quick");
    client.send({ id: 3, method: "ping" });
    expect((await client.answer(3)).result).toEqual({});
    resolve(text("slow"));
    expect(firstText(await slow)).toBe("slow");
    await client.end();
  });

  it("cancellation aborts the call's signal, and no answer follows", async () => {
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    const client = new Client({
      t: (_args, { signal }) => {
        const { promise, resolve: finish } = Promise.withResolvers<ToolResult>();
        signal?.addEventListener("abort", () => {
          resolve();
          finish(text("too late"));
        });
        return promise;
      },
      quick: () => Promise.resolve(text("quick")),
    });
    client.send({ id: 1, method: "tools/call", params: { name: "t" } });
    client.send({ id: 2, method: "ping" });
    await client.answer(2);
    client.send({ method: "notifications/cancelled", params: { requestId: 1, reason: "changed my mind" } });
    await aborted;
    await client.call(3, "quick");
    expect(client.received.filter(({ id }) => id === 1)).toEqual([]);
    await client.end();
  });

  it("progress is sent when asked for, grows, and stops with the answer", async () => {
    let late: CallOptions["onProgress"];
    const client = new Client({
      t: (_args, { onProgress }) => {
        late = onProgress;
        onProgress?.(1, 4, "one");
        onProgress?.(1, 4, "again");
        onProgress?.(4, 4, "all");
        return Promise.resolve(text("done"));
      },
    });
    await client.call(1, "t", { _meta: { progressToken: "p1" } });
    late?.(5, undefined, "late");
    await client.call(2, "t");
    const progress = client.received.filter(({ method }) => method === "notifications/progress");
    expect(progress.map(({ params }) => params)).toEqual([
      { progressToken: "p1", progress: 1, total: 4, message: "one" },
      { progressToken: "p1", progress: 4, total: 4, message: "all" },
    ]);
    expect(client.received.findIndex(({ id }) => id === 1)).toBeGreaterThan(client.received.indexOf(progress[1]!));
    await client.end();
  });
});

describe("roots", () => {
  const done: Readonly<Record<string, Handler>> = { t: () => Promise.resolve(text("done")) };

  it("are asked for after initialized and given to the run as paths", async () => {
    const client = new Client(done);
    client.roots = () => ["file:///tmp/with%20space", "file:///usr"];
    await client.initialize({ roots: { listChanged: true } });
    await client.call(1, "t");
    expect(client.run.rootsGiven).toEqual([["/tmp/with space", "/usr"]]);
    await client.end();
  });

  it("are not asked for when the client has none", async () => {
    const client = new Client(done);
    await client.initialize({});
    await client.call(1, "t");
    expect(client.received.filter(({ method }) => method === "roots/list")).toEqual([]);
    expect(client.run.rootsGiven).toEqual([]);
    await client.end();
  });

  it("calls that come before them wait for them", async () => {
    const order: string[] = [];
    const client = new Client({ t: () => Promise.resolve(text(String(order.push("call")))) }, 5_000);
    client.run.onRoots = () => Promise.resolve(void order.push("roots"));
    await client.initialize({ roots: {} });
    const call = client.call(1, "t");
    const question = await client.until(({ method }) => method === "roots/list");
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(order).toEqual([]);
    client.send({ id: question.id, result: { roots: [{ uri: "file:///usr" }] } });
    await call;
    expect(order).toEqual(["roots", "call"]);
    await client.end();
  });

  it("a call between initialize and initialized waits as well", async () => {
    const client = new Client(done, 5_000);
    client.roots = () => ["file:///usr"];
    const clientInfo = { name: "test", version: "1" };
    client.send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: { roots: {} }, clientInfo },
    });
    await client.answer(1);
    const call = client.call(2, "t");
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(client.received.some(({ id }) => id === 2)).toBe(false);
    client.send({ method: "notifications/initialized" });
    await call;
    expect(client.run.rootsGiven).toEqual([["/usr"]]);
    await client.end();
  });

  it("a client that never answers is served after the wait, once", async () => {
    const client = new Client(done, 60);
    await client.initialize({ roots: {} });
    const startedAt = performance.now();
    await client.call(1, "t");
    expect(performance.now() - startedAt).toBeGreaterThan(40);
    const again = performance.now();
    await client.call(2, "t");
    expect(performance.now() - again).toBeLessThan(40);
    await client.end();
  });

  it("a client that answers with an error is served, and the log says why", async () => {
    const client = new Client(done, 5_000);
    await client.initialize({ roots: {} });
    const question = await client.until(({ method }) => method === "roots/list");
    client.send({ id: question.id, error: { code: -32601, message: "no such method" } });
    expect(firstText(await client.call(1, "t"))).toBe("done");
    expect(client.logged.join()).toContain("no such method");
    await client.end();
  });

  it("news of a change replaces them", async () => {
    const client = new Client(done);
    client.roots = () => ["file:///usr"];
    await client.initialize({ roots: { listChanged: true } });
    await client.call(1, "t");
    client.roots = () => ["file:///tmp"];
    client.send({ method: "notifications/roots/list_changed" });
    await client.call(2, "t");
    expect(client.run.rootsGiven).toEqual([["/usr"], ["/tmp"]]);
    await client.end();
  });

  it("that are no folders on this machine are an error result that says what to do", async () => {
    const client = new Client(done);
    client.roots = () => ["vscode-remote://host/home"];
    await client.initialize({ roots: {} });
    const answer = await client.call(1, "t");
    expect(answer.result).toMatchObject({ isError: true });
    expect(firstText(answer)).toContain("vscode-remote://host/home");
    expect(firstText(answer)).toContain("--root");
    expect(client.run.rootsGiven).toEqual([]);
    await client.end();
  });

  it("that the run refuses are an error result until usable ones come", async () => {
    const client = new Client(done);
    client.run.onRoots = (roots) =>
      roots.includes("/usr") ? Promise.resolve() : Promise.reject(new Error("outside --root /usr"));
    client.roots = () => ["file:///etc"];
    await client.initialize({ roots: { listChanged: true } });
    expect(firstText(await client.call(1, "t"))).toContain("outside --root /usr");
    client.roots = () => ["file:///usr"];
    client.send({ method: "notifications/roots/list_changed" });
    expect(firstText(await client.call(2, "t"))).toBe("done");
    await client.end();
  });

  it("which bring other settings change the list of tools, and the client is told", async () => {
    const client = new Client(done);
    client.run.onRoots = () => {
      client.run.listings = [];
      return Promise.resolve();
    };
    client.send({ id: 1, method: "tools/list" });
    await client.answer(1);
    client.roots = () => ["file:///usr"];
    await client.initialize({ roots: {} });
    await client.until(({ method }) => method === "notifications/tools/list_changed");
    await client.end();
  });
});

describe("the end", () => {
  it("of the input waits for the answers that are due", async () => {
    const client = new Client({
      t: () => new Promise((resolve) => setTimeout(() => resolve(text("last words")), 50)),
    });
    client.send({ id: 1, method: "tools/call", params: { name: "t" } });
    await client.end();
    expect(firstText(await client.answer(1))).toBe("last words");
  });

  it("of the input aborts what does not finish in time", async () => {
    let signal: AbortSignal | undefined;
    const client = new Client({
      t: (_args, options) => {
        signal = options.signal;
        return new Promise(() => {});
      },
    });
    client.send({ id: 1, method: "tools/call", params: { name: "t" } });
    const startedAt = performance.now();
    await client.end();
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    expect(signal?.aborted).toBe(true);
  });

  it("by a signal does not wait", async () => {
    const client = new Client({ t: () => new Promise(() => {}) });
    client.send({ id: 1, method: "tools/call", params: { name: "t" } });
    client.send({ id: 2, method: "ping" });
    await client.answer(2);
    const startedAt = performance.now();
    await client.interrupt();
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
