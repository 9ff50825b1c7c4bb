import type { Diagnostic, DiagnosticSeverity } from "vscode-languageserver-protocol";
import type { LanguageServer, OpenDocument } from "../language-servers.ts";
import { msUntil, type Patience } from "./readiness.ts";

/** Passes one request of tsserver's own protocol on; typescript-language-server and vtsls have it. */
const COMMAND = "typescript.tsserverRequest";
const REQUESTS = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync", "suggestionDiagnosticsSync"] as const;
const SEVERITIES: Readonly<Record<string, DiagnosticSeverity>> = { error: 1, warning: 2, message: 3, suggestion: 4 };

interface Place {
  /** Both 1-based; `offset` in UTF-16 units. */
  readonly line: number;
  readonly offset: number;
}
interface TsserverDiagnostic {
  readonly message: string;
  readonly code?: number;
  readonly category: string;
  readonly source?: string;
  readonly startLocation?: Place;
  readonly endLocation?: Place;
}

export function passesRequestsOn({ capabilities }: LanguageServer): boolean {
  return capabilities.executeCommandProvider?.commands.includes(COMMAND) === true;
}

/**
 * A server over tsserver publishes in pieces and without versions, so nothing says which is the last. It
 * can be asked instead. Undefined: this server cannot.
 */
export async function askTsserver(
  server: LanguageServer,
  { path }: OpenDocument,
  { signal, until }: Patience,
): Promise<readonly Diagnostic[] | undefined> {
  if (!passesRequestsOn(server)) return undefined;
  const items: Diagnostic[] = [];
  for (const request of REQUESTS) {
    const params = { command: COMMAND, arguments: [request, { file: path, includeLinePosition: true }] };
    const deadlineMs = Math.max(1, msUntil(until));
    const answer = await server.request<{ readonly body?: unknown } | null>("workspace/executeCommand", params, {
      signal,
      deadlineMs,
    });
    if (!Array.isArray(answer?.body)) return undefined;
    items.push(...(answer.body as TsserverDiagnostic[]).map(toDiagnostic));
  }
  return items;
}

function toDiagnostic(one: TsserverDiagnostic): Diagnostic {
  const { message, code, category, source = "typescript", startLocation, endLocation } = one;
  return {
    range: { start: positionOf(startLocation), end: positionOf(endLocation ?? startLocation) },
    severity: SEVERITIES[category] ?? 1,
    message,
    source,
    ...(code === undefined ? {} : { code }),
  };
}

function positionOf({ line, offset }: Place = { line: 1, offset: 1 }): Diagnostic["range"]["start"] {
  return { line: line - 1, character: offset - 1 };
}
