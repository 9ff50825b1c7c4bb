import type { ChildProcesses } from "../../src/process/children.ts";
import { findEngine } from "../../src/syntax/structural/ast-grep/binary.ts";
import { Engine } from "../../src/syntax/structural/ast-grep/engine.ts";
import { type CompiledQuery, compileQuery } from "../../src/syntax/structural/compile-query.ts";
import { structuralLanguage } from "../../src/syntax/structural/languages/languages.ts";

/** Compiles patterns as a search does, without searching. */
export function patternCompiler(children: ChildProcesses): (id: string, pattern: string) => Promise<CompiledQuery> {
  const binary = findEngine();
  if (binary === undefined) throw new Error("the engine is not installed");
  const engine = new Engine(children, binary);
  return async (id, pattern) => {
    const language = structuralLanguage(id);
    if (language === undefined) throw new Error(`no language ${id}`);
    const signal = AbortSignal.timeout(15_000);
    const printTree = (text: string) => engine.printTree(id, text, { form: "cst", signal });
    return await compileQuery(language, { pattern }, { printTree, refused: new Map() });
  };
}
