import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkSettingValue } from "./setting-value.ts";
import { settings, type Setting } from "./settings.ts";

const source = join(import.meta.dirname, "..");
const readers = globSync("**/*.ts", { cwd: source })
  .filter((path) => !path.endsWith(".test.ts") && path !== join("config", "settings.ts"))
  .map((path) => readFileSync(join(source, path), "utf8"));

/** How code asks for a setting. */
function use(path: string): string {
  if (path === "tools.<name>.enabled") return ".isToolEnabled(";
  return path === "trustedRoots" ? `path === "${path}"` : `.get("${path}")`;
}

describe.each(settings.map((setting): [string, Setting] => [setting.path, setting]))("%s", (path, setting) => {
  test("is read by code", () => {
    expect(readers.filter((text) => text.includes(use(path))).length, `${use(path)} occurs nowhere`).toBeGreaterThan(0);
  });

  test("has a default that its own check accepts, and a sentence that explains it", () => {
    expect(checkSettingValue(setting, setting.default, "/home/somebody").isValid).toBe(true);
    expect(setting.doc).toMatch(/^[A-Z].*\.$/);
  });

  test("can name folders in the user's file only", () => {
    if (setting.type === "path" || setting.type === "paths") expect(setting.project).toBe(false);
    else expect(["boolean", "integer", "choice"]).toContain(setting.type);
  });
});

test("no setting is listed twice, and none is also the folder of others", () => {
  const paths: string[] = settings.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of paths) expect(paths.filter((other) => other.startsWith(`${path}.`))).toEqual([]);
});

test("a choice is one of its own", () => {
  const guard = settings.find(({ path }) => path === "readGuard");
  if (guard === undefined) throw new Error("no readGuard");
  expect(checkSettingValue(guard, "warn", "/home/somebody")).toEqual({ isValid: true, value: "warn" });
  for (const value of ["", "loud", true, ["off"]]) {
    expect(checkSettingValue(guard, value, "/home/somebody")).toEqual({
      isValid: false,
      expected: "one of block, warn, off",
    });
  }
});
