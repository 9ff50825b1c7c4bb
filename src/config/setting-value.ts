import nodePath from "node:path";
import type { Setting } from "./settings.ts";

export type CheckedValue =
  | { readonly isValid: true; readonly value: boolean | number | string | readonly string[] }
  | { readonly isValid: false; readonly expected: string };

/** Checks a value against its setting; paths come back absolute, `~` resolved against `home`. */
export function checkSettingValue(setting: Setting, value: unknown, home: string): CheckedValue {
  switch (setting.type) {
    case "boolean":
      return typeof value === "boolean" ? { isValid: true, value } : invalid("true or false");
    case "integer": {
      const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = setting;
      const isInside = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
      return isInside ? { isValid: true, value: Number(value) } : invalid(`an integer from ${minimum} to ${maximum}`);
    }
    case "choice": {
      const { choices = [] } = setting;
      const isKnown = typeof value === "string" && choices.includes(value);
      return isKnown ? { isValid: true, value } : invalid(`one of ${choices.join(", ")}`);
    }
    case "path": {
      const path = absolutePath(value, home);
      return path === undefined
        ? invalid("an absolute path, or one that begins with ~/")
        : { isValid: true, value: path };
    }
    case "paths": {
      const paths = Array.isArray(value) ? value.map((item) => absolutePath(item, home)) : [undefined];
      const given = paths.filter((path) => path !== undefined);
      if (given.length === paths.length) return { isValid: true, value: given };
      return invalid("an array of absolute paths, or paths that begin with ~/");
    }
  }
}

export function absolutePath(value: unknown, home: string): string | undefined {
  if (typeof value !== "string" || value.includes("\0")) return undefined;
  if (value === "~" || value.startsWith("~/")) return nodePath.join(home, value.slice(1));
  return nodePath.isAbsolute(value) ? nodePath.normalize(value) : undefined;
}

/** What kind of thing a refused value is; strings are not repeated, they may hold anything. */
export function describeValue(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function invalid(expected: string): CheckedValue {
  return { isValid: false, expected };
}
