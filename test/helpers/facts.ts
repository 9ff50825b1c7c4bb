import type { CallbackFact, FileFacts, SymbolFact } from "../../src/syntax/facts.ts";

/** A symbol with every field a test does not care about filled in; spans one line unless told. */
export function symbolFact(fields: Partial<SymbolFact> & { readonly name: string }): SymbolFact {
  const startLine = fields.startLine ?? 1;
  return {
    kind: "function",
    endLine: startLine,
    nameLine: startLine,
    docStartLine: startLine,
    start: 0,
    end: 0,
    exported: false,
    decorators: [],
    isAsync: false,
    isLocal: false,
    members: [],
    ...fields,
    startLine,
  };
}

export function callbackFact(fields: Partial<CallbackFact> & { readonly handle: string }): CallbackFact {
  return { kind: "callback", startLine: 1, endLine: 1, start: 0, end: 0, flags: [], ...fields };
}

export function fileFacts(fields: Partial<FileFacts> = {}): FileFacts {
  return {
    language: "typescript",
    lineCount: 100,
    symbols: [],
    imports: [],
    exports: [],
    callbacks: [],
    callbackSupport: "none",
    syntaxErrors: [],
    syntaxErrorCount: fields.syntaxErrors?.length ?? 0,
    warnings: [],
    ...fields,
  };
}
