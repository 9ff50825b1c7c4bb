import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeLog } from "./result-log.ts";

let top: string;
let folder: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "logs-"));
  folder = join(top, "cache/logs");
});
afterEach(() => rmSync(top, { recursive: true }));

const roomy = { maxFiles: 100, maxBytes: 1_000_000 };
const uuid = (last: number): string => `00000000-0000-0000-0000-${String(last).padStart(12, "0")}`;

test("writes the text under a name of its own, readable by its owner only", async () => {
  const paths = await Promise.all([
    writeLog("tool-result", "one 😀", { folder, ...roomy }),
    writeLog("tool-result", "two", { folder, ...roomy }),
    writeLog("failure", "three", { folder, ...roomy }),
  ]);
  expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(["one 😀", "two", "three"]);
  expect(paths[0]).toMatch(/\/tool-result-\d{13}-[0-9a-f-]{36}\.log$/);
  expect(paths[2]).toMatch(/\/failure-\d{13}-[0-9a-f-]{36}\.log$/);
  expect([statSync(folder).mode & 0o777, statSync(paths[0]).mode & 0o777]).toEqual([0o700, 0o600]);
});

test("keeps at most so many files: the oldest go", async () => {
  await writeLog("failure", "", { folder, ...roomy });
  for (let ms = 1; ms <= 8; ms += 1) writeFileSync(join(folder, `tool-result-${ms}-${uuid(ms)}.log`), "x");
  const path = await writeLog("tool-result", "new", { folder, maxFiles: 4, maxBytes: 1_000_000 });
  expect(readdirSync(folder)).toHaveLength(4);
  expect(readdirSync(folder).filter((name) => /^tool-result-\d-/.test(name))).toEqual([
    `tool-result-7-${uuid(7)}.log`,
    `tool-result-8-${uuid(8)}.log`,
  ]);
  expect(readFileSync(path, "utf8")).toBe("new");
});

test("keeps at most so many bytes, and the new log in any case", async () => {
  const bounds = { folder, maxFiles: 100, maxBytes: 1000 };
  await writeLog("tool-result", "a".repeat(600), bounds);
  const path = await writeLog("tool-result", "b".repeat(5000), bounds);
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([path]);
});

test("leaves files that are not its own", async () => {
  await writeLog("tool-result", "a", { folder, ...roomy });
  for (const name of ["notes.txt", "tool-result-1.log", "x-tool-result-1-a.log"])
    writeFileSync(join(folder, name), "x");
  await writeLog("tool-result", "b", { folder, maxFiles: 1, maxBytes: 1 });
  expect(readdirSync(folder)).toHaveLength(4);
});

test("a folder that cannot be made is an error", async () => {
  writeFileSync(join(top, "file"), "");
  await expect(writeLog("tool-result", "a", { folder: join(top, "file/logs"), ...roomy })).rejects.toThrow();
});
