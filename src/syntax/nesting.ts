/** Far more than anybody writes by hand. */
const MAX_OPEN = 1_000;
/** By byte: 1 opens, -1 closes. */
const STEPS = Int8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return Number("([{".includes(character)) - Number(")]}".includes(character));
});

/**
 * Whether very many brackets are open at the same time. Parsers release what they tried on such a text by
 * recursion, and a grammar has a stack of 64 KiB only.
 */
export function isDeeplyNested(text: string): boolean {
  if (text.length <= MAX_OPEN) return false;
  let open = 0;
  // Bytes are looked at several times faster than characters, and those of brackets stand for nothing else.
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) {
    const step = STEPS[bytes[at] as number] as number;
    if (step === 0) continue;
    open = Math.max(0, open + step);
    if (open > MAX_OPEN) return true;
  }
  return false;
}
