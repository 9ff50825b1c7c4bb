const DECLARATION =
  /(^|_)(declaration|definition|item|spec|def|method|class|struct|interface|enum|trait|impl|module|property|field|constructor|function|record|protocol|signature|elem|directive)(_|$)/;
const NOT_DECLARATION = /(call|expression|invocation|literal|access|reference|identifier|pattern|argument|import)/;
const BARE_SIGNATURE = /(_signature|_signature_item|method_elem)$/;
const DECLARATION_WORD =
  /^(abstract|async|class|const|data|def|defp|defmodule|enum|extension|external|final|fn|fun|func|function|impl|interface|internal|lateinit|let|mixin|mod|module|namespace|object|open|override|private|protected|protocol|public|record|sealed|static|struct|trait|type|typedef|val|var|void)\b/;
const CONTROL = /^(fixed|for|foreach|if|lock|switch|synchronized|using|while)\s*\(/;

/** By the way grammars name their nodes. */
export function isDeclarationKind(kind: string): boolean {
  return DECLARATION.test(kind) && !NOT_DECLARATION.test(kind);
}

/** A head without a body: what `void dispose()` is, and what a call never is. */
export function isBareSignature(kind: string): boolean {
  return BARE_SIGNATURE.test(kind);
}

export function startsLikeDeclaration(fragment: string): boolean {
  return DECLARATION_WORD.test(fragment);
}

/** A statement with a head in parentheses, which some grammars also take for a constructor of that name. */
export function startsLikeControl(fragment: string): boolean {
  return CONTROL.test(fragment);
}
