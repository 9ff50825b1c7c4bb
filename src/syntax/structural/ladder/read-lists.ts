import {
  emptyRuns,
  hasList,
  isElement,
  type ListEdit,
  type ListTail,
  listTail,
  mayHaveCommaLists,
  statementRuns,
} from "./comma-lists.ts";
import type { PrintTree } from "./pattern-request.ts";
import { judge, type Reading, rungsOf } from "./rung.ts";
import type { StructuralLanguage } from "../languages/language.ts";

/** Four runs beside commas have as many ways to be empty. */
const MAX_READINGS = 16;

/** One way to read the lists of a fragment. */
export interface ListReading {
  readonly fragment: string;
  readonly reading: Reading;
  readonly tails: readonly ListTail[];
  /** The runs that are taken for empty, as written. */
  readonly empty: readonly string[];
  /** Runs that can only be read as one statement, as written. */
  readonly single: readonly string[];
}

export interface ListRequest {
  readonly language: StructuralLanguage;
  readonly fragment: string;
  /** Of the pattern among those of its query. */
  readonly place?: number | undefined;
}

/**
 * A run stands for zero or more elements, so a comma beside it is there only if there are elements: the fragment once
 * as it is, and once for each of the ways in which runs beside commas can be empty.
 */
export async function readLists(
  { language, fragment, place = 0 }: ListRequest,
  reading: Reading,
  printTree: PrintTree,
): Promise<ListReading[]> {
  const first: ListReading = { fragment, reading, tails: [], empty: [], single: [] };
  if (!mayHaveCommaLists(fragment)) return [first];
  const lists = new Lists(language, place, printTree);
  const base = await lists.withTails(await lists.withStatements(first));
  const readings = [base];
  const seen = new Set([base.fragment]);
  for (const from of readings) {
    for (const edit of emptyRuns(from.reading, from.fragment)) {
      if (readings.length === MAX_READINGS) return readings;
      if (seen.has(edit.fragment)) continue;
      seen.add(edit.fragment);
      const edited = await lists.read(from, edit);
      if (edited !== undefined)
        readings.push(await lists.withTails({ ...edited, empty: [...from.empty, edit.variable] }));
    }
  }
  return readings;
}

class Lists {
  readonly #language: StructuralLanguage;
  readonly #place: number;
  readonly #printTree: PrintTree;

  constructor(language: StructuralLanguage, place: number, printTree: PrintTree) {
    this.#language = language;
    this.#place = place;
    this.#printTree = printTree;
  }

  /** undefined when the edited fragment is something else than the fragment was. */
  async read(from: ListReading, edit: ListEdit): Promise<ListReading | undefined> {
    const { fragment } = edit;
    const rung = rungsOf(this.#language, fragment).find(({ name }) => name === from.reading.rung.name);
    if (rung === undefined) return undefined;
    const judgement = judge(rung, await this.#printTree(rung.text));
    if (!judgement.accepted || !hasList(judgement.reading, edit, from.reading)) return undefined;
    return { ...from, fragment, reading: judgement.reading };
  }

  async withStatements(from: ListReading): Promise<ListReading> {
    const edit = statementRuns(from.reading, from.fragment).find(({ variable }) => !from.single.includes(variable));
    if (edit === undefined) return from;
    const read = await this.read(from, edit);
    const isRun = read !== undefined && isElement(read.reading, read.fragment, edit);
    return await this.withStatements(isRun ? read : { ...from, single: [...from.single, edit.variable] });
  }

  async withTails(from: ListReading): Promise<ListReading> {
    const tail = listTail(from.reading, from.fragment, this.#place);
    const read = tail && (await this.read(from, tail));
    return tail && read ? await this.withTails({ ...read, tails: [...read.tails, tail] }) : from;
  }
}
