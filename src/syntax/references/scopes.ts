import { BLOCK, FUNCTION, LAMBDA, TYPE } from "./compile-rules.ts";

/** What says which type a name has. */
export interface NamedBy {
  /** Node of the type as written, or of the first value; -1: nothing says it. */
  readonly node: number;
  readonly isValue: boolean;
  /** Where names in `node` are looked up. */
  readonly scope: Scope;
}

/** A construct with names of its own. The outermost is the file, whose names are not local. */
export interface Scope {
  readonly node: number;
  /** The first node behind it. */
  readonly end: number;
  /** BLOCK, FUNCTION, LAMBDA or TYPE; 0: the file. */
  readonly kind: number;
  readonly parent: Scope | undefined;
  /** Parameters and local variables. */
  names: Map<string, NamedBy> | undefined;
  /** Of a type or the file: what is declared in it and can be used elsewhere. */
  fields: Map<string, NamedBy> | undefined;
  /** Names that are not the function's own although it assigns to them. */
  globals: Set<string> | undefined;
}

export function createScope(node: number, end: number, kind: number, parent: Scope | undefined): Scope {
  return { node, end, kind, parent, names: undefined, fields: undefined, globals: undefined };
}

export function bindLocal(scope: Scope, name: string, by: NamedBy): void {
  scope.names ??= new Map();
  bind(scope.names, name, by);
}

export function bindField(scope: Scope, name: string, by: NamedBy): void {
  scope.fields ??= new Map();
  bind(scope.fields, name, by);
}

/** What is given two values has no type that is known, unless one is written. */
function bind(names: Map<string, NamedBy>, name: string, by: NamedBy): void {
  const known = names.get(name);
  if (known === undefined) names.set(name, by);
  else if (known.isValue || known.node < 0) names.set(name, by.isValue ? { ...by, node: -1 } : by);
}

/** The scope in which a name is a local one. */
export function findLocal(from: Scope, name: string): Scope | undefined {
  for (let scope: Scope | undefined = from; scope?.parent !== undefined; scope = scope.parent) {
    if (scope.names?.has(name) === true) return scope;
  }
  return undefined;
}

/** What a bare name stands for: a local, a member of a type around it, or a name of the file. */
export function findName(from: Scope, name: string): NamedBy | undefined {
  for (let scope: Scope | undefined = from; scope !== undefined; scope = scope.parent) {
    const found = scope.names?.get(name) ?? scope.fields?.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where a hoisted or assigned name goes. */
export function functionAround(from: Scope): Scope {
  let scope = from;
  while (scope.kind === BLOCK && scope.parent !== undefined) scope = scope.parent;
  return scope;
}

/** The type whose object `this` is; undefined where that is not sure. */
export function typeAround(from: Scope, rebindsThis: boolean): Scope | undefined {
  let wasFunction = false;
  for (let scope: Scope | undefined = from; scope !== undefined; scope = scope.parent) {
    if (scope.kind === TYPE) return scope;
    if (scope.kind === FUNCTION && rebindsThis) {
      if (wasFunction) return undefined;
      wasFunction = true;
    }
  }
  return undefined;
}

export function isFunctionScope({ kind }: Scope): boolean {
  return kind === FUNCTION || kind === LAMBDA;
}
