import { ReticleError } from "../../base/errors.ts";
import type { SearchResult } from "../../syntax/structural/search-outcome.ts";
import type { SearchInput } from "./search-input.ts";

/** Throws `invalid_input` for what no schema can say; in the order in which a caller would fix it. */
export function checkInput(input: SearchInput): void {
  const { pattern, rule, nodeKind, dump } = input;
  if (typeof rule === "string" && rule.trim() === "") {
    throw invalid("`rule` is empty", "give a rule with the keys id, language and rule");
  }
  if (pattern === undefined && (dump || (rule === undefined && nodeKind === undefined))) {
    throw invalid(
      dump ? "`dump` needs a piece of code in `pattern`" : "there is nothing to search for",
      dump ? "put a representative snippet into `pattern`" : "give `pattern`, `nodeKind` or `rule`",
    );
  }
  if (pattern !== undefined) checkPattern(pattern, dump);
}

/** Exclusive arguments; checked after everything that is wrong by itself. */
export function checkExclusive({
  rule,
  nodeKind,
  hasKind,
  hasDescendantKind,
}: Pick<SearchInput, "rule" | "nodeKind" | "hasKind" | "hasDescendantKind">): void {
  if (rule !== undefined && nodeKind !== undefined) {
    throw invalid("`nodeKind` and `rule` exclude each other", "put `kind:` into the rule, or leave `rule` out");
  }
  if (hasKind !== undefined && hasDescendantKind !== undefined) {
    throw invalid(
      "`hasKind` and `hasDescendantKind` exclude each other",
      "use `hasKind` for immediate children, `hasDescendantKind` for any depth",
    );
  }
}

/** What is wrong with a pattern as a text, before any grammar sees it. */
export function checkPattern(pattern: string, isDump: boolean): void {
  if (pattern.trim() === "") {
    throw invalid(
      isDump ? "`pattern` is empty, so there is nothing to dump" : "`pattern` is empty",
      isDump ? "put a representative snippet into `pattern`" : "write the code to look for, with $X for what may vary",
    );
  }
  const lone = /^\$\$\$[A-Z_]?[A-Z0-9_]*$/.exec(pattern.trim());
  if (lone !== null && !isDump) {
    throw invalid(
      `\`pattern\` "${pattern.trim()}" alone matches any number of nodes anywhere`,
      "put it into a larger pattern, as in `f($$$ARGS)`, or use `$X` for one node",
    );
  }
}

/** The engine ends a run where what follows it first fits, and takes nothing back. */
const RUN_BEFORE_METAVARIABLE = /(\$\$\$[A-Z0-9_]*)\s*[,;]?\s*(\$[A-Z_][A-Z0-9_]*)/;

/** One that is the end of a list. */
const LIST_TAIL = /\$\$\$[A-Z0-9_]*(\s*,\s*\$[A-Z_][A-Z0-9_]*)+(?=\s*([)\]}>|]|$))/g;

/** Said where a pattern finds more, or less, than its author can have meant. */
export function metavariableNotes(
  pattern: string,
  { splitsLists, literals, singleStatements }: Pick<SearchResult, "splitsLists" | "literals" | "singleStatements">,
): string[] {
  const literal = [...new Set(literals)].map(
    (variable) =>
      `\`pattern\`: ${variable} is a part of a name, a text or a comment there, and finds nothing but itself; use $X for the whole of that, or a \`rule\` with \`regex\` (ast_grep_search).`,
  );
  const statements = singleStatements.map(
    (run) =>
      `\`pattern\`: \`${run};\` stands for exactly one statement in this language; any number of them can only stand last in a block: \`{ ${run} }\`.`,
  );
  return [...literal, ...statements, ...runNotes(pattern, splitsLists)];
}

function runNotes(pattern: string, splitsLists: boolean): string[] {
  const text = splitsLists ? pattern.trim().replaceAll(LIST_TAIL, "") : pattern.trim();
  if (/^\$\$?[A-Z_][A-Z0-9_]*$/.test(text)) return [`\`pattern\` ${text} alone matches every node.`];
  const [, run, next] = RUN_BEFORE_METAVARIABLE.exec(text) ?? [];
  if (run === undefined) return [];
  const only = `only places where ${run} stands for nothing are found`;
  return [
    `\`pattern\`: ${run} ends where what follows first fits, and ${next} fits anything: ${only}; put ${run} last.`,
  ];
}

const RULE_KEY =
  /^[ \t]*(-[ \t]+)?(id|kind|language|rule|pattern|regex|inside|has|any|all|not|severity|message)[ \t]*:/gm;
const BULLET = /^\s*([-•*]|\d+\.)[ \t]+[A-Za-z]/;
const SENTENCE = /^[A-Za-z][A-Za-z'’-]*([ \t]+[A-Za-z][A-Za-z'’-]*){2,}[.?!]?$/;
const CODE_WORD =
  /^(async|await|class|const|delete|export|extends|from|func|function|import|include|interface|let|module|new|not|package|pub|public|private|raise|require|return|static|struct|throw|type|typeof|use|using|val|var|void|yield)\b|\b(instanceof|extends|implements|is not|is|not in|in|and|or|as|of)\b/;
const PLAIN_WORD = /\b(all|any|calls?|every|find|functions?|search|show|that|the|to|uses?|usages?|where|which|with)\b/i;

/** Throws `invalid_input` when a pattern reads like YAML or like a sentence instead of like code. */
export function refuseLookAlike(pattern: string, lang: string, isWordy: boolean): void {
  const text = pattern.trim();
  if (lang === "yaml" || lang === "markdown") return;
  const keys = text.match(RULE_KEY)?.length ?? 0;
  const isOneKey = keys === 1 && /^(id|kind|language|rule)[ \t]*:[ \t]*[\w-]+$/.test(text);
  if (keys > 1 || isOneKey) {
    throw invalid(
      `\`pattern\` ${JSON.stringify(head(text))} looks like a YAML rule, not like code`,
      "put YAML into `rule` of ast_grep_search (with id, language and rule), and a node kind into its `nodeKind`",
    );
  }
  const isBullet = BULLET.test(text) && !text.includes("$");
  const isSentence = SENTENCE.test(text) && (PLAIN_WORD.test(text) || !(isWordy || CODE_WORD.test(text)));
  if (isBullet || isSentence) {
    throw invalid(
      `\`pattern\` ${JSON.stringify(head(text))} looks like plain text, not like code`,
      "write code as it stands in a file, with $X for what may vary: `console.log($$$ARGS)`",
    );
  }
}

function head(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function invalid(message: string, hint: string): ReticleError {
  return new ReticleError("invalid_input", message, { hint });
}
