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
