import type { Json, JsonObject } from "../../../base/json.ts";
import type { ReticleError } from "../../../base/errors.ts";
import type { Operation } from "./input.ts";

export type Status =
  | "success"
  | "empty"
  | "unsupported"
  | "bad_input"
  | "no_server"
  | "filepath_is_directory"
  | "tracked_snapshot"
  | "error";

/** A range as answers show it: 1-based lines, 1-based UTF-16 columns, the end exclusive. */
export interface ShownRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}
export interface ShownLocation {
  readonly uri: string;
  readonly filePath: string;
  readonly range: ShownRange;
}

/** What an operation found, before it is put into the envelope. */
export interface Found {
  readonly status: Status;
  readonly filePath?: string;
  readonly resultCount: number;
  readonly result?: Json;
  readonly diagnostics?: Json;
  readonly locations?: readonly ShownLocation[];
  readonly notes?: readonly string[];
  readonly hints?: readonly string[];
  readonly errors?: readonly string[];
  readonly metadata?: JsonObject;
  /** Why there is nothing, for programs. */
  readonly emptyReason?: string;
}

const OK: ReadonlySet<Status> = new Set(["success", "empty", "tracked_snapshot"]);

/** The whole answer on one line. Lists that are empty are left out. */
export function envelope(operation: Operation, found: Found): string {
  const { status, filePath, resultCount, result, diagnostics, locations, metadata } = found;
  const lists = { notes: found.notes, hints: found.hints, errors: found.errors };
  return JSON.stringify({
    tool: "lsp_navigation",
    operation,
    ok: OK.has(status),
    status,
    ...(filePath === undefined ? {} : { filePath }),
    resultCount,
    ...(result === undefined ? {} : { result }),
    ...(diagnostics === undefined ? {} : { diagnostics }),
    ...(locations === undefined ? {} : { locations }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0)),
    ...(metadata === undefined ? {} : { metadata }),
  });
}

/** The envelope of a failure. */
export function failureEnvelope(
  operation: Operation,
  { kind, message, hint, data }: ReticleError,
  path?: string,
): string {
  const status: Status =
    data?.["isFolder"] === true
      ? "filepath_is_directory"
      : kind === "invalid_input" || kind === "not_found"
        ? "bad_input"
        : kind === "unsupported"
          ? "unsupported"
          : "error";
  return envelope(operation, {
    status,
    ...(path === undefined ? {} : { filePath: path }),
    resultCount: 0,
    errors: [message],
    ...(hint === undefined ? {} : { hints: [hint] }),
  });
}

/** The details that programs read. */
export function envelopeDetails(operation: Operation, found: Found): JsonObject {
  const { status, resultCount, emptyReason, metadata = {}, locations = [] } = found;
  return {
    operation,
    supported: status !== "unsupported",
    status,
    resultCount,
    ...(emptyReason === undefined ? {} : { emptyReason }),
    ...(metadata["columnResolution"] === undefined ? {} : { columnResolution: metadata["columnResolution"] }),
    ...(metadata["codeActionKinds"] === undefined ? {} : { codeActionKinds: metadata["codeActionKinds"] }),
    searchReads: locations.map(({ filePath, range }) => ({
      file: filePath,
      startLine: range.start.line,
      endLine: range.end.line,
    })),
  };
}
