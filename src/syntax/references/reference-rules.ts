/**
 * What a name is by where it stands. "same": what its parent is. "skip": no use of anything. "element": the tag of an
 * element, a use when it is capitalised. "embedded": a base type that is a member as well. "token": in a macro's tokens,
 * told by what stands around it. The others declare a name: "parameter" (type parameters too) and "variable" in
 * the scope they stand in, "outer" in the scope around the construct it names, "member" in the type that the construct
 * stands in (nowhere else), "assigned" where assignment declares (elsewhere it is a write); "global" says that a name is
 * not the scope's own.
 */
export const places = [
  "same",
  "skip",
  "read",
  "call",
  "new",
  "type",
  "extends",
  "write",
  "element",
  "embedded",
  "token",
  "parameter",
  "variable",
  "outer",
  "member",
  "assigned",
  "global",
] as const;

export type Place = (typeof places)[number];

/**
 * How the uses of names are told apart in one language. A place is "type field" of the parent and the field that the
 * name has in it: "call_expression function"; "-" for no field, "*" for any that no other row names.
 */
export interface ReferenceRules {
  /** Types of the leaves that are names, in code … */
  readonly names: readonly string[];
  /** … and in types. */
  readonly typeNames?: readonly string[];
  readonly places: Partial<Record<Place, readonly string[]>>;
  /**
   * "type name object": what joins a name to its owner, and the fields of both; "-" for the last and the first child,
   * "^" for an owner that is the first child of what is around.
   */
  readonly members?: readonly string[];
  /** The same where an owner is a path, whose last part counts: `a::b::c`. */
  readonly paths?: readonly string[];
  /** Constructs with names of their own. */
  readonly scopes: {
    /** Where hoisted and assigned names go. */
    readonly functions?: readonly string[];
    /** Those among `functions` that keep the `this` of what is around them. */
    readonly lambdas?: readonly string[];
    readonly blocks?: readonly string[];
    /** What is declared in them is a member; parameters are names of their own. */
    readonly types?: readonly string[];
    /** What stands behind a function's head and belongs to it, where the two have no node of their own. */
    readonly bodies?: readonly string[];
  };
  /** Statements around a "variable" that make it one of the whole function. */
  readonly hoisted?: readonly string[];
  /** Of these only the first name is declared; what follows it is used. */
  readonly firstOnly?: readonly string[];
  /** Words for the object that a method runs on, of at most 7 characters … */
  readonly selves?: readonly string[];
  /** … and for the same object as one of the class above. */
  readonly supers?: readonly string[];
  /** Starts of variables, which are never known outside a function: "$". */
  readonly variableSigil?: string;
  /** Starts of variables that belong to the object: "@". */
  readonly fieldSigil?: string;
  /** A name that stands alone and is no variable is a call. */
  readonly callsBareNames?: true;
  /** A name in none of the places is no use. */
  readonly skipsOthers?: true;
  /** What a name in none of the places is, the text around it says, as in "token". */
  readonly readsText?: true;
  /** What is around a type names it. */
  readonly namesTypesAround?: true;
  /** Imports are calls like others; what stands on their lines is no use. */
  readonly importsByCall?: true;
  /** A function has another `this` than the method around it. */
  readonly rebindsThis?: true;
  /** The words may be left out before a member. */
  readonly hasImplicitThis?: true;
  /** Without a word for it, a call of a capitalised name makes an object. */
  readonly constructsByCall?: true;
  /** Names of static functions that make an object of the type they are called on: Rust's "new". */
  readonly constructors?: readonly string[];
  /**
   * Of what declares a name or what is around that, its type and its value: "variable_declarator value", or
   * "variable_declaration >user_type" for a child of a type.
   */
  readonly typeOf?: { readonly type: readonly string[]; readonly value: readonly string[] };
  /** Looked through to find the name of a type: its first named child is it. */
  readonly typeWrappers?: readonly string[];
  /** Written in the place of a type that the value tells: "var". */
  readonly inferredTypes?: readonly string[];
  /** Those whose argument counts instead: "Optional", "Arc". */
  readonly typeContainers?: readonly string[];
  /** Of these it is the only member that is not nothing. */
  readonly typeUnions?: readonly string[];
  /** In patterns, a capitalised name is no new one. */
  readonly bindsLowerCaseOnly?: true;
  /** Words of the language itself that its grammar takes for names. */
  readonly ignored?: readonly string[];
  /** Where these stand, imports are read; nothing in them is a use. */
  readonly imports?: readonly string[];
}
