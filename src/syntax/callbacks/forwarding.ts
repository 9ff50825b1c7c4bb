import type { ForwardMark } from "./callback-marks.ts";

/** Receivers that are no parameters to pass on. */
const RECEIVERS: ReadonlySet<string> = new Set(["self", "cls", "this"]);

/** What stands around optional parameters in a list of them: `(int a, {int b})`. */
const GROUPS = /(?<=[(,]\s*)[{[]|[}\]](?=\s*\)$)/g;

/**
 * Whether the one call a function consists of gets all of its parameters as they are. Other arguments
 * may stand beside them; a function without parameters calls something without arguments.
 */
export function passesParametersOn(mark: ForwardMark, namesParametersLast: boolean): boolean {
  if (mark.arguments === undefined) return false;
  const names: string[] = [];
  const parameters = namesParametersLast ? mark.parameters.replace(GROUPS, "") : mark.parameters;
  for (const parameter of listOf(parameters)) {
    const name = parameterName(parameter, namesParametersLast);
    if (name === undefined) return false;
    if (!RECEIVERS.has(name)) names.push(name);
  }
  const passed = listOf(mark.arguments);
  if (names.length === 0) return passed.length === 0;
  const plain = new Set(passed.map(plainArgument));
  return names.every((name) => plain.has(name));
}

/** The name of a parameter; undefined when it is taken apart. */
function parameterName(parameter: string, isLast: boolean): string | undefined {
  // The type before a name may hold colons and question marks of its own, the one behind it starts with a colon.
  const head = (parameter.split(isLast ? /(?<!:):(?!:)|=/ : /[:=?]/, 1)[0] as string).trim();
  if (/[{[(]/.test(head) && !isLast) return undefined;
  const words = head.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu)?.filter((word) => word !== "mut");
  return isLast ? words?.at(-1) : words?.[0];
}

function plainArgument(argument: string): string {
  return argument
    .replace(/^\w+\s*(?:=|:(?!:))\s*/, "")
    .replace(/^(?:\.\.\.|\*{1,2}|&(?:mut\s+)?|(?:ref|out|in)\s+)/, "")
    .replace(/\.\.\.$/, "")
    .replace(/^std::(?:move|forward\s*<.*>)\s*\(\s*(\w+)\s*\)$/, "$1")
    .trim();
}

/** The parts of a bracketed list, split at its own commas. */
function listOf(list: string): string[] {
  const inner = /^[([|]/.test(list) ? list.slice(1, -1) : list;
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < inner.length; at += 1) {
    const character = inner[at] as string;
    if ("([{<".includes(character)) depth += 1;
    else if (")]}".includes(character) || (character === ">" && inner[at - 1] !== "=" && inner[at - 1] !== "-"))
      depth -= 1;
    else if (character === "," && depth === 0) {
      parts.push(inner.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(inner.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
