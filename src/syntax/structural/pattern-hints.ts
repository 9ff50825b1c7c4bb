import type { StructuralQuery } from "./compile-query.ts";

/** A mistake that a pattern shows by its look, and what to write instead. */
interface PatternHint {
  readonly looksLike: RegExp;
  readonly languages?: readonly string[];
  readonly hint: string;
}

const SCRIPT = ["javascript", "typescript", "tsx"];

const hints: readonly PatternHint[] = [
  {
    languages: ["python"],
    looksLike: /^(async\s+def|def|class|if|elif|else|for|while|with|try|except|match|case)\b[^\n]*:$/,
    hint: "a pattern that ends with a colon has no body: add `$$$BODY` behind it, as in `def $F($$$ARGS): $$$BODY`",
  },
  {
    languages: SCRIPT,
    looksLike: /^(export\s+)?(default\s+)?(async\s+)?function\b[^{]*$/,
    hint: "a function needs its body: `function $F($$$ARGS) { $$$BODY }`",
  },
  {
    languages: SCRIPT,
    looksLike: /=>$/,
    hint: "an arrow function needs its body: `($$$ARGS) => $BODY` or `($$$ARGS) => { $$$BODY }`",
  },
  {
    languages: ["go"],
    looksLike: /^func\b[^{]*$/,
    hint: "a function needs its body (and its result, when it has one): `func $F($$$ARGS) $R { $$$BODY }`",
  },
  {
    languages: ["rust"],
    looksLike: /^(pub(\([^)]*\))?\s+)?(async\s+)?fn\b[^{]*$/,
    hint: "a function needs its body (and its result, when it has one): `fn $F($$$ARGS) -> $R { $$$BODY }`",
  },
  {
    languages: ["json"],
    looksLike: /(^|[^"$])\$+[A-Z_]/,
    hint: 'in JSON a metavariable is written in quotes and stands for a string: `"name": "$V"`',
  },
  {
    languages: SCRIPT,
    looksLike: /\bfrom\s+\$/,
    hint: 'the module of an import is a string: `import { $A } from "$M"`',
  },
  {
    languages: ["php"],
    looksLike: /^\$+[A-Z_][A-Z0-9_]*\s*[-+.*/?]{0,2}=(?!=)/,
    hint: "in PHP a metavariable cannot stand left of `=`: write the variable itself (`$name = $X`), or search by `nodeKind: assignment_expression`",
  },
  {
    languages: ["go"],
    looksLike: /^import\b/,
    hint: 'imports in parentheses are found one by one, as strings: `nodeKind: import_spec`, or `"fmt"` as the pattern',
  },
  {
    looksLike: /^[A-Za-z_]\w*$/,
    hint: "a name alone is read as an expression; where it is a type, a field, a key or a declaration it is another kind of node: search for that (`nodeKind: type_identifier` …) or use symbol_search",
  },
  {
    languages: ["bash"],
    looksLike: /\$[A-Z]/,
    hint: "in bash `$NAME` may be taken for a variable of the shell; search by `nodeKind`, or with a `rule` that uses `kind` and `regex`",
  },
  {
    looksLike: /\\[wsdbWSDB.()[\]]/,
    hint: "a pattern is code, not a regular expression: escapes mean nothing; use `$X` for one node, `$$$X` for several, or a `rule` with `regex:`",
  },
  {
    looksLike: /\[(\^|[a-zA-Z0-9]-[a-zA-Z0-9])[^\]]*\][*+?]?/,
    hint: "a pattern is code, not a regular expression: character classes mean nothing; use `$X`, or a `rule` with `regex:`",
  },
  {
    looksLike: /\.[*+](?![*/])/,
    hint: "a pattern is code, not a regular expression: write `$X` for any node and `$$$X` for any number of them in place of `.*`",
  },
  {
    looksLike: /^\(?[\w.]+(\|[\w.]+)+\)?$/,
    hint: "a pattern has no alternation: search once for each, or use a `rule` with `any:`",
  },
  {
    looksLike: /\$[a-z]\w*/,
    hint: "metavariables are upper case: `$NAME`, not `$name`",
    languages: [
      ...SCRIPT,
      "python",
      "go",
      "rust",
      "java",
      "c",
      "cpp",
      "csharp",
      "kotlin",
      "swift",
      "dart",
      "ruby",
      "scala",
    ],
  },
];

/** The most likely mistake in a pattern that does not parse or that found nothing. */
export function hintForPattern(language: string, pattern: string): string | undefined {
  const text = pattern.trim();
  return hints.find(({ languages, looksLike }) => (languages?.includes(language) ?? true) && looksLike.test(text))
    ?.hint;
}

const BARE_PATTERN =
  "a `pattern` in a rule is read as if it stood at the top of a file; name its place with `pattern: {context: …, selector: …}`, or give it as the argument `pattern`, which tries every place";

/** What may be wrong with a query that found nothing, the likeliest first. */
export function hintsForQuery(query: StructuralQuery, language: string): string[] {
  if ("rule" in query) {
    const pieces = "check the rule piece by piece: first its `kind` or `pattern` alone, then each relation";
    return /\bpattern\b/.test(query.rule) ? [BARE_PATTERN, pieces] : [pieces];
  }
  const hints: string[] = [];
  if (query.selector !== undefined) {
    hints.push(
      "`selector` picks a node inside the pattern's own tree and does not extract from matches; try without it",
    );
  }
  const { pattern, hasKind } = query;
  const hint = pattern === undefined ? undefined : hintForPattern(language, pattern);
  if (hint !== undefined) hints.push(hint);
  if (hasKind !== undefined)
    hints.push("`hasKind` looks at immediate children only; use `hasDescendantKind` for any depth");
  if (hints.length === 0)
    hints.push("retry once with a smaller pattern: its core call or expression, metavariables for the rest");
  return hints;
}
