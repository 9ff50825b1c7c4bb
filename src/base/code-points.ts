// oxlint-disable-next-line no-control-regex -- because control characters are what is looked for
const CONTROL = /[\u0000-\u001F\u007F\u2028\u2029]/;
const NOT_ASCII = /[^\0-\x7f]/;

export function countCodePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1))) count -= 1;
  }
  return count;
}

/** The first `max` code points, and how many there are in all when some were left out. */
export function shortenText(text: string, max: number): string {
  if (text.length <= max) return text;
  const total = countCodePoints(text);
  if (total <= max) return text;
  let end = 0;
  for (let taken = 0; taken < max; taken += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return `${text.slice(0, end)}… (${total} characters)`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** A name for an answer of lines: in quotes, with escapes, when it would break its line or hide in it. */
export function onOneLine(name: string): string {
  return CONTROL.test(name)
    ? JSON.stringify(name).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")
    : name;
}

/** The name that `onOneLine` shows so; undefined: it shows none so. */
export function nameShownAs(shown: string): string | undefined {
  if (!shown.startsWith('"') || !shown.endsWith('"')) return undefined;
  try {
    const name: unknown = JSON.parse(shown);
    return typeof name === "string" && onOneLine(name) === shown ? name : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Most program text is ASCII, and expressions with classes of Unicode (`\p{…}`) take V8 up to a millisecond to read: with
 * this they are made only where they are needed.
 */
export function isAscii(text: string): boolean {
  return !NOT_ASCII.test(text);
}
