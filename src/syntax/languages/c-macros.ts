/**
 * Macros that stand where the grammars of C and C++ expect none are hidden from them. A macro is told by its
 * capitals, and hidden only where an ordinary name could not stand, so that constants and types written the
 * same way stay. Every repetition has a bound: a text of nothing but macros must not take quadratic time.
 */
const MACRO = String.raw`[A-Z][A-Z0-9]{0,60}_[A-Z0-9_]{0,60}\b`;
const NESTED = String.raw`\((?:[^()\n]|\([^()\n]{0,200}\)){0,200}\)`;
const ARGUMENTS = `(?:${NESTED})?`;
/** After one macro: the next, or what the macro belongs to. */
const GAP = String.raw`[ \t\n]{1,40}`;
const TEMPLATE = String.raw`(?:template[ \t]*(?:<[^\n]{0,200}>)?[ \t]+)?`;
const TYPE_WORD = String.raw`(?:template|static|inline|virtual|explicit|constexpr|consteval|extern|friend|const|unsigned|signed|struct|class|enum|void|bool|char|short|int|long|float|double|auto|typename|typedef|using|operator)\b`;
const TWO_NAMES = String.raw`[A-Za-z_][\w:]{0,200}(?:<[^;{}()\n]{0,200}>)?[ \t*&]{1,40}[\w:~]{1,200}[ \t]{0,40}\(`;
/** Names in parentheses: a pointer to a function, or a function that no macro of its name shall replace. */
const PARENTHESIZED = String.raw`[A-Za-z_][\w:]{0,200}[ \t*&]{1,40}\([ \t]{0,4}\*?[ \t]{0,4}\w{1,100}\)[ \t]{0,40}\(`;
const QUALIFIED = String.raw`(?:\w{1,100}(?:<[^<>\n]{0,80}>)?::){0,8}~?\w{1,100}`;
const CONSTRUCTOR = String.raw`(?:\w{1,100}::){0,8}(\w{1,100})(?:<[^;{}()\n]{0,80}>)?::~?\2[ \t]*\(`;
const INITIALIZERS = String.raw`\w{1,100}\([^;{}]{0,300}?\)\s{0,40}(?:noexcept\s{0,40})?:[ \t\n]{0,40}\w{1,100}[({]`;

interface Rule {
  /** Its first group stays. */
  readonly pattern: RegExp;
  /** What takes the place of the hidden part's first character. */
  readonly mark?: string;
  /** Only where something has ended before. */
  readonly isStatement?: true;
}

const RULES: readonly Rule[] = [
  // extern "C" { in a header for both languages: the brace and its end stand in different conditions.
  {
    pattern:
      /^()[ \t]*#[ \t]*if[^\n]*\b__cplusplus\b[^\n]*\n\s{0,40}(?:extern\s{1,9}"C"\s{0,40}\{|\})[ \t]*\n[ \t]*#[ \t]*endif/gm,
  },
  // #if HAS_INCLUDE(<string_view>)
  { pattern: /^([ \t]*#[ \t]*(?:el)?if[ \t]+)[^\n]{0,300}?(?:\([<"]|::)(?:[^\n]*\\\n){0,20}[^\n]*/gm, mark: "1" },
  // class EXPORT Name {
  {
    pattern: new RegExp(
      String.raw`\b((?:class|struct|union|enum(?:[ \t]+class)?)[ \t]+)(?:[A-Z][A-Z0-9_]{1,60}${ARGUMENTS}[ \t]{1,40}){1,4}(?=\w{1,100}(?:<[^<>\n]{0,80}>)?[ \t\n]{0,40}(?:final[ \t\n]{0,40})?[:{])`,
      "g",
    ),
  },
  // EXPORT int name(, EXPORT Shop::Shop(, EXPORT Shop(int x) : x_(x)
  {
    pattern: new RegExp(
      String.raw`^([ \t]*${TEMPLATE}(?:(?:static|inline|extern|virtual|constexpr)[ \t]{1,40}){0,4})(?:${MACRO}${ARGUMENTS}${GAP}){1,4}(?=${TYPE_WORD}|${TWO_NAMES}|${CONSTRUCTOR}|${INITIALIZERS})`,
      "gm",
    ),
  },
  // EXPORT Shop *(*name)(: without a keyword it would be a product
  {
    pattern: new RegExp(String.raw`^([ \t]*)(?=\w{6})${MACRO}(?=[ \t]{1,40}${PARENTHESIZED})`, "gm"),
    mark: "extern",
  },
  // int CALL name(, int CALL Shop::name(
  {
    pattern: new RegExp(
      String.raw`^([ \t]*(?:[a-z_]\w{0,60}[ \t*]{1,20}){1,6})(?:${MACRO}|WINAPI|APIENTRY|CALLBACK|STDCALL)(?=[ \t]{1,40}${QUALIFIED}[ \t]*\()`,
      "gm",
    ),
  },
  // int *MUTABLE name =
  {
    pattern: new RegExp(
      String.raw`^([ \t]*(?:[a-z_]\w{0,60}[ \t]{1,20}){1,6}\*{1,3}[ \t]{0,10})${MACRO}(?=[ \t]{1,40}\w{1,100}[ \t]*[=;])`,
      "gm",
    ),
  },
  // int name() const, and on the next line REQUIRES(lock) {
  {
    pattern: new RegExp(
      String.raw`(\)[ \t]*(?:const[ \t]*)?\n[ \t]{1,40})(?:\b${MACRO}${ARGUMENTS}[ \t\n]{0,40}){1,4}(?=\{)`,
      "g",
    ),
  },
  // int name() NOEXCEPT {
  {
    pattern: new RegExp(
      String.raw`(\)[ \t]*(?:const[ \t]*)?)(?:\b${MACRO}${ARGUMENTS}[ \t]{0,40}){1,4}(?=\n?[ \t]*[{;]|[ \t]*(?:override|final|->))`,
      "g",
    ),
  },
  // template <typename T, ENABLE_IF(is<T>())>, if CONSTEXPR (
  { pattern: new RegExp(String.raw`()(?:,\s{0,40})${MACRO}${NESTED}(?=\s{0,40}[,>])`, "g") },
  { pattern: new RegExp(String.raw`\b(if[ \t]{1,40})${MACRO}(?=[ \t]*\()`, "g") },
  // int a = 1, and on the next line __attribute__((deprecated)) b = 2
  {
    pattern: new RegExp(String.raw`^([ \t]*)__attribute__[ \t]*${NESTED}(?=\s{1,40}\w{1,100}[ \t]*=)`, "gm"),
  },
  // TEST(shop, opens) {: a call and a block, which a semicolon divides
  {
    pattern: new RegExp(String.raw`^([A-Z][A-Z0-9_]{1,60}${NESTED})\s{1,40}(?=\{)`, "gm"),
    mark: ";",
    isStatement: true,
  },
  // TRY {
  { pattern: new RegExp(String.raw`^([ \t]*)${MACRO}(?=[ \t]{0,40}\{)`, "gm"), isStatement: true },
  // BEGIN_NAMESPACE on a line of its own
  {
    pattern: new RegExp(
      String.raw`^([ \t]*)(?:${MACRO}|Q_OBJECT)${ARGUMENTS}[ \t]*(?=(?:\/\/[^\n]*)?\n(?!\s{0,200}[,}={(.]))`,
      "gm",
    ),
    isStatement: true,
  },
];

const MAX_LINES_BACK = 100;

/** The same text with spaces, or what the grammar needs, in place of macros; definitions of macros are left alone. */
export function hideMacros(text: string): string {
  let hidden = text;
  for (const { pattern, mark = "", isStatement = false } of RULES) {
    hidden = hidden.replace(pattern, (all: string, kept: string, ...rest: unknown[]) => {
      const at = rest.find((group) => typeof group === "number") as number;
      if (isInDefinition(text, at + kept.length) || (isStatement && !followsEnd(text, at))) return all;
      return kept + mark + all.slice(kept.length + mark.length).replace(/[^\n\r]/g, " ");
    });
  }
  return hidden;
}

/** Start of the line around an offset, with the lines it continues. */
function lineStart(text: string, offset: number): number {
  let start = text.lastIndexOf("\n", offset - 1) + 1;
  for (let lines = 0; lines < MAX_LINES_BACK && start > 1 && text[start - 2] === "\\"; lines += 1) {
    start = text.lastIndexOf("\n", start - 2) + 1;
  }
  return start;
}

function isInDefinition(text: string, offset: number): boolean {
  const start = lineStart(text, offset);
  return /^[ \t]*#[ \t]*define\b/.test(text.slice(start, start + 80));
}

/** Whether the last line before that is no comment or directive ends a statement or opens a block. */
function followsEnd(text: string, offset: number): boolean {
  let end = text.lastIndexOf("\n", offset - 1);
  for (let lines = 0; lines < MAX_LINES_BACK && end > 0; lines += 1) {
    const start = lineStart(text, end);
    const line = text.slice(Math.max(start, end - 400), end).trim();
    if (line !== "" && !/^(?:#|\/\/)/.test(line))
      return /[;{}:>]$|\*\/$|^[A-Z0-9_]+(?:\(.*\))?$/.test(line.replace(/\s*\/\/.*$/, ""));
    end = start - 1;
  }
  return true;
}
