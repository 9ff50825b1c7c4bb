import { isUtf8 } from "node:buffer";
import type { Encoding, EndOfLine } from "../document.ts";

export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
  readonly hasBom: boolean;
}
/** Bytes that are not text; `why` completes "the file …". */
export interface NotText {
  readonly reason: "binary" | "utf-16 without a byte order mark" | "utf-32";
}

/** Enough to tell text from binary data; the rest of a large file is not looked at. */
const SAMPLE_BYTES = 64 * 1024;
/** Share of control characters above which well-formed UTF-8 is taken for data. */
const MAX_CONTROLS_UTF8 = 0.1;
/** The same for bytes that are not UTF-8: compressed data has about 0.1, Latin-1 text none. */
const MAX_CONTROLS_OTHER = 0.01;

/**
 * Decodes the bytes of a source file: UTF-8 with or without a byte order mark, UTF-16 with one,
 * anything else that looks like text as Latin-1 (lossless: one character per byte).
 */
export function decodeText(bytes: Buffer): DecodedText | NotText {
  const bom = byteOrderMark(bytes);
  switch (bom) {
    case "utf-32":
      return { reason: "utf-32" };
    case "utf-16le":
      return decodeUtf16(bytes.subarray(2), "utf-16le");
    case "utf-16be":
      return decodeUtf16(swapped(bytes.subarray(2)), "utf-16be");
    case "utf-8":
    case undefined:
      return decodeBytes(bom === undefined ? bytes : bytes.subarray(3), bom !== undefined);
  }
}

/** Which line ends a text uses; a lone carriage return is not one. */
export function detectEol(text: string): EndOfLine {
  let hasLf = false;
  let hasCrlf = false;
  if (!text.includes("\r")) return text.includes("\n") ? "\n" : "none";
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === 13) hasCrlf = true;
    else hasLf = true;
    if (hasLf && hasCrlf) return "mixed";
  }
  if (hasCrlf) return "\r\n";
  return hasLf ? "\n" : "none";
}

function byteOrderMark(bytes: Buffer): "utf-8" | "utf-16le" | "utf-16be" | "utf-32" | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? "utf-32" : "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return "utf-32";
  return undefined;
}

function decodeBytes(bytes: Buffer, hasBom: boolean): DecodedText | NotText {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.includes(0)) return { reason: looksLikeUtf16(sample) ? "utf-16 without a byte order mark" : "binary" };
  const controls = countControls(sample) / Math.max(1, sample.length);
  if (isUtf8(bytes)) {
    if (controls > MAX_CONTROLS_UTF8) return { reason: "binary" };
    return { text: bytes.toString("utf8"), encoding: "utf-8", hasBom };
  }
  if (controls > MAX_CONTROLS_OTHER || bytes.includes(0)) return { reason: "binary" };
  return { text: bytes.toString("latin1"), encoding: "latin-1", hasBom };
}

/** Text in a Latin script, encoded as UTF-16, has its NUL bytes on one side of each pair only. */
function looksLikeUtf16(sample: Buffer): boolean {
  const pairs = sample.length >> 1;
  if (pairs < 2) return false;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    if (sample[at] === 0) even += 1;
    if (sample[at + 1] === 0) odd += 1;
  }
  const more = Math.max(even, odd);
  return more > pairs * 0.6 && Math.min(even, odd) < pairs * 0.02;
}

/** The bytes that `countControls` counts, as Latin-1. */
// eslint-disable-next-line no-control-regex -- because control characters are what it looks for
const CONTROL = /[\x00-\x07\x0b\x0e-\x1a\x1c-\x1f\x7f]/;

/** Control characters other than tab, line feed, form feed, carriage return, backspace and escape. */
function countControls(sample: Buffer): number {
  // Code has none, and an expression sees that in a tenth of the time.
  if (!CONTROL.test(sample.toString("latin1"))) return 0;
  let count = 0;
  // Not `for … of`: the iterator of a Buffer costs many times what it counts.
  for (let at = 0; at < sample.length; at += 1) {
    const byte = sample[at] as number;
    if (byte < 8 || byte === 11 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) count += 1;
  }
  return count;
}

/** A byte left over at the end becomes U+FFFD instead of vanishing. */
function decodeUtf16(littleEndian: Buffer, encoding: Encoding): DecodedText | NotText {
  const whole = littleEndian.toString("utf16le");
  if (whole.includes("\0")) return { reason: "binary" };
  return { text: littleEndian.length % 2 === 0 ? whole : `${whole}\uFFFD`, encoding, hasBom: true };
}

function swapped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.subarray(0, copy.length - (copy.length % 2)).swap16();
  return copy;
}
