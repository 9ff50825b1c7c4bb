import { findMetavariables } from "../ladder/metavariables.ts";
import type { PrintTree } from "../ladder/pattern-request.ts";
import { judge, rungsOf } from "../ladder/rung.ts";
import type { StructuralLanguage } from "../languages/language.ts";
import { isPlain, outlineOf } from "./atoms.ts";
import type { Template, TemplateVariable } from "./template.ts";

const EXPRESSION = "expression";
const MAX_CHARS = 2_000;
const MAX_QUESTIONS = 24;

/**
 * Tells whether a replacement goes wherever the code that it replaces went: it is an expression or a statement where
 * that was one. A file with such replacements parses as it did, and need not be looked at again.
 */
export class SlotFit {
  readonly #language: StructuralLanguage;
  readonly #printTree: PrintTree;
  /** Contexts that the pattern is read in; empty when its matches may stand elsewhere, or the template does not fit there. */
  readonly #slots: ReadonlySet<string>;
  readonly #answers = new Map<string, Promise<boolean>>();

  private constructor(language: StructuralLanguage, printTree: PrintTree, slots: ReadonlySet<string>) {
    this.#language = language;
    this.#printTree = printTree;
    this.#slots = slots;
  }

  static async of(
    language: StructuralLanguage,
    { pattern, template }: { readonly pattern: string | undefined; readonly template: Template },
    printTree: PrintTree,
  ): Promise<SlotFit> {
    const fitting = async (text: string, among: ReadonlySet<string>) => slotsOf({ language, text, among }, printTree);
    const all = new Set(language.scaffolds.map(({ name }) => name));
    if (pattern === undefined || template.source.trim() === "" || !all.has(EXPRESSION)) {
      return new SlotFit(language, printTree, new Set());
    }
    const wanted = new Set([EXPRESSION, "statement", "statement;"]);
    const [slots, filled] = await Promise.all([fitting(pattern, wanted), fitting(template.source, wanted)]);
    const fits = slots.size > 0 && [...slots].every((slot) => filled.has(slot));
    return new SlotFit(language, printTree, fits ? slots : new Set());
  }

  /** Whether a replacement may break its file, going by what was captured. */
  async isDoubtful(made: string, captures: readonly (readonly [TemplateVariable, string])[]): Promise<boolean> {
    if (this.#slots.size === 0) return true;
    const odd = captures.filter(([{ variable }, text]) => !isPlain(text, variable.startsWith("$$$")));
    if (odd.length === 0) return false;
    if (made.length > MAX_CHARS || findMetavariables(made).length > 0) return true;
    const key = odd.map(([{ start }, text]) => `${start}:${outlineOf(text)}`).join("\n");
    const known = this.#answers.get(key);
    if (known !== undefined) return await known;
    if (this.#answers.size >= MAX_QUESTIONS) return true;
    const answer = this.#fails(made);
    this.#answers.set(key, answer);
    return await answer;
  }

  async #fails(made: string): Promise<boolean> {
    const request = { language: this.#language, text: made, among: this.#slots };
    const filled = await slotsOf(request, this.#printTree);
    return [...this.#slots].some((slot) => !filled.has(slot));
  }
}

interface SlotRequest {
  readonly language: StructuralLanguage;
  readonly text: string;
  readonly among: ReadonlySet<string>;
}

/** The contexts in which a text is one whole piece of syntax. */
async function slotsOf({ language, text, among }: SlotRequest, printTree: PrintTree): Promise<ReadonlySet<string>> {
  const rungs = rungsOf(language, text.trim()).filter(({ name }) => among.has(name));
  const judged = await Promise.all(
    rungs.map(async (rung) => {
      const judgement = judge(rung, await printTree(rung.text));
      return judgement.accepted && judgement.reading.chain.length > 0 ? [rung.name] : [];
    }),
  );
  const names = judged.flat();
  // One with a terminator behind it goes where the other goes.
  return new Set(names.includes("statement") ? names.filter((name) => name !== "statement;") : names);
}
