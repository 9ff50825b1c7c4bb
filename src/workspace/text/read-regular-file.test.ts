import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readRegularFile } from "./read-regular-file.ts";

test("only a regular file has a text: a pipe is not waited for", () => {
  const folder = mkdtempSync(join(tmpdir(), "reticle-regular-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file = "", link = "", pipe = ""] = ["file", "link", "pipe"].map((name) => join(folder, name));
  writeFileSync(file, "text\n");
  symlinkSync(file, link);
  execFileSync("mkfifo", [pipe]);
  expect([file, link, pipe, folder, join(folder, "none")].map(readRegularFile)).toEqual([
    "text\n",
    "text\n",
    undefined,
    undefined,
    undefined,
  ]);
});
