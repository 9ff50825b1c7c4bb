import { type Finding, newIn } from "./new-in.ts";

/** Beyond this the file that was longest untouched is forgotten. */
const MAX_FILES = 5_000;

/** A version of a file. */
export interface FileVersion {
  /** Of its bytes. */
  readonly hash: string;
  readonly lineCount: number;
}

/** What was found in one version of a file. */
export interface Observation<F extends Finding = Finding> extends FileVersion {
  readonly findings: readonly F[];
  /** Whether these are all: only then what is not among them is gone. */
  readonly isWhole: boolean;
}

export interface News<F extends Finding> {
  readonly findings: readonly F[];
  /** False: it is not known what the file had before, so older ones may be among them. */
  readonly isCompared: boolean;
}

interface Entry extends FileVersion {
  readonly known: readonly Finding[];
  /** Whether all findings of some version of the file were seen. */
  readonly isCompared: boolean;
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
  know(path: string, { findings, isWhole, hash, lineCount }: Observation): void {
    const before = this.#entries.get(path);
    const known = isWhole || before === undefined ? findings : [...before.known, ...newIn(before.known, findings)];
    this.#set(path, { known, isCompared: isWhole || before?.isCompared === true, hash, lineCount });
  }

  /** What of it is new; it is known from then on. */
  takeNew<F extends Finding>(path: string, observation: Observation<F>): News<F> {
    const before = this.#entries.get(path);
    const { findings, isWhole, hash, lineCount } = observation;
    const known = before?.known ?? [];
    const news = newIn(known, findings, lineCount - (before?.lineCount ?? lineCount));
    const isCompared = before?.isCompared === true;
    this.#set(path, {
      known: isWhole ? findings : [...known, ...news],
      isCompared: isCompared || isWhole,
      hash,
      lineCount,
    });
    return { findings: news, isCompared };
  }

  /** The file was changed and nothing could be found out: what is known stays so, for the version before. */
  changedUnseen(path: string, version: FileVersion): void {
    const before = this.#entries.get(path);
    const lineCount = before?.lineCount ?? version.lineCount;
    this.#set(path, {
      known: before?.known ?? [],
      isCompared: before?.isCompared === true,
      hash: version.hash,
      lineCount,
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

  #set(path: string, { known, ...rest }: Entry): void {
    this.#entries.delete(path);
    this.#entries.set(path, { known: known.map(bare), ...rest });
    if (this.#entries.size <= MAX_FILES) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}

/** Only what is compared is kept. */
function bare({ severity, code, message, line }: Finding): Finding {
  return {
    severity,
    message,
    ...(code === undefined ? {} : { code }),
    ...(line === undefined ? {} : { line }),
  };
}
