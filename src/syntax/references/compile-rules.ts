import { ERROR_TYPE, type GrammarTypes } from "../tree/grammar-types.ts";
import { type Place, places, type ReferenceRules } from "./reference-rules.ts";

/** Numbers of places; 0: none. */
export const PLACE = Object.fromEntries(places.map((place, at) => [place, at + 1])) as Readonly<Record<Place, number>>;

/** What a type of node is, in the bits of one number. */
export const LEAF = 3;
export const NAME = 1;
export const TYPE_NAME = 2;
export const SCOPE = 28;
export const BLOCK = 4;
export const FUNCTION = 8;
export const LAMBDA = 12;
export const TYPE = 16;
export const IMPORT = 32;
export const HOISTED = 64;
export const TYPE_WRAPPER = 128;
export const MEMBER = 256;
export const TYPE_UNION = 512;

/** Field of the last child for names, of the first one for owners. */
export const OUTERMOST = -1;
/** The first child of what is around. */
export const AROUND = -2;

export interface Member {
  readonly name: number;
  readonly object: number;
  readonly isPath: boolean;
}

/** The rules of a language in the numbers of its grammar. */
export interface CompiledRules {
  readonly source: ReferenceRules;
  /** By type, the bits above. */
  readonly kinds: Uint16Array;
  /** By type and field of the child: `type * fields + field`. */
  readonly places: Uint8Array;
  readonly fields: number;
  readonly members: ReadonlyMap<number, Member>;
  readonly selves: ReadonlySet<string>;
  readonly supers: ReadonlySet<string>;
  readonly inferredTypes: ReadonlySet<string>;
  readonly firstOnly: ReadonlySet<number>;
  readonly bodies: ReadonlySet<number>;
  /** Field of what a declaration wraps in C's way: `*a[3]`. */
  readonly declarator: number | undefined;
  readonly constructors: ReadonlySet<string>;
  readonly typeContainers: ReadonlySet<string>;
  readonly ignored: ReadonlySet<string>;
  readonly typeChild: ChildChoice;
  readonly valueChild: ChildChoice;
}

/** By the type of a node, the fields and types of the child that is meant. */
export type ChildChoice = ReadonlyMap<number, { readonly fields: Set<number>; readonly types: Set<number> }>;

export function compileRules(grammar: GrammarTypes, source: ReferenceRules): CompiledRules {
  const { scopes } = source;
  const kinds = new Uint16Array(ERROR_TYPE + 1);
  const mark = (names: readonly string[] | undefined, bits: number): void => {
    for (const type of (names ?? []).flatMap((name) => typesNamed(grammar, name)))
      kinds[type] = (kinds[type] as number) | bits;
  };
  mark(source.names, NAME);
  mark(source.typeNames, TYPE_NAME);
  mark(scopes.blocks, BLOCK);
  mark(scopes.functions, FUNCTION);
  mark(scopes.lambdas, LAMBDA);
  mark(scopes.types, TYPE);
  mark(source.imports, IMPORT);
  mark(source.hoisted, HOISTED);
  mark(source.typeWrappers, TYPE_WRAPPER);
  mark(source.typeUnions, TYPE_UNION);
  const members = compileMembers(grammar, source);
  for (const type of members.keys()) kinds[type] = (kinds[type] as number) | MEMBER;
  return {
    source,
    kinds,
    places: compilePlaces(grammar, source),
    fields: grammar.fieldCount + 1,
    members,
    selves: new Set(source.selves),
    supers: new Set(source.supers),
    inferredTypes: new Set(source.inferredTypes),
    bodies: new Set((scopes.bodies ?? []).flatMap((name) => typesNamed(grammar, name))),
    declarator: grammar.fieldId("declarator"),
    firstOnly: new Set((source.firstOnly ?? []).flatMap((name) => typesNamed(grammar, name))),
    constructors: new Set(source.constructors),
    typeContainers: new Set(source.typeContainers),
    ignored: new Set(source.ignored),
    typeChild: choiceOf(grammar, source.typeOf?.type),
    valueChild: choiceOf(grammar, source.typeOf?.value),
  };
}

/** None when the grammar lacks it. A name that starts with a quote is a token's. */
function typesNamed(grammar: GrammarTypes, name: string): readonly number[] {
  return name.startsWith('"') ? grammar.typesOf(name.slice(1), true) : grammar.typesOf(name, false);
}

function compilePlaces(grammar: GrammarTypes, { places: rows }: ReferenceRules): Uint8Array {
  const fields = grammar.fieldCount + 1;
  const table = new Uint8Array((ERROR_TYPE + 1) * fields);
  const all = places.flatMap((place) =>
    (rows[place] ?? []).map((row) => ({ place: PLACE[place], row: row.split(" ") })),
  );
  const isExact = ({ row }: (typeof all)[number]): boolean => row[1] !== "*";
  // A row for any field leaves what is said about one.
  for (const { place, row } of [...all.filter((each) => !isExact(each)), ...all.filter(isExact)]) {
    const [type = "", field = ""] = row;
    const at = field === "-" ? 0 : grammar.fieldId(field);
    for (const id of typesNamed(grammar, type)) {
      if (field === "*") table.fill(place, id * fields, (id + 1) * fields);
      else if (at !== undefined) table[id * fields + at] = place;
    }
  }
  return table;
}

function compileMembers(grammar: GrammarTypes, { members, paths }: ReferenceRules): Map<number, Member> {
  const compiled = new Map<number, Member>();
  for (const [rows, isPath] of [[members, false] as const, [paths, true] as const]) {
    for (const row of rows ?? []) {
      const [type = "", name = "-", object = "-"] = row.split(" ");
      const member = { name: fieldOf(grammar, name), object: fieldOf(grammar, object), isPath };
      for (const id of typesNamed(grammar, type)) compiled.set(id, member);
    }
  }
  return compiled;
}

function fieldOf(grammar: GrammarTypes, name: string): number {
  if (name === "^") return AROUND;
  return name === "-" ? OUTERMOST : (grammar.fieldId(name) ?? OUTERMOST);
}

function choiceOf(grammar: GrammarTypes, rows: readonly string[] = []): ChildChoice {
  const choice = new Map<number, { fields: Set<number>; types: Set<number> }>();
  for (const row of rows) {
    const [type = "", child = ""] = row.split(" ");
    for (const id of typesNamed(grammar, type)) {
      const known = choice.get(id) ?? { fields: new Set(), types: new Set() };
      choice.set(id, known);
      if (child.startsWith(">")) for (const inner of typesNamed(grammar, child.slice(1))) known.types.add(inner);
      else if (grammar.fieldId(child) !== undefined) known.fields.add(grammar.fieldId(child) as number);
    }
  }
  return choice;
}
