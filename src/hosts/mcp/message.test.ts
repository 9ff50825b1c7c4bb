import { describe, expect, it } from "vitest";
import { parseLine, readMessage } from "./message.ts";

const parseError = (line: Uint8Array): unknown => {
  const parsed = parseLine(line);
  return "reply" in parsed ? parsed.reply : "parsed";
};
const fault = (value: unknown) => {
  const incoming = readMessage(value);
  return incoming.kind === "fault" ? { id: incoming.reply.id, code: incoming.reply.error.code } : incoming.kind;
};
const call = (params: unknown) => readMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params });

describe("parseLine", () => {
  it.each([
    ["not JSON", "{nope"],
    ["cut off", '{"jsonrpc":"2.0"'],
    ["two values", "{} {}"],
  ])("%s is -32700 with a null id", (_what, line) => {
    expect(parseError(Buffer.from(line))).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32700 } });
  });

  it("bytes that are not UTF-8 are -32700, not silently replaced", () => {
    expect(parseError(Uint8Array.of(0x22, 0xff, 0x22))).toMatchObject({ id: null, error: { code: -32700 } });
  });

  it("a byte order mark and a carriage return around the value are ignored", () => {
    expect(parseLine(Buffer.from('\uFEFF{"a":"ü"}\r'))).toEqual({ value: { a: "ü" } });
  });
});

describe("readMessage", () => {
  it.each([
    ["null", null],
    ["a number", 42],
    ["a string", "ping"],
    ["a boolean", true],
    ["an array", [1]],
  ])("%s is -32600 with a null id", (_what, value) => {
    expect(fault(value)).toEqual({ id: null, code: -32600 });
  });

  it.each([
    ["jsonrpc is missing", { id: 7, method: "ping" }, 7],
    ["jsonrpc is 1.0", { jsonrpc: "1.0", id: "x", method: "ping" }, "x"],
    ["jsonrpc is a number", { jsonrpc: 2, id: 7, method: "ping" }, 7],
    ["method is a number", { jsonrpc: "2.0", id: 7, method: 5 }, 7],
    ["method is missing", { jsonrpc: "2.0", id: 7 }, 7],
    ["id is null", { jsonrpc: "2.0", id: null, method: "ping" }, null],
    ["id is a fraction", { jsonrpc: "2.0", id: 1.5, method: "ping" }, null],
    ["id is an object", { jsonrpc: "2.0", id: {}, method: "ping" }, null],
    ["id is a boolean", { jsonrpc: "2.0", id: true, method: "ping" }, null],
    ["the object is empty", {}, null],
  ])("%s: -32600, the id kept where it can be read", (_what, value, id) => {
    expect(fault(value)).toEqual({ id, code: -32600 });
  });

  it.each([
    ["params is an array", []],
    ["params is a string", "x"],
    ["_meta is a number", { _meta: 4 }],
    ["the progress token is an object", { _meta: { progressToken: {} } }],
  ])("%s: -32602 with the request's id", (_what, params) => {
    expect(fault({ jsonrpc: "2.0", id: 3, method: "ping", params })).toEqual({ id: 3, code: -32602 });
  });

  it("null params are no params, and unknown fields beside the known ones are left out", () => {
    const incoming = readMessage({ jsonrpc: "2.0", id: 3, method: "ping", params: null, extra: 1 });
    expect(incoming).toEqual({ kind: "request", message: { jsonrpc: "2.0", id: 3, method: "ping" } });
  });

  it("an initialize that lacks what the protocol requires is -32602", () => {
    expect(fault({ jsonrpc: "2.0", id: 3, method: "initialize", params: {} })).toEqual({ id: 3, code: -32602 });
  });

  it.each([0, -1, 9_007_199_254_740_991, "", "a b", "0"])("the id %j is kept as it is", (id) => {
    const incoming = readMessage({ jsonrpc: "2.0", id, method: "ping" });
    expect(incoming).toEqual({ kind: "request", message: { jsonrpc: "2.0", id, method: "ping" } });
  });

  it("tells notifications and responses from requests", () => {
    expect(readMessage({ jsonrpc: "2.0", method: "notifications/initialized" }).kind).toBe("notification");
    expect(readMessage({ jsonrpc: "2.0", id: 0, result: {} }).kind).toBe("response");
    expect(readMessage({ jsonrpc: "2.0", id: 0, error: { code: -1, message: "no" } }).kind).toBe("response");
  });

  it.each([
    ["result is null", { result: null }],
    ["result is an array", { result: [] }],
    ["error is a string", { error: "no" }],
  ])("a response whose %s settles the request as an error instead of leaving it open", (_what, fields) => {
    expect(readMessage({ jsonrpc: "2.0", id: 5, ...fields })).toMatchObject({
      kind: "response",
      message: { id: 5, error: { code: -32603 } },
    });
  });
});

describe("the shape of tools/call arguments", () => {
  it.each([
    ["absent", { name: "t" }],
    ["null", { name: "t", arguments: null }],
    ["an empty array", { name: "t", arguments: [] }],
  ])("%s: no arguments", (_what, params) => {
    expect(call(params)).toMatchObject({ kind: "request", message: { params: { name: "t", arguments: {} } } });
  });

  it("an object passes untouched, prototype-like keys included", () => {
    const params = JSON.parse(
      '{"name":"t","arguments":{"constructor":1,"__proto__":{"x":1}},"_meta":{"progressToken":1}}',
    ) as object;
    expect(call(params)).toEqual({
      kind: "request",
      message: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    });
  });

  it.each([
    ["a string", "x"],
    ["a number", 0],
    ["false", false],
    ["a non-empty array", ["a"]],
  ])("%s: -32602", (_what, value) => {
    const incoming = call({ name: "t", arguments: value });
    expect(incoming).toMatchObject({ kind: "fault", reply: { id: 1, error: { code: -32602 } } });
    expect(incoming.kind === "fault" && incoming.reply.error.message).toContain("`arguments` must be an object");
  });

  it.each([[undefined], [null], [5], [["t"]], [{}]])("the name %j: -32602", (name) => {
    expect(call({ name })).toMatchObject({ kind: "fault", reply: { id: 1, error: { code: -32602 } } });
  });

  it("no params at all: -32602, because the name is missing", () => {
    expect(call(undefined)).toMatchObject({ kind: "fault", reply: { id: 1, error: { code: -32602 } } });
  });
});
