/** Far more than anybody writes by hand. */
const MAX_OPEN = 1_000;

/**
 * Whether very many brackets are open at the same time. Parsers release what they tried on such a text by
 * recursion, and a grammar has a stack of 64 KiB only.
 */
export function isDeeplyNested(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // ( [ { and ) ] }
    if (code === 40 || code === 91 || code === 123) {
      open += 1;
      if (open > MAX_OPEN) return true;
    } else if ((code === 41 || code === 93 || code === 125) && open > 0) open -= 1;
  }
  return false;
}
