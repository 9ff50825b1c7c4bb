import type { Diagnostic, DocumentDiagnosticReport } from "vscode-languageserver-protocol";
import type { LanguageServer, OpenDocument } from "../language-servers.ts";
import { type Asking, remainingMs } from "./asking.ts";

/** How long a server may take to say what is wrong before it is asked for actions. */
const WAIT_MS = 3_000;

/** The server's own diagnostics of a document, as it wants them back; empty when it does not say in time. */
export async function contextDiagnostics(
  server: LanguageServer,
  document: OpenDocument,
  asking: Asking,
): Promise<readonly Diagnostic[]> {
  const deadlineMs = Math.min(WAIT_MS, remainingMs(asking));
  const limit = AbortSignal.any([asking.signal, AbortSignal.timeout(deadlineMs)]);
  const { path, uri } = document;
  try {
    const method = "textDocument/diagnostic";
    if (server.supports(method, path)) {
      const params = { textDocument: { uri } };
      const report = await server.request<DocumentDiagnosticReport>(method, params, { signal: limit, deadlineMs });
      return report.kind === "full" ? report.items : [];
    }
    const known = server.published.latest(path);
    if (known !== undefined && known.arrival > document.arrivalsBefore) return known.diagnostics;
    return (await server.published.next(path, document.arrivalsBefore, limit)).diagnostics;
  } catch {
    asking.signal.throwIfAborted();
    return [];
  }
}

/** Those that touch a line (0-based). */
export function diagnosticsOnLine(diagnostics: readonly Diagnostic[], line: number): readonly Diagnostic[] {
  return diagnostics.filter(({ range }) => range.start.line <= line && line <= range.end.line);
}
