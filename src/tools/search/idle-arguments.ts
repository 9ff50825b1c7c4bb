import { type SearchInput, searchInput } from "./search-input.ts";

type Argument = keyof SearchInput;

const CONDITIONS: readonly Argument[] = [
  "selector",
  "insideKind",
  "hasKind",
  "hasDescendantKind",
  "follows",
  "precedes",
];
const BESIDE_DUMP: readonly Argument[] = [
  "rule",
  "nodeKind",
  ...CONDITIONS,
  "paths",
  "strictness",
  "groupByFile",
  "validateOnly",
];
const BESIDE_RULE: readonly Argument[] = ["pattern", ...CONDITIONS, "strictness"];

/** Says which arguments were given and have no part in the call. */
export function idleArguments(input: SearchInput): string[] {
  const { dump, rule, pattern, follows, precedes } = input;
  if (dump) return note(input, BESIDE_DUMP, (names) => `\`dump\` prints \`pattern\` alone; ${names} had no effect.`);
  const withoutDump = note(input, ["includeAnonymous"], (name) => `${name} had no effect without \`dump\`.`);
  if (rule !== undefined) {
    const beside = note(input, BESIDE_RULE, (names) => `\`rule\` is searched for as it is; ${names} had no effect.`);
    return [...beside, ...withoutDump];
  }
  if (pattern !== undefined) return withoutDump;
  const hasOtherPatterns = follows !== undefined || precedes !== undefined;
  const wantPattern: readonly Argument[] = hasOtherPatterns ? ["selector"] : ["selector", "strictness"];
  return [...note(input, wantPattern, (names) => `${names} had no effect without \`pattern\`.`), ...withoutDump];
}

function note(input: SearchInput, names: readonly Argument[], textOf: (names: string) => string): string[] {
  const given = names.filter((name) => isGiven(input, name));
  return given.length === 0 ? [] : [textOf(quoteAll(given))];
}

/** One that says what holds anyway cannot be told from one that was left out. */
function isGiven(input: SearchInput, name: Argument): boolean {
  const value = input[name];
  const property = searchInput.properties[name];
  return value !== undefined && !("default" in property && property.default === value);
}

export function quoteAll(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
