import { FILE_ROLE, REFERENCE_KIND, type FileRole } from "../store/schema.ts";
import { pairKey, type GraphReader, type GraphSymbol } from "./graph-reader.ts";
import { TIERS, type Tier } from "./resolve-reference.ts";
import { surer, type FoundUses, type Use } from "./users.ts";

export type Relation = "calls" | "references" | "extends" | "imports";

/** A declaration (or a file's own code) that uses a symbol. */
export interface User {
  /** Relative to the root. */
  readonly file: string;
  /** "Owner.member"; undefined: code at file level. */
  readonly symbol: string | undefined;
  /** Line of the first use in it, 1-based. */
  readonly line: number;
  /** What the strongest use does: a call before a mention. */
  readonly relation: Relation;
  /** Of the surest use. */
  readonly resolution: Tier;
  /** How many uses stand in it. */
  readonly uses: number;
}

export interface UsedBy {
  /** Code, surest first, fixtures and vendored code after sources; at most 100. */
  readonly users: readonly User[];
  /** Tests, apart. */
  readonly tests: readonly User[];
  /** All of them, listed or not. */
  readonly userCount: number;
  readonly testCount: number;
  /** Users by tier, tests included. */
  readonly byTier: Readonly<Record<Tier, number>>;
  /** Uses of the name that were not looked at, because there are too many. */
  readonly unseen: number;
}

/** More than these are never listed. */
const MAX_LISTED = 100;

interface Group {
  readonly file: number;
  readonly symbol: number;
  line: number;
  relation: Relation;
  tier: Tier;
  uses: number;
}

const RELATIONS: readonly Relation[] = ["calls", "extends", "references", "imports"];

export function relationOf(kind: number): Relation {
  if (kind === REFERENCE_KIND.call || kind === REFERENCE_KIND.new) return "calls";
  return kind === REFERENCE_KIND.extends ? "extends" : "references";
}

/** Uses of one symbol by who uses it; uses inside the symbol itself are left out. */
export function groupUses({ uses, unseen }: FoundUses, used: GraphSymbol, reader: GraphReader): UsedBy {
  const groups = new Map<number, Group>();
  for (const use of uses) {
    if (isInside(use, used, reader)) continue;
    const key = pairKey(use.file, use.symbol + 1);
    const group = groups.get(key);
    const relation = relationOf(use.kind);
    if (group === undefined) groups.set(key, { ...use, relation, uses: 1 });
    else {
      group.uses += 1;
      group.line = Math.min(group.line, use.line);
      group.relation = RELATIONS.indexOf(relation) < RELATIONS.indexOf(group.relation) ? relation : group.relation;
      group.tier = surer(group.tier, use.tier);
    }
  }
  const byTier = { exact: 0, import: 0, "receiver-type": 0, "name-only": 0 };
  for (const { tier } of groups.values()) byTier[tier] += 1;
  const sorted = [...groups.values()].map((group) => ({
    role: reader.file(group.file)?.role,
    user: userOf(group, reader),
  }));
  const rankOf = ({ role }: { readonly role: FileRole | undefined }): number => Number(role === FILE_ROLE.secondary);
  sorted.sort((a, b) => compareTiers(a.user, b.user) || rankOf(a) - rankOf(b) || comparePlaces(a.user, b.user));
  const code = sorted.filter(({ role }) => role !== FILE_ROLE.test);
  const tests = sorted.filter(({ role }) => role === FILE_ROLE.test);
  return {
    users: code.slice(0, MAX_LISTED).map(({ user }) => user),
    tests: tests.slice(0, MAX_LISTED).map(({ user }) => user),
    userCount: code.length,
    testCount: tests.length,
    byTier,
    unseen,
  };
}

function isInside({ file, symbol }: Use, used: GraphSymbol, reader: GraphReader): boolean {
  if (file !== used.file) return false;
  const byOrdinal = reader.symbolsOf(file);
  for (let at = symbol; at >= 0; at = byOrdinal[at]?.parent ?? -1) if (at === used.ordinal) return true;
  return false;
}

function userOf({ file, symbol, line, relation, tier, uses }: Group, reader: GraphReader): User {
  return {
    file: reader.file(file)?.path ?? "",
    symbol: reader.fullNameAt(file, symbol),
    line,
    relation,
    resolution: tier,
    uses,
  };
}

function compareTiers(a: User, b: User): number {
  return TIERS.indexOf(a.resolution) - TIERS.indexOf(b.resolution);
}

function comparePlaces(a: User, b: User): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line;
}
