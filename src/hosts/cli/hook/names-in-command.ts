const MAX_NAMES = 40;
const MAX_NAME_CHARS = 400;
const MAX_COMMAND_CHARS = 20_000;
/** A word as a shell cuts it, near enough: quoted parts hold together, operators end it. */
const WORD = /(?:"[^"\n]*"|'[^'\n]*'|\\.|[^\s"'\\;|&<>()`$=,{}])+/g;

/**
 * The words of a shell command that may name files. They are guesses: whoever takes them looks whether there is such a file.
 */
export function namesInCommand(command: string): readonly string[] {
  const names = new Set<string>();
  for (const [word] of command.slice(0, MAX_COMMAND_CHARS).matchAll(WORD)) {
    const name = word.replace(/\\(.)/g, "$1").replace(/["']/g, "");
    if (!mayBeFile(name)) continue;
    names.add(name);
    if (names.size === MAX_NAMES) break;
  }
  return [...names];
}

/** Files of interest have an extension or lie in a folder. */
function mayBeFile(name: string): boolean {
  return name.length <= MAX_NAME_CHARS && !name.startsWith("-") && /[^/.]/.test(name) && /[./]/.test(name);
}
