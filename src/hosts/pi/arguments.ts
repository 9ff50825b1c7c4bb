import type { ObjectSchema, PropertySchema } from "../../tools/core/schema.ts";
import { checkValues } from "../../tools/core/values.ts";

type Arguments = Readonly<Record<string, unknown>>;

/**
 * pi checks arguments against the schema before it runs a tool, and refuses in words of its own what
 * our pipeline clamps, filters or explains. So what does not fit goes past that check under this key,
 * beside values that do fit.
 */
const GIVEN = "reticle:given";

interface Given {
  readonly arguments: Arguments;
  /** What stands in their place. Absent: the whole call is a stand-in, and what was given will be refused or explained. */
  readonly fitted?: Arguments;
}

/** Arguments that pi's check passes, from which `givenArguments` makes what the model gave. Pure. */
export function fitArguments(schema: ObjectSchema, args: unknown): Arguments {
  const given = args as Arguments;
  const checked = checkValues(schema, given);
  if (!checked.isValid) return { ...standIn(schema), [GIVEN]: { arguments: given } satisfies Given };
  if (checked.notes.length === 0) return given;
  // Hooks of other extensions see this call and may change it: all but the clamped values are the call's own.
  const clamped = Object.keys(schema.properties).filter((name) => isAbove(schema.properties[name], given[name]));
  const pick = (from: Arguments): Arguments => Object.fromEntries(clamped.map((name) => [name, from[name]]));
  const fitted = pick(checked.values);
  return { ...given, ...fitted, [GIVEN]: { arguments: pick(given), fitted } satisfies Given };
}

/** What the model gave, but for what another extension changed since. */
export function givenArguments(params: Arguments): Arguments {
  if (!Object.hasOwn(params, GIVEN)) return params;
  const { [GIVEN]: given, ...values } = params as Arguments & { readonly [GIVEN]: Given };
  const { fitted } = given;
  if (fitted === undefined) return given.arguments;
  const unchanged = Object.entries(given.arguments).filter(([name]) => values[name] === fitted[name]);
  return { ...values, ...Object.fromEntries(unchanged) };
}

function isAbove(property: PropertySchema | undefined, value: unknown): boolean {
  return property?.maximum !== undefined && Number(value) > property.maximum;
}

function standIn({ properties, required = [] }: ObjectSchema): Arguments {
  return Object.fromEntries(required.map((name) => [name, valueFor(properties[name] ?? { type: "object" })]));
}

/** The least value that a property takes. */
function valueFor(property: PropertySchema): unknown {
  const type = typeof property.type === "string" ? property.type : property.type[0];
  if (property.enum !== undefined) return property.enum[0];
  switch (type) {
    case "string":
      return "-".repeat(property.minLength ?? 0);
    case "integer":
    case "number":
      return property.minimum ?? 0;
    case "boolean":
      return false;
    case "array":
      return Array.from({ length: property.minItems ?? 0 }, () => valueFor(property.items ?? { type: "string" }));
    case "object":
    case undefined:
      return {};
  }
}
