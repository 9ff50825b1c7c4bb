/**
 * Macros that stand where the grammar expects none are hidden from it. A macro is told by its capitals, and
 * hidden only where an ordinary name could not stand, so that constants and types written the same way stay.
 */
const MACRO = String.raw`[A-Z][A-Z0-9]*_[A-Z0-9_]*\b`;
const ARGUMENTS = String.raw`(?:\([^()\n]{0,200}\))?`;
const TYPE_WORD = String.raw`(?:template|static|inline|virtual|explicit|constexpr|consteval|extern|friend|const|unsigned|signed|struct|class|enum|void|bool|char|short|int|long|float|double|auto|typename|typedef|using)\b`;

const RULES: readonly { readonly pattern: RegExp; readonly keep: number }[] = [
  // extern "C" { in a header for both languages: the brace and its end stand in different conditions.
  {
    pattern: /^[ \t]*#[ \t]*if[^\n]*\b__cplusplus\b[^\n]*\n(?:\s*extern\s+"C"\s*\{|\s*\})\s*\n[ \t]*#[ \t]*endif/gm,
    keep: 0,
  },
  // class EXPORT Name {
  {
    pattern: new RegExp(
      String.raw`\b((?:class|struct|union|enum(?:[ \t]+class)?)[ \t]+)(?:[A-Z][A-Z0-9_]+${ARGUMENTS}[ \t]+)+(?=\w+(?:<[^<>\n]{0,80}>)?[ \t\n]*(?:final[ \t\n]*)?[:{])`,
      "g",
    ),
    keep: 1,
  },
  // EXPORT int name(: before a type, or before two names and a parenthesis
  {
    pattern: new RegExp(
      String.raw`^([ \t]*(?:template[ \t]*<[^\n]{0,200}>[ \t]+)?(?:(?:static|inline|extern|virtual|constexpr)[ \t]+)*)(?:${MACRO}${ARGUMENTS}[ \t\n]+)+(?=${TYPE_WORD}|[A-Za-z_][\w:]*(?:<[^;{}()\n]{0,200}>)?[ \t*&]+[\w:~]+[ \t]*\()`,
      "gm",
    ),
    keep: 1,
  },
  // int name() NOEXCEPT {
  {
    pattern: new RegExp(
      String.raw`(\)[ \t]*(?:const[ \t]*)?)(?:\b${MACRO}${ARGUMENTS}[ \t]*)+(?=\n?[ \t]*[{;]|[ \t]*(?:override|final|->))`,
      "g",
    ),
    keep: 1,
  },
  // BEGIN_NAMESPACE on a line of its own, after something that ended
  {
    pattern: new RegExp(
      String.raw`((?:^|[;{}:>/"]|#[ \t]*(?:else|endif))[ \t]*(?:\/\/[^\n]*)?\n\s*)(?:${MACRO}|Q_OBJECT)${ARGUMENTS}[ \t]*(?=(?:\/\/[^\n]*)?\n(?!\s*[,}={(.]))`,
      "g",
    ),
    keep: 1,
  },
];

/** The same text with spaces in place of macros; directives and their continuations are left alone. */
export function hideMacros(text: string): string {
  let hidden = text;
  for (const { pattern, keep } of RULES) {
    hidden = hidden.replace(pattern, (all: string, ...groups: unknown[]) => {
      const kept = keep === 0 ? "" : (groups[keep - 1] as string);
      const at = groups.findLast((group) => typeof group === "number") as number;
      return isInDirective(text, at + kept.length) ? all : kept + all.slice(kept.length).replace(/[^\n\r]/g, " ");
    });
  }
  return hidden;
}

function isInDirective(text: string, offset: number): boolean {
  let start = text.lastIndexOf("\n", offset - 1) + 1;
  while (start > 1 && text[start - 2] === "\\") start = text.lastIndexOf("\n", start - 2) + 1;
  return /^[ \t]*#[ \t]*define\b/.test(text.slice(start, start + 80));
}
