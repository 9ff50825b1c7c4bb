/** What one parse of one file tells. Plain data: it crosses a process boundary and is cached by content hash. */
export interface FileFacts {
  /** Id of the language, e.g. "typescript". */
  readonly language: string;
  /** Lines as an editor counts them: a final newline does not open another line. */
  readonly lineCount: number;
  /** Top-level symbols in source order; members and local symbols nested. */
  readonly symbols: readonly SymbolFact[];
  readonly imports: readonly ImportFact[];
  /** Names under which things leave the module. */
  readonly exports: readonly ExportFact[];
  readonly callbacks: readonly CallbackFact[];
  /** "none": no callback rules exist for the language. Without function literals in a language: "generic", and no callbacks. */
  readonly callbackSupport: "tuned" | "generic" | "none";
  /** No function is said to only pass its parameters on: nothing knows how that looks in the language. */
  readonly isForwardingUnknown?: true;
  /** Lines the parser could not make sense of, first 20; the outline is partial when there are any. */
  readonly syntaxErrors: readonly { readonly line: number }[];
  readonly syntaxErrorCount: number;
  readonly warnings: readonly string[];
  /** What the facts are without, and why: "its CSS parts, because the CSS grammar is disabled …". */
  readonly unread?: readonly string[];
  /** The language holds data or a document: nothing in it is exported or called. */
  readonly isData?: true;
  /** Declarations left out because the file has more of them than facts hold; the deepest ones. */
  readonly omittedCount?: number;
}

export type SymbolKind =
  | "function"
  | "method"
  | "constructor"
  | "class"
  | "interface"
  | "struct"
  | "enum"
  | "enum member"
  | "trait"
  | "impl"
  | "type"
  | "variable"
  | "constant"
  | "field"
  | "property"
  | "module"
  | "namespace"
  | "macro"
  | "record"
  | "annotation"
  | "component"
  | "heading"
  | "key"
  | "item"
  | "table"
  | "document"
  | "rule"
  | "element";

/** Lines are 1-based and inclusive. */
export interface SymbolFact {
  /**
   * As written where it is declared: "format", "res.format" for `res.format = function …`. A Go method has its
   * receiver's type before it ("Server.Start"); a Rust impl has the name of its type.
   */
  readonly name: string;
  readonly kind: SymbolKind;
  /** First line of the declaration, decorators and `export` included. */
  readonly startLine: number;
  readonly endLine: number;
  /** The line the name itself stands on. */
  readonly nameLine: number;
  /** First line of an attached doc comment (no blank line between), else startLine. */
  readonly docStartLine: number;
  /** Offsets of the declaration in the text, end exclusive; decorators and `export` included, a doc comment not. */
  readonly start: number;
  readonly end: number;
  /** Offsets of its one body, braces included, end exclusive. */
  readonly bodyStart?: number;
  readonly bodyEnd?: number;
  readonly exported: boolean;
  /** Other names it is exported under, e.g. ["default"]. */
  readonly exportedAs?: readonly string[];
  readonly visibility?: "private" | "protected";
  /** Head of the declaration on one line, whitespace collapsed, at most 200 characters. */
  readonly signature?: string;
  /** First sentence or line of the doc comment or docstring, whitespace collapsed, at most 120 characters. */
  readonly doc?: string;
  /** Decorators, attributes or annotations as written, on one line, at most 80 characters each. */
  readonly decorators: readonly string[];
  readonly isAsync: boolean;
  /** Cyclomatic, functions and methods only. */
  readonly complexity?: number;
  /** Its body is one call that gets its own parameters. */
  readonly isForwarding?: true;
  /** Declared inside a function body. */
  readonly isLocal: boolean;
  readonly members: readonly SymbolFact[];
}

export interface ImportFact {
  /** The specifier as written: "./hash.js", "fmt", "crate::x". */
  readonly source: string;
  readonly line: number;
  /** Names bound here, `*` for a namespace or glob. */
  readonly names: readonly string[];
  /** Inside this project by the look of the specifier (relative path, own package or crate). */
  readonly isInternal: boolean;
}

export interface ExportFact {
  /** "default", "A", "*" for a re-export of everything; "module.exports" or "export =" for a module that is one value. */
  readonly name: string;
  /** The local name behind it when it differs; "*": the whole of `from`. */
  readonly local?: string;
  /** The module it is re-exported from. */
  readonly from?: string;
  readonly line: number;
}

export interface CallbackFact {
  /**
   * `<base>@<line>`, unique within the file: "on(data)@40", "setTimeout@43", "server.close@50"; a second one
   * of the same name on the line ends with "#2".
   */
  readonly handle: string;
  /** "timer_callback", "event_handler", "goroutine" …: callbacks/callback-rules.ts and the languages. */
  readonly kind: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Offsets of the literal in the text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly flags: readonly string[];
}
