import type { Encoding } from "../document.ts";

/** The bytes of a text; the inverse of `decodeText`. Undefined when the encoding cannot say it. */
export function encodeText(
  text: string,
  { encoding, hasBom }: { readonly encoding: Encoding; readonly hasBom: boolean },
): Buffer | undefined {
  const marked = hasBom ? `\uFEFF${text}` : text;
  switch (encoding) {
    case "utf-8":
      return Buffer.from(marked, "utf8");
    case "utf-16le":
      return Buffer.from(marked, "utf16le");
    case "utf-16be":
      return Buffer.from(marked, "utf16le").swap16();
    case "latin-1": {
      const bytes = Buffer.from(text, "latin1");
      return bytes.toString("latin1") === text ? bytes : undefined;
    }
  }
}
