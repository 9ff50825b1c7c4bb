import { lastNotAfter } from "../extract/line-index.ts";
import type { Span } from "../extract/span.ts";
import { scanCode } from "./scan-code.ts";

/**
 * The code of a template as a script that says the same: expressions as they are written, in functions and blocks where the
 * template gives names a scope.
 */
export interface TemplateScript {
  /** Id of the language that it is in. */
  readonly language: string;
  readonly text: string;
  /** The place in the file of an offset in `text`. */
  readonly sourceOf: (offset: number) => number;
  /**
   * What a name stands for that the template does not declare: what the file's script calls so, or a member of the
   * component, whatever the script calls so.
   */
  readonly freeNames: "script" | "members";
  /** Offsets in `text` of names that the script declares or imports, whatever `freeNames` says. */
  readonly scriptNames: ReadonlySet<number>;
  /** Why it is not the whole template: "it is in pug". */
  readonly unread?: string;
}

/** Elements and blocks that stand in each other; deeper ones are told as elements without an end. */
export const MAX_OPEN = 1_000;

/** Code that ends what other code has begun. */
export type Closer = "}\n" | "});\n";

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };

/** Puts a template's script together, piece by piece. */
export class TemplateScriptBuilder {
  readonly #source: string;
  readonly #scriptNames = new Set<number>();
  readonly #pieces: string[] = [];
  /** Where each piece begins in the script, and what it begins with in the file. */
  readonly #starts: number[] = [];
  readonly #sources: number[] = [];
  /** Pieces that are not in the file stand all at one place of it. */
  readonly #isCopied: boolean[] = [];
  #length = 0;
  #unread: string | undefined;

  constructor(source: string) {
    this.#source = source;
    // What the template declares is not known outside of it.
    this.write("(() => {\n", 0);
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 1;
  }

  /** Code that is not in the file, for something at an offset of it. */
  write(code: string, at: number): void {
    this.#add(code, at, false);
  }

  copy({ start, end }: Span): void {
    if (end > start) this.#add(this.#source.slice(start, end), start, true);
  }

  /** A copy of what an attribute holds, where some characters have names. */
  copyDecoded({ start, end }: Span): void {
    let from = start;
    for (const { 0: entity, 1: name = "", index } of this.#source
      .slice(start, end)
      .matchAll(/&(amp|lt|gt|quot|apos|#39);/g)) {
      this.copy({ start: from, end: start + index });
      this.write(ENTITIES[name] ?? "", start + index);
      from = start + index + entity.length;
    }
    this.copy({ start: from, end });
  }

  expression(span: Span): void {
    this.#wrapped(span, "(", ");\n");
  }

  statements(span: Span): void {
    this.#wrapped(span, "{", "}\n");
  }

  /** A name that is used at an offset; `call`: as a component or a function of the script is. */
  use(name: string, at: number): void {
    this.write(`${name};\n`, at);
  }

  call(name: string, at: number): void {
    this.#scriptNames.add(this.#length);
    this.write(`${name}();\n`, at);
  }

  /** Opens a function; its parameters are written in the file. */
  openFunction(parameters: Span): Closer {
    this.write("((", parameters.start);
    this.copyDecoded(parameters);
    this.write("\n) => {\n", parameters.end);
    return "});\n";
  }

  openBlock(at: number): Closer {
    this.write("{\n", at);
    return "}\n";
  }

  close(closer: Closer, at: number): void {
    this.write(closer, at);
  }

  /** The first reason is told. */
  noteUnread(why: string): void {
    this.#unread ??= why;
  }

  finish(language: string, freeNames: TemplateScript["freeNames"]): TemplateScript {
    this.write("});\n", this.#source.length);
    const text = this.#pieces.join("");
    const starts = this.#starts;
    const sourceOf = (offset: number): number => {
      const piece = lastNotAfter(starts, offset);
      const source = this.#sources[piece] ?? 0;
      return this.#isCopied[piece] === true ? source + offset - (starts[piece] as number) : source;
    };
    return {
      language,
      text,
      sourceOf,
      freeNames,
      scriptNames: this.#scriptNames,
      ...(this.#unread !== undefined && { unread: this.#unread }),
    };
  }

  #wrapped(span: Span, open: string, close: string): void {
    if (this.#isBlank(span)) return;
    this.write(open, span.start);
    this.copyDecoded(span);
    // A comment at the end of a line must not take what follows.
    this.write(`\n${close}`, span.end);
  }

  /** Nothing but space and comments. */
  #isBlank({ start, end }: Span): boolean {
    const code = this.#source.slice(start, end).trim();
    return code === "" || (code.startsWith("/") && !code.includes("`") && scanCode(code, 0).next().done === true);
  }

  #add(code: string, source: number, isCopied: boolean): void {
    this.#starts.push(this.#length);
    this.#sources.push(source);
    this.#isCopied.push(isCopied);
    this.#pieces.push(code);
    this.#length += code.length;
  }
}
