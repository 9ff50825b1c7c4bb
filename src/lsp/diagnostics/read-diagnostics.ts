import type { Diagnostic } from "vscode-languageserver-protocol";
import { fromServerRange, type PositionEncoding } from "../position-encoding.ts";
import { type FileDiagnostic, type Severity, severities } from "./file-report.ts";

const NOWHERE = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/**
 * A server's diagnostics as we show them: in order of place, each once. One without a severity counts as
 * an error; one without a place stands at the top of the file.
 */
export function readDiagnostics(
  items: readonly Diagnostic[],
  lines: readonly string[],
  encoding: PositionEncoding,
): readonly FileDiagnostic[] {
  const byContent = new Map<string, FileDiagnostic>();
  for (const item of items) {
    if (typeof item !== "object" || item === null) continue;
    const one = readDiagnostic(item, lines, encoding);
    byContent.set(JSON.stringify(one), one);
  }
  return [...byContent.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

function readDiagnostic(item: Diagnostic, lines: readonly string[], encoding: PositionEncoding): FileDiagnostic {
  const { start, end } = fromServerRange(lines, isRange(item.range) ? item.range : NOWHERE, encoding);
  return {
    severity: severityOf(item.severity),
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
    message: messageOf(item.message),
    ...(item.code === undefined || item.code === null || item.code === "" ? {} : { code: codeOf(item.code) }),
    ...(typeof item.source === "string" && item.source !== "" ? { source: item.source } : {}),
  };
}

function isRange(range: unknown): range is Diagnostic["range"] {
  const { start, end } = (range ?? {}) as Partial<Diagnostic["range"]>;
  return [start, end].every((place) => Number.isInteger(place?.line) && Number.isInteger(place?.character));
}

function severityOf(severity: Diagnostic["severity"]): Severity {
  return severities[(severity ?? 1) - 1] ?? "error";
}

/** A string, or in newer protocols marked-up text. */
function messageOf(message: unknown): string {
  if (typeof message === "string") return message;
  const { value } = (message ?? {}) as { readonly value?: unknown };
  return typeof value === "string" ? value : "(no message)";
}

/** A number or a string; some servers wrap it with a link. */
function codeOf(code: unknown): string {
  const { value } = code as { readonly value?: unknown };
  return String(value ?? code);
}
