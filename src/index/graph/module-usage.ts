import { complete, coverageLine, type Coverage } from "../../base/coverage.ts";
import type { SymbolFact } from "../../syntax/facts.ts";
import { META } from "../store/schema.ts";
import type { IndexView } from "../symbol-index.ts";
import { findBlastRadius, type BlastRadius } from "./blast-radius.ts";
import { callsOf, fanouts, type Call } from "./calls.ts";
import { matchSymbols } from "./match-symbols.ts";
import { GraphReader, remember, type GraphFile, type GraphSymbol } from "./graph-reader.ts";
import { ReferenceResolver, type Tier } from "./resolve-reference.ts";
import { withoutUnreadTemplates } from "./components/unread-templates.ts";
import { TimeSlices } from "./time-slices.ts";
import { groupUses, type UsedBy, type User } from "./used-by.ts";
import { UserFinder } from "./users.ts";
import { SCRIPT_FAMILY } from "./visibility.ts";

export interface UsageRequest {
  /** Relative to the root of the view. */
  readonly path: string;
  /** Declarations of the file as it is on disk now, members inside. */
  readonly symbols: readonly SymbolFact[];
  /** Which of them are looked up. */
  readonly isWanted: (symbol: SymbolFact) => boolean;
  /** Users listed of one declaration, and tests as many again. */
  readonly maxUsers: number;
  /** Absent: not asked for. */
  readonly blastRadiusDepth?: number;
  readonly maxCalls?: number;
}

export interface SymbolUsage {
  readonly users: readonly User[];
  readonly tests: readonly User[];
  /** All of them, listed or not. */
  readonly userCount: number;
  readonly testCount: number;
  readonly byTier: UsedBy["byTier"];
  /** Uses of the name that were not looked at. */
  readonly unseen: number;
  /** How many other declarations it calls for certain; absent: none. */
  readonly fanout?: number;
}

/** One line of a call graph: a declaration of the file and what it calls. */
export interface CallLine {
  /** Undefined: code at file level. */
  readonly from: string | undefined;
  readonly to: string;
  /** The callee's file. */
  readonly file: string;
  /** Of the call, 1-based. */
  readonly line: number;
  readonly resolution: Tier;
}

export interface ModuleUsage {
  /** What the reader should hear once about the index. */
  readonly notes: readonly string[];
  /** What the who-uses part, and all that follows from it, looked at. */
  readonly coverage: Coverage;
  /** No entry: not looked up (see `coverage`). */
  readonly usage: ReadonlyMap<SymbolFact, SymbolUsage>;
  readonly blastRadius?: BlastRadius;
  readonly callGraph?: { readonly calls: readonly CallLine[]; readonly total: number };
  /** Epoch ms; 0: never. */
  readonly builtAt: number;
  readonly sweptAt: number;
}

/** Uses of one name that are looked at, for one declaration. */
const MAX_CANDIDATES = 400;
/** For everything that a report asks about one file. */
const BUDGET_MS = 1_500;
/** Of the rows that are kept for the next question; they take some 150 bytes each. */
const MAX_KEPT_ROWS = 60_000;
const MAX_NAMED_FILES = 3;
const MAX_ROUNDS = 2;

/** Who uses what a file declares, what that calls, and what depends on the file. Throws the signal's reason. */
export async function readModuleUsage(
  view: IndexView,
  request: UsageRequest,
  signal: AbortSignal,
): Promise<ModuleUsage> {
  const { builtAt, sweptAt, notes } = view;
  for (let round = 1; ; round += 1) {
    const generation = generationOf(view);
    const kept = keptAnswer(view, request);
    if (kept.found !== undefined && (await isStillTrue(kept.found, view, request, generation)))
      return { ...kept.found.answer, builtAt, sweptAt, notes };
    const reader = readerOf(view, generation);
    const file = reader.fileAt(request.path);
    if (file === undefined)
      return { coverage: notThere(view, request.path), usage: new Map(), builtAt, sweptAt, notes };
    const { looked, ...found } = await new UsageQuestion(view, { file, reader }, request, signal).ask();
    // Rows of before and after a change do not belong together.
    const isSettled = generationOf(view) === generation;
    if (!isSettled && round < MAX_ROUNDS) continue;
    if (isSettled && found.coverage.state === "complete")
      kept.found = { answer: found, wanted: wantedOf(request), generation, looked: [request.path, ...looked] };
    return { ...found, ...(!isSettled && { coverage: unsettled(found.coverage) }), builtAt, sweptAt, notes };
  }
}

/** A whole answer to the same question. */
interface KeptAnswer {
  readonly answer: Found;
  /** What was asked about. */
  readonly wanted: readonly SymbolFact[];
  readonly generation: string | undefined;
  /** Files that must be as they were. */
  readonly looked: readonly string[];
}

function keptAnswer(view: IndexView, request: UsageRequest): { found?: KeptAnswer } {
  const { path, maxUsers, blastRadiusDepth, maxCalls } = request;
  return view.memory.keep(`usage of ${path}: ${maxUsers} ${blastRadiusDepth} ${maxCalls}`, () => ({}));
}

function wantedOf({ symbols, isWanted }: UsageRequest): SymbolFact[] {
  const wanted: SymbolFact[] = [];
  const visit = (symbol: SymbolFact): void => {
    if (isWanted(symbol)) wanted.push(symbol);
    for (const member of symbol.members) visit(member);
  };
  for (const symbol of symbols) visit(symbol);
  return wanted;
}

async function isStillTrue(
  { wanted, generation, looked }: KeptAnswer,
  view: IndexView,
  request: UsageRequest,
  now: string | undefined,
): Promise<boolean> {
  if (view.coverage.state !== "complete" || generation !== now) return false;
  const asked = wantedOf(request);
  if (asked.length !== wanted.length || asked.some((symbol, at) => symbol !== wanted[at])) return false;
  for (const freshness of (await view.verify(looked)).values()) if (freshness !== "current") return false;
  return true;
}

function generationOf({ database }: IndexView): string | undefined {
  return database.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", META.generation)?.value;
}

/** Files that belong together are asked about one after the other, and have many rows in common. */
function readerOf({ memory, database }: IndexView, generation: string | undefined): GraphReader {
  const kept = memory.keep<{ reader?: GraphReader }>(`rows of generation ${generation}`, () => ({}));
  if (kept.reader === undefined || kept.reader.rowsRead > MAX_KEPT_ROWS) kept.reader = new GraphReader(database);
  return kept.reader;
}

function unsettled(coverage: Coverage): Coverage {
  if (coverage.state !== "complete") return coverage;
  return { state: "stale", what: "who-uses", since: "the index changed while it was read" };
}

function notThere({ coverage }: IndexView, path: string): Coverage {
  if (coverage.state === "pending" || coverage.state === "unavailable") return coverage;
  if (coverage.state === "partial") return { ...coverage, missing: `${coverage.missing}, this one among them` };
  return { state: "unavailable", what: `who-uses (the index does not hold ${path})`, remedy: "lens_health says more" };
}

type Found = Omit<ModuleUsage, "builtAt" | "sweptAt" | "notes">;

/** What a question is about, and the rows that it reads. */
interface UsageRows {
  readonly file: GraphFile;
  readonly reader: GraphReader;
}

class UsageQuestion {
  readonly #view: IndexView;
  readonly #file: GraphFile;
  readonly #request: UsageRequest;
  readonly #slices: TimeSlices;
  readonly #resolver: ReferenceResolver;
  /** The index has not read the file as it is now. */
  #isBehind = false;

  constructor(view: IndexView, { file, reader }: UsageRows, request: UsageRequest, signal: AbortSignal) {
    this.#view = view;
    this.#file = file;
    this.#request = request;
    this.#slices = new TimeSlices(signal, BUDGET_MS);
    this.#resolver = new ReferenceResolver(reader);
  }

  /** With the files, besides its own, that the answer names. */
  async ask(): Promise<Found & { readonly looked: readonly string[] }> {
    const { path, blastRadiusDepth, maxCalls } = this.#request;
    this.#isBehind = (await this.#view.verify([path])).get(path) !== "current";
    const calls = await this.#calls();
    const groups = await this.#usedBy();
    const blast = blastRadiusDepth === undefined ? undefined : await this.#blastRadius(blastRadiusDepth);
    const lines = maxCalls === undefined ? [] : this.#callLines(calls, maxCalls);
    const looked = this.#namedFiles([...groups.byFact.values()], blast, lines);
    const stale = await this.#staleFiles(looked);
    const fanout = fanouts(calls);
    const usage = new Map<SymbolFact, SymbolUsage>();
    for (const [fact, group] of groups.byFact) {
      const ordinal = groups.ordinals.get(fact) ?? -1;
      usage.set(fact, this.#listed(group, this.#isBehind ? undefined : fanout.get(ordinal), stale));
    }
    return {
      coverage: this.#coverage(stale, groups.byFact.size, groups.wanted),
      usage,
      looked: [...looked],
      ...(blast !== undefined && {
        blastRadius: { ...blast, files: blast.files.filter(({ file }) => !stale.has(file)) },
      }),
      ...(maxCalls !== undefined && {
        callGraph: { calls: lines.filter(({ file }) => !stale.has(file)), total: calls.length },
      }),
    };
  }

  async #calls(): Promise<readonly Call[]> {
    const key = `calls of ${this.#file.path}`;
    const known = this.#view.memory.keep<{ list?: readonly Call[] }>(key, () => ({}));
    if (known.list !== undefined) return known.list;
    const list: Call[] = [];
    for (const call of callsOf(this.#file.id, this.#resolver)) {
      if (!(await this.#slices.next())) return list;
      if (call !== undefined) list.push(call);
    }
    known.list = list;
    return list;
  }

  async #blastRadius(depth: number): Promise<BlastRadius> {
    const key = `blast radius of ${this.#file.path} to ${depth}`;
    const known = this.#view.memory.keep<{ radius?: BlastRadius }>(key, () => ({}));
    known.radius ??= await findBlastRadius(this.#file, depth, { resolver: this.#resolver, slices: this.#slices });
    return known.radius;
  }

  async #usedBy(): Promise<{
    byFact: Map<SymbolFact, UsedBy>;
    ordinals: ReadonlyMap<SymbolFact, number>;
    /** How many were to be looked up. */
    wanted: number;
  }> {
    const reader = this.#resolver.reader;
    const finder = new UserFinder(this.#resolver);
    const rows = matchSymbols(this.#request.symbols, reader.symbolsOf(this.#file.id));
    const byFact = new Map<SymbolFact, UsedBy>();
    const ordinals = new Map([...rows].map(([fact, { ordinal }]) => [fact, ordinal]));
    const wanted = [...rows].filter(([fact]) => this.#request.isWanted(fact));
    const known = this.#view.memory.keep(`users of ${this.#file.path}`, () => new Map<number, UsedBy>());
    for (const [fact, row] of wanted) {
      if (!known.has(row.ordinal) && !(await this.#slices.next())) break;
      byFact.set(fact, this.#withoutMoved(remember(known, row.ordinal, () => this.#usersOf(row, finder))));
    }
    return { byFact, ordinals, wanted: wanted.length };
  }

  #usersOf(row: GraphSymbol, finder: UserFinder): UsedBy {
    const { reader } = this.#resolver;
    return this.#view.database.snapshot(() => groupUses(finder.usesOf(row, MAX_CANDIDATES), row, reader));
  }

  /** Of a file that has changed, lines of its own have moved. */
  #withoutMoved(usedBy: UsedBy): UsedBy {
    return this.#isBehind ? without(usedBy, new Set([this.#file.path])) : usedBy;
  }

  #callLines(calls: readonly Call[], max: number): CallLine[] {
    if (this.#isBehind) return [];
    const { reader } = this.#resolver;
    const byOrdinal = reader.symbolsOf(this.#file.id);
    return calls.slice(0, max).map(({ from, to, line, tier }) => ({
      from: byOrdinal[from]?.fullName,
      to: to.fullName,
      file: reader.file(to.file)?.path ?? "",
      line,
      resolution: tier,
    }));
  }

  /** Files of rows that are about to leave. */
  #namedFiles(
    groups: readonly UsedBy[],
    blast: BlastRadius | undefined,
    lines: readonly CallLine[],
  ): ReadonlySet<string> {
    const { maxUsers } = this.#request;
    const paths = new Set<string>();
    for (const { users, tests } of groups) {
      for (const { file } of users.slice(0, maxUsers)) paths.add(file);
      for (const { file } of tests.slice(0, maxUsers)) paths.add(file);
    }
    for (const { file } of blast?.files ?? []) paths.add(file);
    for (const { file } of lines) paths.add(file);
    paths.delete(this.#file.path);
    return paths;
  }

  /** Those that are no longer on the disk as the index read them. */
  async #staleFiles(paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const stale = new Set<string>();
    for (const [path, freshness] of await this.#view.verify([...paths])) if (freshness !== "current") stale.add(path);
    return stale;
  }

  #listed(usedBy: UsedBy, fanout: number | undefined, stale: ReadonlySet<string>): SymbolUsage {
    const { maxUsers } = this.#request;
    const { users, tests, ...counts } = stale.size === 0 ? usedBy : without(usedBy, stale);
    return {
      ...counts,
      users: users.slice(0, maxUsers),
      tests: tests.slice(0, maxUsers),
      ...(fanout !== undefined && { fanout }),
    };
  }

  #indexCoverage(): Coverage {
    const { coverage, database } = this.#view;
    return this.#file.visibility.family === SCRIPT_FAMILY ? withoutUnreadTemplates(coverage, database) : coverage;
  }

  #coverage(stale: ReadonlySet<string>, looked: number, wanted: number): Coverage {
    const coverage = this.#indexCoverage();
    if (looked < wanted) {
      return {
        state: "partial",
        looked: `the first ${looked}`,
        whole: `${wanted} symbols`,
        missing: `the others, for the time that a report may take was over${coverage.state === "complete" ? "" : `; ${coverageLine(coverage)}`}`,
      };
    }
    if (coverage.state !== "complete") return coverage;
    const changed = [...(this.#isBehind ? [this.#file.path] : []), ...stale];
    if (changed.length === 0) return complete;
    const named = changed.slice(0, MAX_NAMED_FILES).join(", ");
    const more = changed.length > MAX_NAMED_FILES ? ` and ${changed.length - MAX_NAMED_FILES} more` : "";
    return { state: "stale", what: `uses in ${named}${more}`, since: "the index read them" };
  }
}

/** Without the users in some files. */
function without({ users, tests, userCount, testCount, ...rest }: UsedBy, files: ReadonlySet<string>): UsedBy {
  const isLeft = ({ file }: User): boolean => !files.has(file);
  const [leftUsers, leftTests] = [users.filter(isLeft), tests.filter(isLeft)];
  return {
    ...rest,
    users: leftUsers,
    tests: leftTests,
    userCount: userCount - users.length + leftUsers.length,
    testCount: testCount - tests.length + leftTests.length,
  };
}
