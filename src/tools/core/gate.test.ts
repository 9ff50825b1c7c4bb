import { describe, expect, test } from "vitest";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { byteLength } from "../../base/truncate.ts";
import type { TextSection } from "./declaration.ts";
import {
  type GateRequest,
  joinSectioned,
  MAX_FOOTER_BYTES,
  MAX_LOG_BYTES,
  MAX_RESULT_BYTES,
  passGate,
  PAYLOAD_BUDGET_BYTES,
} from "./gate.ts";
import type { ContentBlock, ToolResult } from "./result.ts";

const FOOTER = /^usage tokens=(\d+) elapsed-ms=(\d+) bytes=(\d+) truncated=(true|false)$/;

interface Recorder extends GateRequest {
  readonly logs: string[];
  readonly degradations: string[];
}

function request(overrides: Partial<GateRequest> = {}): Recorder {
  const logs: string[] = [];
  const degradations: string[] = [];
  return {
    tool: "demo",
    elapsedMs: 12.4,
    logResult: (text) => {
      logs.push(text);
      return Promise.resolve(`/logs/tool-result-${logs.length}.log`);
    },
    degraded: (kind) => degradations.push(kind),
    logs,
    degradations,
    ...overrides,
  };
}

function result(text: string, isError = false): ToolResult {
  return { content: [{ type: "text", text }], isError };
}

function textOf({ content }: ToolResult): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("<BLOCK>");
}

/** Splits a delivered text into payload and figures; fails when the footer is not its last line. */
function delivered(passed: ToolResult) {
  const text = textOf(passed);
  const at = text.lastIndexOf("\n\n");
  const [, tokens, elapsedMs, bytes, truncated] = FOOTER.exec(text.slice(at + 2)) ?? [];
  expect(truncated, "footer is the last line").toBeDefined();
  const payload = text.slice(0, at);
  expect(Number(bytes)).toBe(byteLength(payload));
  expect(byteLength(text)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
  return { text, payload, tokens: Number(tokens), elapsedMs: Number(elapsedMs), isTruncated: truncated === "true" };
}

describe("LENS-2 lengths", () => {
  test("LENS-2 the budget leaves room for the widest footer", async () => {
    expect([MAX_RESULT_BYTES, PAYLOAD_BUDGET_BYTES]).toEqual([40_960, 40_862]);
    const widest = await passGate(result(""), request({ elapsedMs: 1e300, tokens: Number.MAX_SAFE_INTEGER }));
    expect(byteLength(textOf(widest).replace("bytes=0", `bytes=${Number.MAX_SAFE_INTEGER}`))).toBe(MAX_FOOTER_BYTES);
  });

  for (const isError of [false, true]) {
    test(`LENS-2 every length from 40 700 to 41 100 bytes, ${isError ? "error" : "ok"}`, async () => {
      for (let length = 40_700; length <= 41_100; length += 1) {
        const source = "0123456789\n".repeat(4000).slice(0, length);
        const asked = request();
        const passed = await passGate(result(source, isError), asked);
        const { payload, isTruncated, tokens, elapsedMs } = delivered(passed);
        expect(passed.isError).toBe(isError);
        expect(isTruncated).toBe(length > PAYLOAD_BUDGET_BYTES);
        expect(asked.logs).toEqual(isTruncated ? [source] : []);
        expect([tokens, elapsedMs]).toEqual([Math.ceil(byteLength(payload) / 4), 12]);
        if (!isTruncated) expect(payload).toBe(source);
        else expectHeadAndTail(payload, source);
      }
    });
  }

  test.each(["é", "€", "😀", "a😀"])("LENS-2 multibyte text of %s is cut between characters", async (unit) => {
    for (let length = 40_840; length <= 40_900; length += 1) {
      const source = `${"x".repeat(length % 7)}${unit.repeat(Math.ceil(length / byteLength(unit)))}`;
      const { payload, text, isTruncated } = delivered(await passGate(result(source), request()));
      expect(text.isWellFormed() && !text.includes("\ufffd")).toBe(true);
      expect(isTruncated).toBe(byteLength(source) > PAYLOAD_BUDGET_BYTES);
      if (isTruncated) expectHeadAndTail(payload, source);
    }
  });
});

function expectHeadAndTail(payload: string, source: string): void {
  const parts = /^(.*)\n\[… (\d+) characters omitted; full text: (\/logs\/\S+) …\]\n(.*)$/su.exec(payload);
  const [, head = "?", omitted, path, tail = "?"] = parts ?? [];
  expect(source.startsWith(head) && source.endsWith(tail)).toBe(true);
  expect(Math.abs(byteLength(head) - byteLength(tail))).toBeLessThan(16);
  expect(Array.from(head).length + Number(omitted) + Array.from(tail).length).toBe(Array.from(source).length);
  expect(path).toBe("/logs/tool-result-1.log");
}

describe("LENS-2 blocks", () => {
  const image: ContentBlock = { type: "image", data: "QUJD".repeat(50_000), mimeType: "image/png" };

  test("LENS-2 several text blocks become one at the first text's place, images untouched", async () => {
    const content: ContentBlock[] = [image, { type: "text", text: "a" }, image, { type: "text", text: "b" }];
    const passed = await passGate({ content, isError: false }, request());
    expect(passed.content.map((block) => block.type)).toEqual(["image", "text", "image"]);
    expect(passed.content[0]).toBe(image);
    expect(delivered(passed).payload).toBe("a\nb");
  });

  test("LENS-2 several text blocks are bounded together, with one log", async () => {
    const content: ContentBlock[] = ["a", "b", "c"].map((one) => ({ type: "text", text: one.repeat(20_000) }));
    const asked = request();
    const { payload } = delivered(await passGate({ content, isError: true }, asked));
    expect(payload.startsWith("aaa") && payload.endsWith("ccc")).toBe(true);
    expect(asked.logs).toEqual([content.map((block) => (block as { text: string }).text).join("\n")]);
  });

  test("LENS-2 no text block: no footer, isError normalised, the rest kept", async () => {
    const bare = { content: [image], details: { a: 1 } } as unknown as ToolResult;
    expect(await passGate(bare, request())).toEqual({ content: [image], details: { a: 1 }, isError: false });
  });

  test("LENS-2 structured content, details and isError pass unchanged", async () => {
    const structuredContent = { ignoredArguments: ["x"], ignoredArgumentCount: 1 };
    const given: ToolResult = { ...result("text", true), details: { a: 1 }, structuredContent };
    const frozen = structuredClone(given);
    expect(await passGate(given, request())).toMatchObject({ isError: true, details: { a: 1 }, structuredContent });
    expect(given).toEqual(frozen);
  });
});

describe("LENS-2 re-entry", () => {
  for (const length of [0, 10, 40_862, 40_863, 41_000, 200_000]) {
    test(`LENS-2 a second pass changes nothing, ${length} bytes`, async () => {
      const once = await passGate(result("z".repeat(length)), request());
      const asked = request({ elapsedMs: 999, tokens: 5 });
      expect(await passGate(once, asked)).toEqual(once);
      expect(asked.logs).toEqual([]);
    });
  }

  test("LENS-2 an oversized stamped result is bounded again and keeps its own figures", async () => {
    const payload = "p".repeat(60_000);
    const stamped = `${payload}\n\nusage tokens=7 elapsed-ms=8 bytes=60000 truncated=false`;
    const asked = request({ elapsedMs: 999 });
    const { tokens, elapsedMs, isTruncated, text } = delivered(await passGate(result(stamped), asked));
    expect([tokens, elapsedMs, isTruncated]).toEqual([7, 8, true]);
    expect(text.match(/usage tokens=/g)).toHaveLength(1);
    expect(asked.logs).toEqual([payload]);
  });

  test.each([
    ["in the middle", "before\n\nusage tokens=1 elapsed-ms=2 bytes=6 truncated=false\nafter"],
    [
      "at the end, with figures that are not its own",
      "transcript\n\nusage tokens=1 elapsed-ms=2 bytes=77 truncated=false",
    ],
  ])("LENS-2 a footer quoted %s is payload", async (_where, source) => {
    const passed = await passGate(result(source), request());
    expect(delivered(passed).payload).toBe(source);
    expect(await passGate(passed, request())).toEqual(passed);
  });

  test("LENS-2 an oversized payload that ends in a quoted footer gets a footer of its own", async () => {
    const source = `${"q".repeat(50_000)}\n\nusage tokens=1 elapsed-ms=2 bytes=3 truncated=false`;
    const { payload, isTruncated } = delivered(await passGate(result(source), request()));
    expect(payload.endsWith("bytes=3 truncated=false")).toBe(true);
    expect(isTruncated).toBe(true);
  });
});

describe("LENS-2 the log", () => {
  test("LENS-2 8 MiB is logged whole", async () => {
    const asked = request();
    const source = "m".repeat(MAX_LOG_BYTES);
    delivered(await passGate(result(source), asked));
    expect(asked.logs).toEqual([source]);
    expect(asked.degradations).toEqual([]);
  });

  test("LENS-2 beyond 8 MiB the log is bounded, said to be incomplete and counted", async () => {
    const asked = request();
    const { payload } = delivered(await passGate(result("m".repeat(MAX_LOG_BYTES + 1000)), asked));
    expect(asked.logs).toHaveLength(1);
    expect(byteLength(asked.logs[0] ?? "")).toBeLessThanOrEqual(MAX_LOG_BYTES);
    const omitted = /text, incomplete by (\d+) bytes: \/logs\/tool-result-1\.log/.exec(payload)?.[1];
    expect(asked.logs[0]).toContain(`${omitted} bytes omitted from this log`);
    expect(asked.degradations).toEqual(["mcp-complete-result-budget-exceeded"]);
  });

  test("LENS-2 a log that cannot be written is said, not thrown", async () => {
    const asked = request({ logResult: () => Promise.reject(new Error("disk full")) });
    const { payload } = delivered(await passGate(result("m".repeat(50_000)), asked));
    expect(payload).toContain("the full text could not be kept");
    expect(asked.degradations).toEqual(["result-log-failed"]);
  });
});

describe("LENS-2 sections", () => {
  const section = (label: string, size: number, value: number): TextSection => ({
    label,
    text: `${label}:\n${label[0]?.toLowerCase().repeat(size)}`,
    value,
  });
  const parts = [section("API", 20_000, 9), section("CALLBACKS", 15_000, 1), section("IMPORTS", 9000, 2)];
  const pass = (head: string, sections: readonly TextSection[], asked = request()) => {
    const sectioned = { head, sections };
    return passGate(result(joinSectioned(sectioned)), { ...asked, sectioned });
  };

  test("LENS-2 the section of least value goes first, named with its size", async () => {
    const asked = request();
    const { payload, isTruncated } = delivered(await pass("head\n", parts, asked));
    const [api, , imports] = parts.map((part) => part.text);
    expect(payload).toBe(
      `head\n${api}\n${imports}\n[1 section left out: CALLBACKS (15011 bytes); full text: /logs/tool-result-1.log]`,
    );
    expect(isTruncated).toBe(true);
    expect(asked.logs).toEqual([joinSectioned({ head: "head\n", sections: parts })]);
  });

  test("LENS-2 equal values: the later section goes first", async () => {
    const { payload } = delivered(
      await pass(
        "",
        parts.map((part) => ({ ...part, value: 1 })),
      ),
    );
    expect(payload).toContain("[1 section left out: IMPORTS");
  });

  test("LENS-2 cutting head and tail is the last resort, and keeps both notices", async () => {
    const { payload } = delivered(await pass("head\n", [section("API", 90_000, 9), ...parts.slice(1)]));
    expect(payload.startsWith("head\nAPI:")).toBe(true);
    expect(payload).toMatch(/\[… \d+ characters omitted; full text/);
    expect(payload).toMatch(
      /\[2 sections left out: CALLBACKS \(15011 bytes\), IMPORTS \(9009 bytes\); full text: .*\]$/,
    );
  });

  test("LENS-2 many sections: the notice stays short", async () => {
    const many = Array.from({ length: 600 }, (_, index) => section(`S${index}`, 300, index));
    const { payload } = delivered(await pass("", many));
    expect(payload).toMatch(/and \d+ more; full text/);
    expect(byteLength(payload)).toBeGreaterThan(PAYLOAD_BUDGET_BYTES - 1000);
  });

  test("LENS-2 sections that do not make up the text are not trusted", async () => {
    const sectioned = { head: "other", sections: parts };
    const { payload } = delivered(await passGate(result("x".repeat(50_000)), { ...request(), sectioned }));
    expect(payload).toMatch(/^x+\n\[…/);
  });
});

test("LENS-2 random results: bounded, stamped once, idempotent, logged once", async () => {
  const random = seededRandom(4096);
  const units = ["a", "é", "😀", "\n\n", "\ud800", "usage tokens=1 elapsed-ms=1 bytes=1 truncated=false", "\n\nusage "];
  for (let round = 0; round < 150; round += 1) {
    const blocks = Array.from({ length: 1 + Math.floor(random() * 3) }, (): ContentBlock => {
      const unit = pick(random, units) + pick(random, units);
      return { type: "text", text: unit.repeat(Math.floor((random() * 30_000) / unit.length)) };
    });
    const asked = request();
    const once = await passGate({ content: blocks, isError: random() < 0.5 }, asked);
    const { isTruncated } = delivered(once);
    expect(asked.logs).toHaveLength(isTruncated ? 1 : 0);
    expect(await passGate(once, request({ elapsedMs: 1 }))).toEqual(once);
  }
});
