/** One program call inside a shell command line, as far as it can be told without running it. */
export interface ShellCommand {
  /** Words after the shell has taken its own away; what only the shell knows (`$x`, `$(…)`) is left in. */
  readonly words: readonly string[];
  /** Files that its output goes into. */
  readonly outputs: readonly string[];
  /** The folder it runs in by the `cd`s before it, relative to where the whole started; undefined: not known. */
  readonly folder: string | undefined;
}

const MAX_CHARACTERS = 50_000;
const MAX_COMMANDS = 200;

type Token = { readonly kind: "word" | "output"; readonly text: string } | { readonly kind: "end" | "pipe" };

/** Reads a POSIX shell line loosely: never throws, and leaves out what it does not understand. */
export function shellCommands(line: string): readonly ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let outputs: string[] = [];
  let folder: string | undefined = "";
  const finish = (): void => {
    if (words[0] === "cd") folder = enter(folder, words.slice(1));
    else if (words.length > 0 || outputs.length > 0) commands.push({ words, outputs, folder });
    words = [];
    outputs = [];
  };
  for (const token of tokensOf(line.slice(0, MAX_CHARACTERS))) {
    if (commands.length >= MAX_COMMANDS) break;
    if (token.kind === "word") words.push(token.text);
    else if (token.kind === "output") outputs.push(token.text);
    else finish();
  }
  finish();
  return commands;
}

function enter(folder: string | undefined, [target]: readonly string[]): string | undefined {
  if (target === undefined || target === "-" || /[$`]/.test(target)) return undefined;
  if (target.startsWith("/") || target.startsWith("~")) return target;
  return folder === undefined ? undefined : folder === "" ? target : `${folder}/${target}`;
}

function tokensOf(line: string): readonly Token[] {
  return new Lexer(line).all();
}

class Lexer {
  readonly #line: string;
  readonly #tokens: Token[] = [];
  /** Delimiters of documents whose text begins on the next line. */
  #documents: { readonly end: string; readonly isIndented: boolean }[] = [];
  #at = 0;

  constructor(line: string) {
    this.#line = line;
  }

  all(): readonly Token[] {
    while (this.#at < this.#line.length) this.#step();
    return this.#tokens;
  }

  #step(): void {
    const rest = this.#line.slice(this.#at, this.#at + 4);
    const blank = /^[ \t\r]+|^\\\r?\n/.exec(rest)?.[0];
    if (blank !== undefined) this.#at += blank.length;
    else if (rest.startsWith("\n")) this.#newLine();
    else if (rest.startsWith("#")) this.#at = this.#endOfLine();
    else if (rest.startsWith("<")) this.#input(rest);
    else if (this.#redirect()) return;
    else if (/^(?:&&|\|\||[;&|()])/.test(rest)) this.#separator(rest);
    else this.#tokens.push({ kind: "word", text: this.#word() });
  }

  #endOfLine(): number {
    const end = this.#line.indexOf("\n", this.#at);
    return end === -1 ? this.#line.length : end;
  }

  #newLine(): void {
    this.#tokens.push({ kind: "end" });
    this.#at += 1;
    for (const { end, isIndented } of this.#documents) this.#skipDocument(end, isIndented);
    this.#documents = [];
  }

  #skipDocument(end: string, isIndented: boolean): void {
    while (this.#at < this.#line.length) {
      const until = this.#endOfLine();
      const text = this.#line.slice(this.#at, until);
      this.#at = until + 1;
      if ((isIndented ? text.replace(/^\t+/, "") : text) === end) return;
    }
  }

  #input(rest: string): void {
    const operator = /^<<<|^<<-?|^<&|^</.exec(rest)?.[0] ?? "<";
    this.#at += operator.length;
    this.#skipBlanks();
    const word = this.#word();
    if (operator === "<<" || operator === "<<-") this.#documents.push({ end: word, isIndented: operator === "<<-" });
    else if (operator === "<") this.#tokens.push({ kind: "word", text: word });
  }

  /** `> file`, `2>> file`, `&> file`; `2>&1` goes nowhere new. */
  #redirect(): boolean {
    const operator = /^(?:\d*|&)>[>|]?(?:&(?=\d|-))?/.exec(this.#line.slice(this.#at, this.#at + 8))?.[0];
    if (operator === undefined) return false;
    this.#at += operator.length;
    this.#skipBlanks();
    const target = this.#word();
    if (!operator.endsWith("&") && target !== "" && target !== "/dev/null") {
      this.#tokens.push({ kind: "output", text: target });
    }
    return true;
  }

  #separator(rest: string): void {
    const operator = /^(?:&&|\|\|)/.exec(rest)?.[0] ?? rest.charAt(0);
    this.#tokens.push({ kind: operator === "|" ? "pipe" : "end" });
    this.#at += operator.length;
  }

  #skipBlanks(): void {
    while (/[ \t]/.test(this.#line.charAt(this.#at))) this.#at += 1;
  }

  #word(): string {
    const start = this.#at;
    let word = "";
    while (this.#at < this.#line.length) {
      const char = this.#line.charAt(this.#at);
      if (char === "'" || char === '"') word += this.#quoted(char);
      else if (char === "\\") {
        word += this.#line.charAt(this.#at + 1);
        this.#at += 2;
      } else if (this.#line.startsWith("$(", this.#at) || char === "`") word += this.#substitution();
      else if (/[\s;&|<>()]/.test(char)) break;
      else {
        word += char;
        this.#at += 1;
      }
    }
    if (this.#at === start) this.#at += 1;
    return word;
  }

  #quoted(quote: string): string {
    let text = "";
    this.#at += 1;
    while (this.#at < this.#line.length) {
      const char = this.#line.charAt(this.#at);
      this.#at += 1;
      if (char === quote) break;
      if (char === "\\" && quote === '"' && /["\\$`]/.test(this.#line.charAt(this.#at))) {
        text += this.#line.charAt(this.#at);
        this.#at += 1;
      } else text += char;
    }
    return text;
  }

  /** Taken as it stands: what it becomes is not known. */
  #substitution(): string {
    const start = this.#at;
    if (this.#line.charAt(start) === "`") {
      const end = this.#line.indexOf("`", start + 1);
      this.#at = end === -1 ? this.#line.length : end + 1;
      return this.#line.slice(start, this.#at);
    }
    let depth = 0;
    for (; this.#at < this.#line.length; this.#at += 1) {
      const char = this.#line.charAt(this.#at);
      if (char === "(") depth += 1;
      if (char === ")" && (depth -= 1) === 0) break;
    }
    this.#at = Math.min(this.#at + 1, this.#line.length);
    return this.#line.slice(start, this.#at);
  }
}
