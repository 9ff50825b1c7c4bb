import type { CallbackRules } from "./callbacks/callback-rules.ts";
import type { SymbolKind } from "./facts.ts";
import type { BindingReader } from "./references/import-bindings.ts";
import type { ReferenceRules } from "./references/reference-rules.ts";
import type { TemplateScript } from "./templates/template-script.ts";

/** What callers outside see of a language. */
export interface Language {
  /** ast-grep's id where it has the language ("typescript", "tsx", "python" …). */
  readonly id: string;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
}

/** A declaration as the conventions of a language judge it. */
export interface DeclaredSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Keywords of its head, as written: "public", "pub(crate)", "async", "export". */
  readonly modifiers: readonly string[];
  /** Decorators, attributes or annotations as written. */
  readonly decorators: readonly string[];
}

export interface OwnerSymbol extends DeclaredSymbol {
  readonly exported: boolean;
}

/** What `isInternal` may look at beside the specifier. */
export interface ImportingFile {
  readonly path: string;
  /** The package the file says it belongs to, where the language has such a line. */
  readonly packageName: string | undefined;
}

export interface ParsedImport {
  readonly source: string;
  readonly names: readonly string[];
  /** The names leave the module as well. */
  readonly isReexport?: boolean;
}

export interface CommentStyle {
  /** Openings of comments that document what follows, longest first: "/**", "///", "#". */
  readonly docPrefixes: readonly string[];
  /** Comments that instruct a tool and say nothing to a reader. */
  readonly directive?: RegExp;
  /** The opening that the lines after the first may have, where the first one has a longer one: "--" after "-- |". */
  readonly continuation?: string;
  /** They may stand right behind what they document as well; a blank line ends their reach. */
  readonly mayFollow?: true;
  /** A tag that stands before prose, at the start of a line: "@notice". Other tags end the text. */
  readonly proseTag?: RegExp;
  /** Doc comments carry HTML tags. */
  readonly hasMarkup?: boolean;
}

/**
 * One language as data. Together with its query (vocabulary: queries/README.md) this is all the
 * extractor knows about it.
 */
export interface LanguageDefinition extends Language {
  /** For messages: "TypeScript". */
  readonly title: string;
  /** npm package and file in it; the build copies it to dist/grammars, so no two files may have the same name. */
  readonly grammar: { readonly package: string; readonly file: string };
  /** Files under queries/ without ".scm"; concatenated, the first pattern that claims a declaration wins. */
  readonly queries: readonly string[];
  readonly comments: CommentStyle;
  /** Whether others can name it, before export lists are looked at. `owner` is undefined at top level. */
  readonly isExported: (symbol: DeclaredSymbol, owner: OwnerSymbol | undefined) => boolean;
  readonly visibilityOf: (
    symbol: DeclaredSymbol,
    owner: OwnerSymbol | undefined,
  ) => "private" | "protected" | undefined;
  readonly isInternal: (source: string, file: ImportingFile) => boolean;
  /** True when `isInternal` or a name looks at the path, so that equal contents elsewhere have other facts. */
  readonly dependsOnPath: boolean;
  /** Export lists (`__all__`) replace what the names say, instead of adding to it. */
  readonly isExportListExclusive?: boolean;
  /** Reads an import from its text, where that is simpler than by its nodes; one entry for each source. */
  readonly parseImport?: (text: string) => readonly ParsedImport[];
  /** How the literals that its queries mark as callbacks are told apart; undefined: the queries mark none. */
  readonly callbacks?: CallbackRules;
  /** How uses of names are told apart; undefined: the index has none of the language. */
  readonly references?: ReferenceRules;
  /** Which names its imports bind; default: those that its import facts list. */
  readonly bindings?: BindingReader;
  /** `int count`, not `count: int`. */
  readonly namesParametersLast?: true;
  /** The file holds data or a document: it exports nothing, and can have more declarations than help anybody. */
  readonly isData?: true;
  /** A name as readers write it, from what stands in the file on one line. */
  readonly nameOf?: (written: string) => string;
  /** Of a text whose file name stands for several languages: the id of the one it is in. */
  readonly variantOf?: (text: string) => string;
  /**
   * What the parser gets instead of the text, for what no grammar can know (macros, directives between
   * halves of a statement): of the same length, with spaces in place of what is hidden.
   */
  readonly prepare?: (text: string) => string;
  /**
   * It runs only in a process of its own, which can be ended: its scanner can write over what other grammars
   * keep in the memory they share, or not come to an end, or V8 takes hundreds of megabytes to compile it well.
   */
  readonly isIsolated?: true;
  /** What the markup around its scripts says of code; it returns undefined where there is none. */
  readonly template?: (text: string) => TemplateScript | undefined;
  /** What a name with a sign before it is a use of: "count" for Svelte's `$count`. */
  readonly plainName?: (name: string) => string | undefined;
  /** A few lines that reach the usual parts of the grammar; parsed once when the language is warmed. */
  readonly sample: string;
}
