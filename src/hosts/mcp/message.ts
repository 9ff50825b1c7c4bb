import { isInitializeRequest, isJSONRPCNotification, isJSONRPCRequest } from "@modelcontextprotocol/server";
import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
} from "@modelcontextprotocol/server";

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
const BAD_INITIALIZE =
  "Invalid params: initialize needs `protocolVersion` (string), `capabilities` (object) and `clientInfo` ({ name, version })";

/** What one line, or one entry of a batch, turned out to be. */
export type Incoming =
  | { readonly kind: "request"; readonly message: JSONRPCRequest }
  | { readonly kind: "notification"; readonly message: JSONRPCNotification }
  | { readonly kind: "response"; readonly message: JSONRPCMessage }
  | { readonly kind: "fault"; readonly reply: JSONRPCErrorResponse };

type Fields = Readonly<Record<string, unknown>>;

/** The answer to something that could not become a call; `id` is null when none could be read. */
export function errorReply(id: RequestId | null, code: number, message: string): JSONRPCErrorResponse {
  // JSON-RPC wants `id: null` here; the SDK's type has no null.
  return { jsonrpc: "2.0", id: id as RequestId, error: { code, message } };
}

/** Parses a line. Bytes that are not UTF-8 or not JSON give a -32700 fault; a byte order mark is ignored. */
export function parseLine(bytes: Uint8Array): { readonly value: unknown } | { readonly reply: JSONRPCErrorResponse } {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown };
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : "the line is not valid UTF-8";
    return { reply: errorReply(null, PARSE_ERROR, `Parse error: ${why}`) };
  }
}

/**
 * Sorts a parsed value into request, notification, response or fault. What passes is rebuilt from
 * the known fields and accepted by the SDK's own check, so that nothing reaches it to be dropped
 * without an answer.
 */
export function readMessage(value: unknown): Incoming {
  if (!isObject(value))
    return fault(null, INVALID_REQUEST, `Invalid request: expected a JSON object, got ${nameOf(value)}`);
  const id = readId(value["id"]);
  if (value["jsonrpc"] !== "2.0") return fault(id, INVALID_REQUEST, 'Invalid request: `jsonrpc` must be "2.0"');
  if (!("method" in value)) return readResponse(value, id);
  if (typeof value["method"] !== "string")
    return fault(id, INVALID_REQUEST, "Invalid request: `method` must be a string");
  if (!("id" in value)) return readNotification(value["method"], value["params"]);
  if (id === null) return fault(null, INVALID_REQUEST, "Invalid request: `id` must be a string or an integer");
  return readRequest(id, value["method"], value["params"]);
}

function readRequest(id: RequestId, method: string, params: unknown): Incoming {
  if (!isAbsent(params) && !isObject(params)) {
    return fault(id, INVALID_PARAMS, `Invalid params: expected an object, got ${nameOf(params)}`);
  }
  const checked = method === "tools/call" ? readToolCall(params ?? {}) : { params };
  if ("problem" in checked) return fault(id, INVALID_PARAMS, `Invalid params: ${checked.problem}`);
  const message = {
    jsonrpc: "2.0" as const,
    id,
    method,
    ...(isAbsent(checked.params) ? {} : { params: checked.params }),
  };
  if (!isJSONRPCRequest(message)) return fault(id, INVALID_PARAMS, "Invalid params: `_meta` is malformed");
  if (method === "initialize" && !isInitializeRequest(message)) return fault(id, INVALID_PARAMS, BAD_INITIALIZE);
  return { kind: "request", message };
}

function readNotification(method: string, params: unknown): Incoming {
  const message = { jsonrpc: "2.0" as const, method, ...(isAbsent(params) ? {} : { params }) };
  if (isJSONRPCNotification(message)) return { kind: "notification", message };
  return fault(null, INVALID_REQUEST, `Invalid request: \`params\` of ${JSON.stringify(method)} are malformed`);
}

function readResponse(value: Fields, id: RequestId | null): Incoming {
  if (id !== null && isObject(value["result"])) {
    return { kind: "response", message: { jsonrpc: "2.0", id, result: value["result"] } };
  }
  if (id !== null && ("error" in value || "result" in value)) {
    const error = isObject(value["error"]) ? value["error"] : {};
    const code = Number.isSafeInteger(error["code"]) ? (error["code"] as number) : INTERNAL_ERROR;
    const message = typeof error["message"] === "string" ? error["message"] : "malformed response";
    return { kind: "response", message: { jsonrpc: "2.0", id, error: { code, message } } };
  }
  return fault(id, INVALID_REQUEST, "Invalid request: `method` is missing");
}

/**
 * The shape of `arguments` is settled here because the SDK refuses what clients really send:
 * absent, null and [] mean no arguments; any other non-object is a protocol fault.
 */
function readToolCall(params: Fields): { readonly params: Fields } | { readonly problem: string } {
  const { name, arguments: sent } = params;
  if (typeof name !== "string") return { problem: `\`name\` must be a string, got ${nameOf(name)}` };
  if (isAbsent(sent) || (Array.isArray(sent) && sent.length === 0)) return { params: { ...params, arguments: {} } };
  if (!isObject(sent)) return { problem: `\`arguments\` must be an object, got ${nameOf(sent)}` };
  return { params };
}

function fault(id: RequestId | null, code: number, message: string): Incoming {
  return { kind: "fault", reply: errorReply(id, code, message) };
}

function readId(id: unknown): RequestId | null {
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as RequestId) : null;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a value is, for messages that must not repeat it. */
export function nameOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
