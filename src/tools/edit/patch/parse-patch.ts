import { ReticleError } from "../../../base/errors.ts";
import type { FilePatch } from "./file-patch.ts";
import { parseBlocks } from "./parse-blocks.ts";
import { parseUnified } from "./parse-unified.ts";

/**
 * Reads a patch: file blocks between `*** Begin Patch` and `*** End Patch`, or a unified diff (that of
 * git too). Throws `invalid_input` with the line that cannot be read.
 */
export function parsePatch(text: string): readonly FilePatch[] {
  const lines = withoutFence(text.replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n"));
  const hasBlocks = lines.some((line) => /^\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )/.test(line));
  const files = hasBlocks ? parseBlocks(lines) : parseUnified(lines);
  if (files.length > 0) return files;
  throw new ReticleError("invalid_input", "the patch names no file; no file was changed", {
    hint: "write *** Update File: PATH and its hunks between *** Begin Patch and *** End Patch, or a unified diff",
  });
}

/** Around the patch some write a code fence or a here-document; its lines become empty ones, so that line numbers stay. */
function withoutFence(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  const isFenced = /^```\w*$/.test(lines[first]?.trim() ?? "") && lines[last]?.trim() === "```";
  const isHere = /<<\s*['"]?EOF['"]?$/.test(lines[first]?.trim() ?? "") && lines[last]?.trim() === "EOF";
  if (!isFenced && !isHere) return lines;
  return lines.map((line, at) => (at === first || at === last ? "" : line));
}
