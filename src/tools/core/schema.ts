/**
 * The subset of JSON Schema that tool inputs are written in, and the static types inferred from it.
 * Upper numeric bounds (`maximum`) clamp with a note; every other miss refuses the call (see values.ts).
 */
export interface PropertySchema {
  readonly type: SchemaType | readonly SchemaType[];
  readonly description?: string;
  readonly enum?: readonly (string | boolean)[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: PropertySchema;
}
export type SchemaType = "string" | "integer" | "number" | "boolean" | "array" | "object";

export interface ObjectSchema {
  readonly type: "object";
  readonly properties: { readonly [key: string]: PropertySchema };
  readonly required?: readonly string[];
}

type Named = {
  string: string;
  integer: number;
  number: number;
  boolean: boolean;
  object: Readonly<Record<string, unknown>>;
};

type InferType<P, T> = T extends "array"
  ? P extends { items: infer I }
    ? readonly InferProperty<I>[]
    : readonly unknown[]
  : T extends keyof Named
    ? Named[T]
    : never;

export type InferProperty<P> = P extends { enum: readonly (infer E)[] }
  ? E
  : P extends { type: readonly (infer T)[] }
    ? InferType<P, T>
    : P extends { type: infer T }
      ? InferType<P, T>
      : never;

type RequiredKeys<S extends ObjectSchema> = S extends { required: readonly (infer K)[] }
  ? K & keyof S["properties"]
  : never;
type DefaultedKeys<S extends ObjectSchema> = {
  [K in keyof S["properties"]]: S["properties"][K] extends { default: unknown } ? K : never;
}[keyof S["properties"]];
type PresentKeys<S extends ObjectSchema> = RequiredKeys<S> | DefaultedKeys<S>;

/** What `run` receives: required and defaulted keys present, the rest possibly undefined. */
export type InferInput<S extends ObjectSchema> = {
  readonly [K in PresentKeys<S>]: InferProperty<S["properties"][K]>;
} & {
  readonly [K in Exclude<keyof S["properties"], PresentKeys<S>>]?: InferProperty<S["properties"][K]> | undefined;
};
