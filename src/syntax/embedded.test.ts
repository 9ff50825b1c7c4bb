import { afterAll, expect, it } from "vitest";
import type { SymbolFact } from "./facts.ts";
import { Grammars } from "./grammars.ts";
import { languageOfText } from "./languages.ts";
import { SourceParser } from "./source-parser.ts";

const grammars = new Grammars();
const parser = new SourceParser(grammars, 20_000);
afterAll(() => grammars.dispose());

/** "title script(s) p" */
function render(symbols: readonly SymbolFact[]): string {
  return symbols.map(({ name, members }) => (members.length === 0 ? name : `${name}(${render(members)})`)).join(" ");
}

it.each([
  [
    "a.html",
    "<html><head><title>x</title></head><body><div id=d></div><script>function s(){}</script><p id=p></p></body></html>\n",
    "title div#d script(s) p#p",
  ],
  ["a.html", "<head><title>x</title></head><body><script>\nfunction s(){}\n</script></body>\n", "title script(s)"],
  ["a.vue", "<template><a/></template><script>export function q(){}</script><style></style>\n", "a(template q style)"],
  ["a.svelte", "<script>let a = 1; function go() {}</script><p>{a}</p>\n", "a(a go)"],
])("what is on one line belongs to what it stands in: %s", async (name, text, expected) => {
  const language = languageOfText(name, text);
  if (language === undefined) throw new Error(`no language for ${name}`);
  const { symbols } = await parser.parse({ text, path: `/shop/${name}` }, language);
  expect(render(symbols)).toBe(expected);
});
