import { ReticleError } from "../../base/errors.ts";
import { isReserved } from "./reserved-words.ts";

const PLAIN = /^[\p{ID_Start}_][\p{ID_Continue}\u200c\u200d]*$/u;
/** Languages whose names may hold more than letters, digits and `_`, by the protocol's language ids. */
const NAMES: Readonly<Record<string, RegExp>> = {
  javascript: /^#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u,
  java: /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u,
  php: /^\$?[\p{ID_Start}_][\p{ID_Continue}]*$/u,
  ruby: /^(?:@@?|\$)?[\p{ID_Start}_][\p{ID_Continue}]*[?!=]?$/u,
  elixir: /^@?[\p{ID_Start}_][\p{ID_Continue}]*[?!]?$/u,
  perl: /^[$@%&]?[\p{ID_Start}_][\p{ID_Continue}]*$/u,
  rust: /^(?:r#|')?[\p{ID_Start}_][\p{ID_Continue}]*$/u,
  csharp: /^@?[\p{ID_Start}_][\p{ID_Continue}]*$/u,
  haskell: /^[\p{ID_Start}_][\p{ID_Continue}']*$/u,
  ocaml: /^[\p{ID_Start}_][\p{ID_Continue}']*$/u,
  kotlin: /^(?:[\p{ID_Start}_][\p{ID_Continue}]*|`[^`\r\n]+`)$/u,
  swift: /^(?:[\p{ID_Start}_][\p{ID_Continue}]*|`[^`\r\n]+`)$/u,
  scala: /^(?:[\p{ID_Start}$_][\p{ID_Continue}$]*|`[^`\r\n]+`)$/u,
};
const SAME_AS: Readonly<Record<string, string>> = {
  javascriptreact: "javascript",
  typescript: "javascript",
  typescriptreact: "javascript",
  vue: "javascript",
  svelte: "javascript",
  astro: "javascript",
};
/** Languages whose names are not identifiers: any single line without spaces around it will do. */
const FREE: ReadonlySet<string> = new Set(
  "css scss less sass html yaml json jsonc toml markdown clojure lisp scheme emacs-lisp xml nix dockerfile makefile".split(
    " ",
  ),
);
const MAX_NAME_CHARS = 1_000;

export interface NewName {
  readonly newName: string;
  readonly oldName: string;
  readonly languageId: string;
  /** The host's name of the argument, for messages. */
  readonly argument: string;
}

/**
 * Servers take names that are none, and rename what stands beside a keyword: both names are checked
 * here. Throws `invalid_input` with what is wrong with which.
 */
export function checkNames({ newName, oldName, languageId, argument }: NewName): void {
  const quoted = `\`${argument}\` ${JSON.stringify(newName.slice(0, 100))}`;
  const language = SAME_AS[languageId] ?? languageId;
  if (isReserved(oldName, languageId)) {
    throw new ReticleError("invalid_input", `"${oldName}" is a keyword of ${languageId}; only names can be renamed`, {
      hint: "pass the name itself as `symbol`",
    });
  }
  const why = whatIsWrong(newName, language, languageId);
  if (why !== undefined) {
    throw new ReticleError("invalid_input", `${quoted} ${why}`, { hint: "pass a name the language allows" });
  }
  if (newName === oldName) {
    throw new ReticleError("invalid_input", `${quoted} is the name it already has`, { hint: "pass another name" });
  }
}

function whatIsWrong(newName: string, language: string, languageId: string): string | undefined {
  if (newName.trim() === "") return "is empty";
  if (newName !== newName.trim() || /[\r\n]/.test(newName)) return "has spaces around it or holds a line break";
  if (newName.length > MAX_NAME_CHARS) return "is longer than any name";
  if (FREE.has(language)) return undefined;
  if (!(NAMES[language] ?? PLAIN).test(newName)) return `is not a name in ${languageId}`;
  return isReserved(newName, languageId) ? `is a keyword of ${languageId}` : undefined;
}
