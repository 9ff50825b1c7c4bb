import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { complete, type Coverage } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import { LatencyLedger } from "../../base/latency.ts";
import { Slots } from "../../base/slots.ts";
import type { ToolContext } from "./context.ts";
import { type Answer, defineTool, type Tier, type Tool, type ToolDeclaration } from "./declaration.ts";
import type { ApprovalRequest } from "./execute.ts";
import { type PipelinePorts, refuseUnknown, runCall } from "./pipeline.ts";
import type { ToolCall } from "./prepare.ts";
import type { ObjectSchema } from "./schema.ts";

const input = {
  type: "object",
  properties: {
    path: { type: "string" },
    line: { type: "integer", minimum: 1 },
    max: { type: "integer", minimum: 1, maximum: 10, default: 5 },
  },
  required: ["path"],
} as const satisfies ObjectSchema;

type Declared = ToolDeclaration<typeof input, unknown>;

function tool(overrides: Partial<Declared> = {}): Tool {
  return defineTool({
    name: "demo",
    mcp: { name: "pilens_demo", rename: { path: "file" }, cwd: true },
    title: "Demo",
    tier: "read",
    description: "Demonstrates.",
    example: { path: "a.ts" },
    input,
    needs: [],
    parallel: true,
    run: (given) => Promise.resolve({ coverage: complete, facts: given }),
    format: ({ facts }) => `ran with ${JSON.stringify(facts)}`,
    ...overrides,
  });
}

const answerOf = (coverage: Coverage, notes?: readonly string[]): Promise<Answer<unknown>> =>
  Promise.resolve({ coverage, facts: null, ...(notes === undefined ? {} : { notes }) });

interface Bench extends PipelinePorts {
  readonly degradations: string[];
  readonly failures: string[];
  readonly logs: string[];
}

function bench(overrides: Partial<PipelinePorts> = {}): Bench {
  const degradations: string[] = [];
  const failures: string[] = [];
  const logs: string[] = [];
  return {
    guardrails: [],
    turns: new Slots(1),
    latency: new LatencyLedger(),
    showFile: (path) => path,
    openContext: (_call, measure) => Promise.resolve({ phase: measure } as unknown as ToolContext),
    degraded: (kind, subject) => degradations.push(`${kind} ${subject}`),
    logResult: (text) => Promise.resolve(`/logs/${logs.push(text)}.log`),
    logFailure: (text) => Promise.resolve(failures.push(text)),
    degradations,
    failures,
    logs,
    ...overrides,
  };
}

function callOf(one: Tool, args: Record<string, unknown>, overrides: Partial<ToolCall> = {}): ToolCall {
  return { tool: one, dialect: "own", name: one.name, args, isChecked: true, onProgress: () => {}, ...overrides };
}

const never = new AbortController().signal;

async function textOf(call: ToolCall, ports: PipelinePorts = bench(), signal: AbortSignal = never) {
  const { content, isError, structuredContent, details } = await runCall(call, ports, signal);
  const [block] = content;
  const text = block?.type === "text" ? block.text : "";
  const [payload = "", footer = ""] = text.split(/\n\n(?=usage [^\n]+$)/);
  expect(footer).toMatch(/^usage tokens=\d+ elapsed-ms=\d+ bytes=\d+ truncated=(true|false)$/);
  return { text: payload, isError, structuredContent, details };
}

describe("the text of a result", () => {
  const partial: Coverage = { state: "partial", looked: "1", whole: "2 files", missing: "b.ts" };

  test("ignored arguments, blank line, notes on values, notes of the tool, coverage, own text", async () => {
    const one = tool({ run: () => answerOf(partial, ["a note of the tool"]), format: () => "own text" });
    const ports = bench();
    const { text, isError, structuredContent } = await textOf(callOf(one, { path: "a", max: 99, zzz: 1 }), ports);
    expect(text).toBe(
      [
        "Ignored unknown argument(s) for demo: `zzz`. They had no effect on this call.",
        "",
        "`max` 99 is above the maximum; used 10.",
        "a note of the tool",
        "partial: 1 of 2 files; not covered: b.ts",
        "own text",
      ].join("\n"),
    );
    expect([isError, structuredContent]).toEqual([false, { ignoredArguments: ["zzz"], ignoredArgumentCount: 1 }]);
    expect(ports.degradations).toEqual(["mcp-ignored-arguments demo"]);
  });

  test("a complete answer is the tool's own text alone", async () => {
    expect(await textOf(callOf(tool(), { path: "a" }))).toEqual({
      text: 'ran with {"path":"a","max":5}',
      isError: false,
      structuredContent: undefined,
      details: undefined,
    });
  });

  test("unavailable is a normal answer", async () => {
    const unavailable: Coverage = { state: "unavailable", what: "index", remedy: "run reticle index" };
    const one = tool({ run: () => answerOf(unavailable), format: () => "" });
    expect(await textOf(callOf(one, { path: "a" }))).toMatchObject({
      text: "unavailable: index; run reticle index",
      isError: false,
    });
  });

  test("sections are joined by line breaks, under the head lines", async () => {
    const sections = [
      { label: "A", text: "A:\n  1", value: 2 },
      { label: "B", text: "B:\n  2", value: 1 },
    ];
    const one = tool({ run: () => answerOf(partial), format: () => sections });
    expect((await textOf(callOf(one, { path: "a" }))).text).toBe(
      "partial: 1 of 2 files; not covered: b.ts\nA:\n  1\nB:\n  2",
    );
  });

  test("an oversized result loses its least valuable section, not its head", async () => {
    const sections = ["A", "B"].map((label, value) => ({ label, text: label.repeat(30_000), value }));
    const ports = bench();
    const { text } = await textOf(callOf(tool({ format: () => sections }), { path: "a", zzz: 1 }), ports);
    expect(text).toMatch(/^Ignored unknown[^\n]+\n\nB+\n\[1 section left out: A \(30000 bytes\); full text: .+\]$/);
    expect(ports.logs).toHaveLength(1);
  });

  test("details pass through", async () => {
    const one = tool({ details: () => ({ count: 3 }) });
    expect((await textOf(callOf(one, { path: "a" }))).details).toEqual({ count: 3 });
  });
});

describe("calls that do not run", () => {
  let runs = 0;
  const counted = tool({
    run: (given) => {
      runs += 1;
      return Promise.resolve({ coverage: complete, facts: given });
    },
  });

  test.each([
    [{ line: 0, path: "a" }, "Not run: `line` must be an integer ≥ 1, got 0."],
    [{ line: "abc", path: "a" }, 'Not run: `line` must be an integer ≥ 1, got "abc".'],
    [{}, "Not run: `path` is required."],
    [
      { Path: "a" },
      "Ignored unknown argument(s) for demo: `Path` (did you mean `path`?). They had no effect on this call.\n" +
        "Not run: required argument(s) `path` missing.",
    ],
    [
      { path: "a", zzz: 1, line: 0 },
      "Ignored unknown argument(s) for demo: `zzz`. They had no effect on this call.\n\n" +
        "Not run: `line` must be an integer ≥ 1, got 0.",
    ],
  ])("%j", async (args, text) => {
    runs = 0;
    const result = await textOf(callOf(counted, args));
    expect([result.text, result.isError, runs]).toEqual([text, true, 0]);
    expect(result.structuredContent !== undefined).toBe(text.startsWith("Ignored"));
  });

  test("messages use the host's argument names, the tool gets its own", async () => {
    const { text } = await textOf(callOf(counted, {}, { dialect: "mcp", name: "pilens_demo" }));
    expect(text).toBe("Not run: `file` is required.");
    const ran = await textOf(callOf(counted, { file: "a", cwd: "." }, { dialect: "mcp", name: "pilens_demo" }));
    expect(ran.text).toBe('ran with {"path":"a","max":5}');
  });

  test("an unchecked call drops undeclared arguments without a word", async () => {
    const ports = bench();
    const result = await textOf(callOf(counted, { path: "a", zzz: 1 }, { isChecked: false }), ports);
    expect(result).toMatchObject({ text: 'ran with {"path":"a","max":5}', structuredContent: undefined });
    expect(ports.degradations).toEqual([]);
  });

  test("LENS-2 an unknown tool passes the gate", async () => {
    const { content, isError } = await refuseUnknown("nonesuch", bench());
    expect(isError).toBe(true);
    expect((content[0] as { text: string }).text).toMatch(
      /^Unknown or disabled tool: nonesuch\n\nusage tokens=9 elapsed-ms=0 bytes=34 truncated=false$/,
    );
  });
});

test("a name of 5 MB is not repeated whole, nor logged", async () => {
  const ports = bench();
  const { content } = await refuseUnknown("x".repeat(5_000_000), ports);
  const { text } = content[0] as { text: string };
  expect(text.split("\n")[0]).toBe(`Unknown or disabled tool: ${"x".repeat(200)}… (5000000 characters)`);
  expect(text).toMatch(/truncated=false$/);
});

describe("failures", () => {
  test("a ReticleError keeps the ignored line above it", async () => {
    const one = tool({ run: () => Promise.reject(new ReticleError("not_found", "no such file", { hint: "look" })) });
    const ports = bench();
    expect(await textOf(callOf(one, { path: "a", zzz: 1 }), ports)).toMatchObject({
      text:
        "Ignored unknown argument(s) for demo: `zzz`. They had no effect on this call.\n\n" +
        "Error (not_found): no such file.\nNext: look.",
      isError: true,
      structuredContent: { ignoredArguments: ["zzz"], ignoredArgumentCount: 1 },
    });
    expect(ports.failures).toEqual([]);
  });

  test.each([
    ["rejects", tool({ run: () => Promise.reject(new TypeError("boom")) })],
    [
      "throws",
      tool({
        run: () => {
          throw new TypeError("boom");
        },
      }),
    ],
    [
      "cannot be formatted",
      tool({
        format: () => {
          throw new TypeError("boom");
        },
      }),
    ],
  ])("a tool that %s unexpectedly: one line for the model, the stack for the log", async (_how, one) => {
    const ports = bench();
    const { text, isError } = await textOf(callOf(one, { path: "a" }), ports);
    expect(isError).toBe(true);
    expect(text).toMatch(/^Error \(internal\): demo failed unexpectedly: boom\.\nNext: /);
    expect(ports.failures).toEqual([expect.stringContaining("TypeError: boom\n    at ")]);
    expect(ports.degradations).toEqual(["tool-failed demo"]);
  });

  test("a deadline is a timeout that names the tool, also when the tool never reacts", async () => {
    const one = tool({ deadlineMs: 20, run: () => new Promise(() => {}) });
    const { text, isError } = await textOf(callOf(one, { path: "a" }));
    expect(isError).toBe(true);
    expect(text).toBe(
      "Error (timeout): demo did not finish within 20 ms.\n" +
        "Next: narrow the request (fewer files, a smaller range) and call again.",
    );
  });

  test("the caller's signal ends the call at once and reaches the tool", async () => {
    let seen: AbortSignal | undefined;
    const one = tool({
      run: (_input, _context, signal) => {
        seen = signal;
        return new Promise(() => {});
      },
    });
    const controller = new AbortController();
    const pending = textOf(callOf(one, { path: "a" }), bench(), controller.signal);
    await sleep(5);
    controller.abort("enough");
    expect(await pending).toMatchObject({
      text: "Error (cancelled): demo was cancelled by its caller.",
      isError: true,
    });
    expect(seen?.aborted).toBe(true);
  });

  test("a call that is cancelled before it begins does not run", async () => {
    let runs = 0;
    const one = tool({ run: () => answerOf(complete, [String((runs += 1))]) });
    expect((await textOf(callOf(one, { path: "a" }), bench(), AbortSignal.abort())).text).toContain("cancelled");
    expect(runs).toBe(0);
  });
});

describe("guardrails and approval", () => {
  const asked: ApprovalRequest[] = [];
  const approving = (answer: boolean) => (request: ApprovalRequest) => {
    asked.push(request);
    return Promise.resolve(answer);
  };

  test.each([
    ["read", 0],
    ["write", 1],
    ["exec", 1],
  ] as const)("%s: asked %i times, with the tool's own argument names", async (tier: Tier, times) => {
    asked.length = 0;
    const call = callOf(tool({ tier }), { file: "a" }, { dialect: "mcp", name: "pilens_demo" });
    expect((await textOf(call, bench({ approve: approving(true) }))).isError).toBe(false);
    expect(asked).toEqual(Array(times).fill({ tool: "demo", tier, arguments: { path: "a", max: 5 } }));
  });

  test("refused: nothing runs", async () => {
    let runs = 0;
    const one = tool({ tier: "write", run: () => answerOf(complete, [String((runs += 1))]) });
    const { text, isError } = await textOf(callOf(one, { path: "a" }), bench({ approve: approving(false) }));
    expect(text).toMatch(/^Error \(refused\): demo was not approved; nothing was run\.\nNext: /);
    expect([isError, runs]).toEqual([true, 0]);
  });

  test("a guardrail denies on its own, before anybody is asked, reads included", async () => {
    asked.length = 0;
    const denies = bench({
      approve: approving(true),
      guardrails: [
        () => Promise.resolve(undefined),
        ({ tool: name }) => Promise.resolve({ reason: `no ${name} today` }),
      ],
    });
    for (const tier of ["read", "exec"] as const) {
      expect((await textOf(callOf(tool({ tier }), { path: "a" }), denies)).text).toBe(
        "Error (refused): no demo today.",
      );
    }
    expect(asked).toEqual([]);
  });

  test("waiting for an approval ends with the caller's signal", async () => {
    const controller = new AbortController();
    const one = tool({ tier: "exec" });
    const pending = textOf(
      callOf(one, { path: "a" }),
      bench({ approve: () => new Promise(() => {}) }),
      controller.signal,
    );
    controller.abort();
    expect((await pending).text).toContain("cancelled");
  });
});

describe("turns", () => {
  const recorder = (events: string[], overrides: Partial<Declared> = {}): Tool =>
    tool({
      run: async (given) => {
        events.push(`> ${given.path}`);
        await sleep(given.line ?? 1);
        events.push(`< ${given.path}`);
        return { coverage: complete, facts: null };
      },
      ...overrides,
    });

  test("tools that are not parallel run one after the other, in the order of their calls", async () => {
    const events: string[] = [];
    const one = recorder(events, { parallel: false });
    const ports = bench({ guardrails: [() => sleep(Math.random() * 5).then(() => undefined)] });
    await Promise.all(["a", "b", "c"].map((path, index) => textOf(callOf(one, { path, line: 9 - index * 4 }), ports)));
    expect(events).toEqual(["> a", "< a", "> b", "< b", "> c", "< c"]);
  });

  test("parallel tools run side by side, also beside one that is not", async () => {
    const events: string[] = [];
    const ports = bench();
    const serial = recorder(events, { parallel: false });
    const calls = [callOf(serial, { path: "s", line: 30 }), callOf(recorder(events), { path: "p", line: 1 })];
    await Promise.all(calls.map((call) => textOf(call, ports)));
    expect(events.slice(0, 2).sort()).toEqual(["> p", "> s"]);
    expect(events.slice(2)).toEqual(["< p", "< s"]);
  });

  test("a failed or cancelled call gives its turn back, and a waiting one can leave the line", async () => {
    const events: string[] = [];
    const ports = bench();
    const leave = new AbortController();
    const failing = tool({ parallel: false, run: () => Promise.reject(new ReticleError("conflict", "stale")) });
    const serial = recorder(events, { parallel: false });
    const results = [
      textOf(callOf(failing, { path: "a" }), ports),
      textOf(callOf(serial, { path: "b", line: 20 }), ports),
      textOf(callOf(serial, { path: "c" }), ports, leave.signal),
      textOf(callOf(serial, { path: "d" }), ports),
    ];
    leave.abort();
    expect((await Promise.all(results)).map(({ isError }) => isError)).toEqual([true, false, true, false]);
    expect(events).toEqual(["> b", "< b", "> d", "< d"]);
  });

  test("a call that was cut off keeps its turn until it has really ended", async () => {
    const events: string[] = [];
    const ports = bench();
    const slow = recorder(events, { parallel: false, deadlineMs: 10 });
    const next = recorder(events, { parallel: false });
    const results = [textOf(callOf(slow, { path: "a", line: 60 }), ports), textOf(callOf(next, { path: "b" }), ports)];
    expect((await Promise.all(results)).map(({ isError }) => isError)).toEqual([true, false]);
    expect(events).toEqual(["> a", "< a", "> b", "< b"]);
  });
});

test("the latency ledger has the call, its file and its phases", async () => {
  const ports = bench({ approve: () => Promise.resolve(true), showFile: (path) => `shown ${path}` });
  const one = tool({
    tier: "write",
    parallel: false,
    run: async (_input, context) => {
      await context.phase("parse", () => sleep(1));
      return { coverage: complete, facts: null };
    },
  });
  await textOf(callOf(one, { file: "a.ts" }, { dialect: "mcp", name: "pilens_demo" }), ports);
  await textOf(callOf(one, {}), ports);
  const [failed, ran] = ports.latency.latest(5);
  expect(ran).toMatchObject({ tool: "pilens_demo", file: "shown a.ts", outcome: "ok" });
  expect(ran?.phases.map(({ name }) => name)).toEqual(["queue", "approval", "run.parse", "run"]);
  expect(ran?.totalMs).toBeGreaterThanOrEqual(ran?.phases.at(-1)?.durationMs ?? 0);
  expect(failed).toMatchObject({ tool: "demo", outcome: "error", phases: [] });
});
