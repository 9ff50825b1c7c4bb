import { type Finding, newIn } from "./new-in.ts";

/** Beyond this the file that was longest untouched is forgotten. */
const MAX_FILES = 5_000;

/** A version of a file. */
export interface FileVersion {
  /** Of its bytes. */
  readonly hash: string;
  readonly lineCount: number;
}

/** A finding, and whose it is: a language server's, a linter's. */
export interface OwnedFinding extends Finding {
  readonly producer: string;
}

/** What was found in one version of a file. */
export interface Observation<F extends OwnedFinding = OwnedFinding> extends FileVersion {
  readonly findings: readonly F[];
  /** Producers whose findings these are all of: only what they do not find any more is gone. */
  readonly confirmed: readonly string[];
}

export interface News<F extends OwnedFinding> {
  /** New since the file was looked at before. */
  readonly compared: readonly F[];
  /** Of producers of which it is not known what they found before: older ones may be among them. */
  readonly uncompared: readonly F[];
}

interface Entry extends FileVersion {
  readonly known: readonly OwnedFinding[];
  /** Producers that have said at least once what they find; all of them where there was no file. */
  readonly compared: ReadonlySet<string> | "all";
}

/**
 * What one agent knows of the findings in each file: those that were there before it changed the file, and
 * those it was told. One that has gone leaves it, so that it is new when it comes back.
 */
export class FindingsLedger {
  /** Longest untouched first. */
  readonly #entries = new Map<string, Entry>();

  /** The version that the findings known of a file belong to; undefined: nothing is known of it. */
  versionOf(path: string): FileVersion | undefined {
    return this.#entries.get(path);
  }

  get paths(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Takes what was found as known, without asking what is new. */
  know(path: string, observation: Observation): void {
    this.takeNew(path, observation);
  }

  /** There is no such file: whatever is found in it later is new. */
  knowAbsent(path: string): void {
    this.#set(path, { known: [], compared: "all", hash: "", lineCount: 0 });
  }

  /** What of it is new; it is known from then on. */
  takeNew<F extends OwnedFinding>(path: string, observation: Observation<F>): News<F> {
    const { known = [], compared = nobody(), lineCount } = this.#entries.get(path) ?? {};
    const lineShift = lineCount === undefined ? 0 : observation.lineCount - lineCount;
    const news = newIn(known, observation.findings, lineShift);
    const isCompared = ({ producer }: F): boolean => compared === "all" || compared.has(producer);
    this.#set(path, {
      known: joined(known, observation),
      compared: compared === "all" ? compared : new Set([...compared, ...observation.confirmed]),
      hash: observation.hash,
      lineCount: observation.lineCount,
    });
    return { compared: news.filter(isCompared), uncompared: news.filter((one) => !isCompared(one)) };
  }

  /** The file was changed and nothing could be found out: what is known stays so, for the version before. */
  changedUnseen(path: string, { hash, lineCount }: FileVersion): void {
    const before = this.#entries.get(path);
    this.#set(path, {
      known: before?.known ?? [],
      compared: before?.compared ?? nobody(),
      hash,
      lineCount: before?.lineCount ?? lineCount,
    });
  }

  /** Files that were renamed, all at once, keep what is known of them. */
  move(moves: readonly { readonly from: string; readonly to: string }[]): void {
    const moved = moves.map(({ from, to }) => ({ to, entry: this.#entries.get(from) }));
    for (const { from, to } of moves) for (const path of [from, to]) this.#entries.delete(path);
    for (const { to, entry } of moved) if (entry !== undefined) this.#set(to, entry);
  }

  forget(path: string): void {
    this.#entries.delete(path);
  }

  #set(path: string, entry: Entry): void {
    this.#entries.delete(path);
    this.#entries.set(path, entry);
    if (this.#entries.size <= MAX_FILES) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}

function nobody(): ReadonlySet<string> {
  return new Set();
}

/** What is there now of those who have said all, and of the others what they had and what they have beside it. */
function joined(known: readonly OwnedFinding[], { findings, confirmed }: Observation): readonly OwnedFinding[] {
  const isOfConfirmed = ({ producer }: OwnedFinding): boolean => confirmed.includes(producer);
  const kept = known.filter((one) => !isOfConfirmed(one));
  const open = findings.filter((one) => !isOfConfirmed(one));
  return [...findings.filter(isOfConfirmed).map(bare), ...kept, ...newIn(kept, open).map(bare)];
}

/** Only what is compared is kept. */
function bare({ severity, code, message, line, producer }: OwnedFinding): OwnedFinding {
  return {
    severity,
    message,
    producer,
    ...(code === undefined ? {} : { code }),
    ...(line === undefined ? {} : { line }),
  };
}
