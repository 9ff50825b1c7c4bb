import type { ObjectSchema, PropertySchema, SchemaType } from "./schema.ts";

export type ValueVerdict =
  | {
      readonly isValid: true;
      /** Declared keys only, coerced, clamped, defaults filled in. */
      readonly values: Readonly<Record<string, unknown>>;
      /** One line per clamped value. */
      readonly notes: readonly string[];
    }
  /** `Not run: …` with every problem. */
  | { readonly isValid: false; readonly refusal: string };

type Outcome =
  | { readonly value: unknown; readonly notes: readonly string[] }
  | { readonly problems: readonly string[] };

const MAX_QUOTED_CHARS = 60;

/**
 * Fits the values of a call to the schema. Lossless coercions are silent (numeric string, "true",
 * a single value for an array, null for an absent optional); above a maximum is clamped with a
 * note; every other miss refuses the call. Names are those of `schema`. Pure.
 */
export function checkValues(schema: ObjectSchema, args: Readonly<Record<string, unknown>>): ValueVerdict {
  const values: Record<string, unknown> = {};
  const notes: string[] = [];
  const problems: string[] = [];
  for (const [name, property] of Object.entries(schema.properties)) {
    const raw = Object.hasOwn(args, name) ? args[name] : undefined;
    if (raw === undefined || raw === null) {
      if (schema.required?.includes(name) === true) problems.push(`\`${name}\` is required`);
      else if (property.default !== undefined) values[name] = property.default;
      continue;
    }
    const outcome = fit(name, property, raw);
    if ("problems" in outcome) {
      problems.push(...outcome.problems);
    } else {
      values[name] = outcome.value;
      notes.push(...outcome.notes);
    }
  }
  if (problems.length > 0) return { isValid: false, refusal: notRun(problems) };
  return { isValid: true, values, notes };
}

/** The fixed shape of a refusal; reasons without final periods. */
export function notRun(reasons: readonly string[]): string {
  return `Not run: ${reasons.join("; ")}.`;
}

function fit(name: string, property: PropertySchema, raw: unknown): Outcome {
  const value = toType(property, raw);
  if (value === undefined) return miss(name, property, raw);
  if (typeof value === "string") return fitString(name, property, value);
  if (typeof value === "number") return fitNumber(name, property, value);
  if (Array.isArray(value)) return fitArray(name, property, value);
  return { value, notes: [] };
}

function miss(name: string, property: PropertySchema, got: unknown): Outcome {
  return { problems: [`\`${name}\` must be ${describeWanted(property)}, got ${describeGot(got)}`] };
}

/**
 * The value as one of the declared types (as it is, else coerced), within the enum when there is one; spaces and quotes
 * around a word of an enum do not count.
 */
function toType(property: PropertySchema, raw: unknown): unknown {
  const types = typesOf(property);
  const candidates = [
    ...types.filter((type) => isOfType(raw, type)).map(() => raw),
    ...types.filter((type) => !isOfType(raw, type)).map((type) => coerce(raw, type, property.items)),
    ...(property.enum !== undefined && typeof raw === "string"
      ? [
          raw
            .trim()
            .replace(/^(["'`])(.*)\1$/, "$2")
            .trim(),
        ]
      : []),
  ];
  return candidates.find(
    (value) => value !== undefined && (property.enum === undefined || property.enum.some((one) => one === value)),
  );
}

function typesOf(property: PropertySchema): readonly SchemaType[] {
  return typeof property.type === "string" ? [property.type] : property.type;
}

function isOfType(value: unknown, type: SchemaType): boolean {
  switch (type) {
    case "string":
      return typeof value === "string";
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
  }
}

const NUMERIC = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

function coerce(raw: unknown, type: SchemaType, items: PropertySchema | undefined): unknown {
  switch (type) {
    case "integer":
    case "number": {
      const number = typeof raw === "string" && NUMERIC.test(raw) ? Number(raw) : undefined;
      // Beyond the safe integers the text and the number would differ.
      const isLossless = type === "integer" ? Number.isSafeInteger(number) : Number.isFinite(number);
      return isLossless ? number : undefined;
    }
    case "boolean":
      return raw === "true" ? true : raw === "false" ? false : undefined;
    case "array": {
      const isItem = items === undefined || toType(items, raw) !== undefined;
      return isItem ? [raw] : undefined;
    }
    case "string":
    case "object":
      return undefined;
  }
}

function fitString(name: string, property: PropertySchema, value: string): Outcome {
  if (value.includes("\0")) return { problems: [`\`${name}\` must not contain a NUL character`] };
  const { minLength = 0, maxLength = Infinity, pattern } = property;
  if (value.length < minLength) {
    const wanted = minLength === 1 ? "not be empty" : `be at least ${minLength} characters long, got ${value.length}`;
    return { problems: [`\`${name}\` must ${wanted}`] };
  }
  if (value.length > maxLength) {
    return { problems: [`\`${name}\` must be at most ${maxLength} characters long, got ${value.length}`] };
  }
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) {
    return { problems: [`\`${name}\` must match ${pattern}, got ${describeGot(value)}`] };
  }
  return { value, notes: [] };
}

function fitNumber(name: string, property: PropertySchema, value: number): Outcome {
  const { minimum = -Infinity, maximum = Infinity } = property;
  if (value < minimum) return miss(name, property, value);
  if (value > maximum) {
    return { value: maximum, notes: [`\`${name}\` ${value} is above the maximum; used ${maximum}.`] };
  }
  return { value, notes: [] };
}

function fitArray(name: string, property: PropertySchema, value: readonly unknown[]): Outcome {
  const { minItems = 0, maxItems = Infinity, items } = property;
  if (value.length < minItems || value.length > maxItems) {
    const wanted = value.length < minItems ? `at least ${minItems}` : `at most ${maxItems}`;
    const noun = wanted.endsWith(" 1") ? "item" : "items";
    return { problems: [`\`${name}\` must have ${wanted} ${noun}, got ${value.length}`] };
  }
  if (items === undefined) return { value, notes: [] };
  const outcomes = value.map((item, index) => fit(`${name}[${index}]`, items, item));
  const problems = outcomes.flatMap((outcome) => ("problems" in outcome ? outcome.problems : []));
  if (problems.length > 0) return { problems };
  const fitted = outcomes.flatMap((outcome) => ("problems" in outcome ? [] : [outcome]));
  return { value: fitted.map((one) => one.value), notes: fitted.flatMap((one) => one.notes) };
}

function describeWanted(property: PropertySchema): string {
  if (property.enum !== undefined) return `one of ${property.enum.map(String).join(", ")}`;
  const atLeast = property.minimum === undefined ? "" : ` ≥ ${property.minimum}`;
  const words: Record<SchemaType, string> = {
    string: "a string",
    integer: `an integer${atLeast}`,
    number: `a number${atLeast}`,
    boolean: "true or false",
    array: property.items === undefined ? "an array" : `an array of ${describeItems(property.items)}`,
    object: "an object",
  };
  return typesOf(property)
    .map((type) => words[type])
    .join(" or ");
}

function describeItems(items: PropertySchema): string {
  if (items.enum !== undefined) return `(${items.enum.map(String).join(", ")})`;
  return typesOf(items)
    .map((type) => `${type}s`)
    .join(" or ");
}

/** What arrived, short enough for one line. */
function describeGot(value: unknown): string {
  if (typeof value === "string") {
    const isLong = value.length > MAX_QUOTED_CHARS;
    return JSON.stringify(isLong ? `${value.slice(0, MAX_QUOTED_CHARS)}…` : value);
  }
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : typeof value;
}
