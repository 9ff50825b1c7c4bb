/**
 * The structure of a style sheet without what stands in it: names become "x", values "0", what stands
 * behind the keyword of an at-rule spaces. Blocks nest alike in CSS and its dialects and change rarely; values, queries and selectors
 * do not, and a grammar that stumbles over one of them loses the blocks around it.
 *
 * As long as the text, line ends and comments in place. Line comments become block comments.
 */
export function styleSkeleton(text: string, hasLineComments: boolean): string {
  return new Skeleton(text, hasLineComments).build();
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const isSpace = (character: string): boolean => character <= " " || character === "\u00a0" || character === "\uFEFF";

class Skeleton {
  readonly #text: string;
  readonly #hasLineComments: boolean;
  readonly #units: Buffer;
  #at = 0;
  /** The statement being read: its start, its first colon, and the comments in it. */
  #start = -1;
  #colon = -1;
  #comments: Span[] = [];
  /** Open parentheses and brackets. */
  #depth = 0;

  constructor(text: string, hasLineComments: boolean) {
    this.#text = text;
    this.#hasLineComments = hasLineComments;
    this.#units = Buffer.from(text, "utf16le");
  }

  build(): string {
    while (this.#at < this.#text.length) this.#step();
    this.#endStatement(false);
    return this.#units.toString("utf16le");
  }

  #step(): void {
    const text = this.#text;
    const character = text[this.#at] as string;
    if (text.startsWith("/*", this.#at)) this.#comment("*/", 2);
    else if (this.#hasLineComments && text.startsWith("//", this.#at)) this.#comment("\n", 0);
    else if (isSpace(character)) this.#at += 1;
    else if (character === "}") this.#close();
    else if (character === "{" && this.#depth === 0) this.#open();
    else if (character === ";" && this.#depth === 0) {
      this.#endStatement(true);
      this.#at += 1;
    } else this.#inStatement(character);
  }

  #inStatement(character: string): void {
    if (this.#start < 0) this.#start = this.#at;
    if (character === '"' || character === "'") this.#string(character);
    else if (character === "\\") this.#at += 2;
    else if (this.#text.startsWith("#{", this.#at)) this.#skipTo("}");
    else if (/^url\((?!\s*["'])/i.test(this.#text.slice(this.#at, this.#at + 8))) this.#skipTo(")");
    else {
      if (character === "(" || character === "[") this.#depth += 1;
      else if ((character === ")" || character === "]") && this.#depth > 0) this.#depth -= 1;
      else if (character === ":" && this.#depth === 0 && this.#colon < 0) this.#colon = this.#at;
      this.#at += 1;
    }
  }

  #comment(end: string, endLength: number): void {
    const start = this.#at;
    const found = this.#text.indexOf(end, start + 2);
    this.#at = found < 0 ? this.#text.length : found + endLength;
    const span = { start, end: this.#at };
    if (this.#start >= 0) this.#comments.push(span);
    if (endLength > 0) return;
    if (span.end - span.start < 4) this.#write(span, " ");
    else {
      this.#put(start + 1, "*");
      for (let at = start + 2; at < span.end - 2; at += 1) if (this.#text[at] === "*") this.#put(at, " ");
      this.#put(span.end - 2, "*");
      this.#put(span.end - 1, "/");
    }
  }

  #string(quote: string): void {
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at] as string;
      if (character === "\\") this.#at += 1;
      else if (character === quote || character === "\n") break;
    }
    this.#at += 1;
  }

  #skipTo(end: string): void {
    const found = this.#text.indexOf(end, this.#at);
    this.#at = found < 0 ? this.#text.length : found + 1;
  }

  #open(): void {
    // "--x: { … }" is a value.
    if (this.#start >= 0 && this.#colon >= 0 && this.#text.startsWith("--", this.#start)) {
      this.#skipTo("}");
      return;
    }
    if (this.#start >= 0) this.#maskHead({ start: this.#start, end: this.#at });
    this.#reset();
    this.#at += 1;
  }

  #close(): void {
    this.#endStatement(false);
    this.#at += 1;
  }

  #endStatement(hasSemicolon: boolean): void {
    const statement = { start: this.#start, end: this.#at };
    if (this.#start < 0) {
      if (hasSemicolon) this.#put(this.#at, " ");
    } else if (this.#text[this.#start] === "@") {
      this.#maskHead(statement);
    } else if (!this.#maskDeclaration(statement)) {
      this.#write({ ...statement, end: hasSemicolon ? statement.end + 1 : statement.end }, " ");
    }
    this.#reset();
  }

  #reset(): void {
    this.#start = -1;
    this.#colon = -1;
    this.#comments = [];
    this.#depth = 0;
  }

  /** A selector, or the keyword of an at-rule. */
  #maskHead({ start, end }: Span): void {
    const keyword = /^@[\w-]+/.exec(this.#text.slice(start, Math.min(end, start + 40)))?.[0];
    if (keyword === undefined) {
      this.#write({ start, end }, "x");
      return;
    }
    this.#write({ start: start + 1, end: start + keyword.length }, "x");
    this.#write({ start: start + keyword.length, end }, " ");
  }

  /** False: it is none. */
  #maskDeclaration({ start, end }: Span): boolean {
    const colon = this.#colon;
    if (colon <= start || !this.#write({ start: colon + 1, end }, "0")) return false;
    this.#write({ start, end: colon }, "x");
    return true;
  }

  /** Everything in the span but white space and comments; false when there is nothing else. */
  #write({ start, end }: Span, character: string): boolean {
    let hasWritten = false;
    let at = start;
    for (const comment of [...this.#comments, { start: end, end }]) {
      for (; at < Math.min(comment.start, end); at += 1) {
        if (isSpace(this.#text[at] as string)) continue;
        this.#put(at, character);
        hasWritten = true;
      }
      at = Math.max(at, comment.end);
    }
    return hasWritten;
  }

  #put(at: number, character: string): void {
    if (at * 2 < this.#units.length) this.#units.writeUInt16LE(character.charCodeAt(0), at * 2);
  }
}
