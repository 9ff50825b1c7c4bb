import type { ObjectSchema } from "../../../tools/core/schema.ts";
import { UsageError } from "../parsing/usage-error.ts";

/**
 * Arguments of a call from `key=value` words. Values stay strings, which the tool's schema coerces;
 * a repeated key collects a list; a value for a list or object is read as JSON when it is JSON.
 */
export function parseCallArguments(
  words: readonly string[],
  schema: ObjectSchema | undefined,
): Record<string, unknown> {
  const collected = new Map<string, unknown[]>();
  for (const word of words) {
    const equals = word.indexOf("=");
    if (equals < 1) throw notKeyValue(word, schema);
    const key = word.slice(0, equals);
    const value = readValue(word.slice(equals + 1), key, schema);
    collected.set(key, [...(collected.get(key) ?? []), value]);
  }
  // Not assignment: a key like __proto__ must arrive as a key.
  return Object.fromEntries([...collected].map(([key, values]) => [key, values.length === 1 ? values[0] : values]));
}

/** Arguments of a call from one JSON object; null and [] mean none. */
export function parseJsonArguments(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `--json is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
      `write --json '{"path":"src/app.ts"}'; single quotes keep the shell away from it`,
    );
  }
  const isObject = typeof value === "object" && (value === null || !Array.isArray(value) || value.length === 0);
  if (!isObject)
    throw new UsageError(
      `--json must be a JSON object, got ${Array.isArray(value) ? "a list" : JSON.stringify(value)}`,
    );
  return value;
}

function readValue(text: string, key: string, schema: ObjectSchema | undefined): unknown {
  const property = schema !== undefined && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
  const types = [property?.type].flat();
  const isJsonLike =
    (types.includes("array") && text.startsWith("[")) || (types.includes("object") && text.startsWith("{"));
  if (!isJsonLike) return text;
  try {
    return JSON.parse(text);
  } catch {
    // A file named "[slug].ts" or a YAML flow mapping is a string, not JSON.
    return text;
  }
}

function notKeyValue(word: string, schema: ObjectSchema | undefined): UsageError {
  const keys = Object.keys(schema?.properties ?? {});
  const first = schema?.required?.[0] ?? keys[0];
  const known = keys.length === 0 ? "" : `; the keys are ${keys.join(", ")}`;
  const example = first === undefined ? undefined : `perhaps ${first}=${word.replace(/^=/, "")}`;
  return new UsageError(`Argument "${word}" is not key=value${known}`, example);
}
