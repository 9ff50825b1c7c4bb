import type { SyntaxNode } from "../tree/syntax-tree.ts";
import { type BindingReader, childIn, nodesOfType } from "./import-bindings.ts";
import type { ImportBinding } from "./index-facts.ts";

/** `import a.b` binds `a`, `import a.b as c` the module, `from a import b` a name or a module of a package. */
export const bindPython: BindingReader = ({ tree, text, lines, imports }) => {
  const bindings: ImportBinding[] = [];
  if (imports.length === 0) return { bindings, nodes: new Set() };
  const textOf = ({ startIndex, endIndex }: SyntaxNode): string => text.slice(startIndex, endIndex);
  for (const statement of nodesOfType(tree, ["import_statement", "import_from_statement"])) {
    const module = childIn(tree, statement, "module_name");
    const line = lines.lineOf(statement.startIndex);
    const bind = (local: string, imported: string, source: string): void =>
      void bindings.push({ local, imported, source, line });
    for (const part of statement.namedChildren) {
      if (part.id === module?.id) continue;
      const name = childIn(tree, part, "name") ?? part;
      const alias = childIn(tree, part, "alias");
      const written = textOf(name);
      if (part.type === "wildcard_import" && module !== undefined) bind("*", "*", textOf(module));
      else if (module !== undefined) bind(alias === undefined ? written : textOf(alias), written, textOf(module));
      else bind(alias === undefined ? (written.split(".")[0] ?? written) : textOf(alias), "*", written);
    }
  }
  return { bindings, nodes: new Set() };
};
