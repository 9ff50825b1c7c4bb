import { noFunctionLiterals } from "../callbacks/callback-rules.ts";
import { bashReferences } from "../references/languages/bash.ts";
import type { LanguageDefinition } from "../language-definition.ts";

export const bash: LanguageDefinition = {
  id: "bash",
  title: "Bash",
  extensions: [".sh", ".bash", ".zsh", ".ksh", ".bats"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-bash.wasm" },
  queries: ["bash"],
  callbacks: noFunctionLiterals,
  isIsolated: true,
  references: bashReferences,
  comments: { docPrefixes: ["#"], directive: /^#(?:!|\s*(?:shellcheck|vim:|bats\s)|#*$)/ },
  // Whoever sources the file gets everything; an underscore asks not to use it.
  isExported: ({ name }) => !name.startsWith("_"),
  visibilityOf: ({ name }) => (/^_+[^_]/.test(name) ? "private" : undefined),
  // A path is made of variables because it is found from the script's own place.
  isInternal: (source) => !source.startsWith("/") && !source.startsWith("~"),
  dependsOnPath: false,
  nameOf: (written) => written.replace(/=$/, ""),
  // The head of a test in Bats; what stays is a group of commands.
  prepare: (text) => text.replace(/^[ \t]*@test[ \t][^\n]*?(?=\{[ \t]*\r?$)/gm, (head) => " ".repeat(head.length)),
  sample: `#!/usr/bin/env bash
set -euo pipefail
source ./lib.sh
. "$(dirname "$0")/common.sh"
readonly LIMIT=10 other='x'
declare -A TABLE=([a]=1 [b]="$LIMIT")
arr=(1 "2" \${x[@]})
arr+=(3)
# Doc.
greet() {
  local name="\${1:-x}" n=$((1 + 2 * n++))
  if [[ -n $name && $name =~ ^a+$ ]] || test "$n" -gt 1; then echo "a \${name%.*} \`date\`" >&2; elif true; then :; else return 1; fi
  case "$name" in a|b*) echo ;; *) exit ;; esac
  for i in {1..3} "$@"; do continue; done
  for ((i = 0; i < 1; i++)); do break; done
  while read -r l; do x | y && z; done < <(cmd) 2>/dev/null
  until false; do :; done &
  cat <<-HERE
	a $name
	HERE
}
function legacy { (cd /; ls) ; }
export -f greet
unset x; [ -z "\${y##*/}" ] && ! FOO=1 cmd --opt=$'\\n' <<< "$s"
`,
};
