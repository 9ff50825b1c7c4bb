import { bash } from "./languages/bash.ts";
import { dart } from "./languages/dart.ts";
import { elixir } from "./languages/elixir.ts";
import { go } from "./languages/go.ts";
import { java } from "./languages/java.ts";
import { javascript } from "./languages/javascript.ts";
import { ocaml, ocamlInterface } from "./languages/ocaml.ts";
import { php } from "./languages/php.ts";
import { python } from "./languages/python.ts";
import { ruby } from "./languages/ruby.ts";
import { rust } from "./languages/rust.ts";
import { tsx, typescript } from "./languages/typescript.ts";
import { css, scss } from "./languages/css.ts";
import { haskell } from "./languages/haskell.ts";
import { html } from "./languages/html.ts";
import { json } from "./languages/json.ts";
import { lua } from "./languages/lua.ts";
import { markdown } from "./languages/markdown.ts";
import { svelte, vue } from "./languages/component.ts";
import { toml } from "./languages/toml.ts";
import { yaml } from "./languages/yaml.ts";
import { c } from "./languages/c.ts";
import { cpp } from "./languages/cpp.ts";
import { csharp } from "./languages/csharp.ts";
import { kotlin } from "./languages/kotlin.ts";
import { scala } from "./languages/scala.ts";
import { swift } from "./languages/swift.ts";
import { nix } from "./languages/nix.ts";
import { solidity } from "./languages/solidity.ts";
import { zig } from "./languages/zig.ts";
import type { LanguageDefinition } from "./language-definition.ts";

/** Every language with a grammar: the next one is a row here, a data file and a query. */
export const languages: readonly LanguageDefinition[] = [
  typescript,
  tsx,
  javascript,
  python,
  go,
  rust,
  ruby,
  php,
  dart,
  lua,
  elixir,
  bash,
  nix,
  haskell,
  zig,
  solidity,
  ocaml,
  ocamlInterface,
  java,
  kotlin,
  c,
  cpp,
  csharp,
  scala,
  swift,
  vue,
  svelte,
  markdown,
  json,
  yaml,
  toml,
  html,
  css,
  scss,
];

const byId: ReadonlyMap<string, LanguageDefinition> = new Map(languages.map((language) => [language.id, language]));
/** The first of those that claim one. */
const byExtension: ReadonlyMap<string, LanguageDefinition> = new Map(
  languages.toReversed().flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
);

/** The language of a text: by its file name, and by what it says where the name stands for several. */
export function languageOfText(path: string, text: string): LanguageDefinition | undefined {
  const byName = languageOfPath(path);
  const variant = byName?.variantOf?.(text);
  return variant === undefined ? byName : byId.get(variant);
}

/** The language a file name stands for, by its extension; letter case does not matter. */
export function languageOfPath(path: string): LanguageDefinition | undefined {
  const dot = path.lastIndexOf(".");
  if (dot <= Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"))) return undefined;
  return byExtension.get(path.slice(dot).toLowerCase());
}
