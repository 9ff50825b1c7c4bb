import { SvelteMarkup } from "./svelte-markup.ts";
import { type TemplateScript, TemplateScriptBuilder } from "./template-script.ts";

/** What the markup of a Svelte file says. Undefined: it has none. */
export function readSvelteTemplate(text: string): TemplateScript | undefined {
  const builder = new TemplateScriptBuilder(text);
  const { isTyped } = new SvelteMarkup(text, builder).read();
  const { isEmpty } = builder;
  const script = builder.finish(isTyped ? "typescript" : "javascript", "script");
  return isEmpty && script.unread === undefined ? undefined : script;
}

const RUNES: ReadonlySet<string> = new Set("$state $derived $effect $props $bindable $inspect $host".split(" "));

/** "count" for `$count`, the value of a store. Undefined: the name is a plain one. */
export function storeNamed(name: string): string | undefined {
  return /^\$[^$]/.test(name) && !RUNES.has(name) ? name.slice(1) : undefined;
}
