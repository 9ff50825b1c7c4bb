import type { SyntaxNode, SyntaxTree } from "../tree/syntax-tree.ts";
import { type BindingReader, type BindingSource, childIn, nodesOfType } from "./import-bindings.ts";
import type { ImportBinding } from "./index-facts.ts";

/** `import`, `import x = require()`, and variables that hold what `require()` or `import()` gives. */
export const bindEcmascript: BindingReader = (source) => new Reader(source).read();

/** The beginnings of values that are, or hold, what another module gives. */
const IMPORTING = ["require", "import", "await", "("] as const;

class Reader {
  readonly #tree: SyntaxTree;
  readonly #source: BindingSource;
  readonly #bindings: ImportBinding[] = [];
  readonly #nodes = new Set<number>();

  constructor(source: BindingSource) {
    this.#tree = source.tree;
    this.#source = source;
  }

  read() {
    if (this.#source.imports.length === 0) return { bindings: [], nodes: this.#nodes };
    for (const node of nodesOfType(this.#tree, ["import_statement", "variable_declarator"])) {
      if (node.type === "import_statement") this.#readStatement(node);
      else this.#readVariable(node);
    }
    return { bindings: this.#bindings, nodes: this.#nodes };
  }

  #readStatement(statement: SyntaxNode): void {
    for (const clause of statement.namedChildren) {
      if (clause.type === "import_require_clause") {
        const [local] = clause.namedChildren;
        this.#bind(local, "*", childIn(this.#tree, clause, "source"));
      } else if (clause.type === "import_clause") {
        const from = childIn(this.#tree, statement, "source");
        for (const part of clause.namedChildren) this.#readClausePart(part, from);
      }
    }
  }

  #readClausePart(part: SyntaxNode, from: SyntaxNode | undefined): void {
    switch (part.type) {
      case "identifier":
        this.#bind(part, "default", from);
        return;
      case "namespace_import":
        this.#bind(part.namedChildren[0], "*", from);
        return;
      default:
        for (const specifier of part.namedChildren) {
          const name = childIn(this.#tree, specifier, "name");
          const alias = childIn(this.#tree, specifier, "alias");
          this.#bind(alias ?? name, name === undefined ? "" : this.#textOf(name), from);
        }
    }
  }

  #readVariable(declarator: SyntaxNode): void {
    if (!this.#mayImport(declarator.id)) return;
    const name = childIn(this.#tree, declarator, "name");
    let value = childIn(this.#tree, declarator, "value");
    let member: string | undefined;
    if (value?.type === "member_expression") {
      const property = childIn(this.#tree, value, "property");
      member = property === undefined ? undefined : this.#textOf(property);
      value = childIn(this.#tree, value, "object");
    }
    while (value !== undefined && (value.type === "await_expression" || value.type === "parenthesized_expression")) {
      [value] = value.namedChildren;
    }
    const from = value === undefined ? undefined : this.#importedBy(value);
    if (name === undefined || from === undefined) return;
    if (name.type === "identifier") this.#bind(name, member ?? "*", from);
    else if (name.type === "object_pattern" && member === undefined) this.#readPattern(name, from);
  }

  /** Few variables can: it is told by how the value begins, before anything is made of the tree. */
  #mayImport(declarator: number): boolean {
    const { fields, nexts, starts, grammar } = this.#tree;
    const field = grammar.fieldId("value");
    const end = nexts[declarator] as number;
    let value = declarator + 1;
    while (value < end && fields[value] !== field) value = nexts[value] as number;
    if (value >= end) return false;
    const start = starts[value] as number;
    return IMPORTING.some((beginning) => this.#source.text.startsWith(beginning, start));
  }

  /** The string in `require("x")` or `import("x")`. */
  #importedBy(call: SyntaxNode): SyntaxNode | undefined {
    if (call.type !== "call_expression") return undefined;
    const [callee] = call.namedChildren;
    const isImport = callee !== undefined && /^(?:require|import)$/.test(this.#textOf(callee));
    const [specifier] = isImport ? (childIn(this.#tree, call, "arguments")?.namedChildren ?? []) : [];
    return specifier?.type === "string" ? specifier : undefined;
  }

  #readPattern(pattern: SyntaxNode, from: SyntaxNode): void {
    for (const part of pattern.namedChildren) {
      const key = childIn(this.#tree, part, "key") ?? childIn(this.#tree, part, "left") ?? part;
      const value = childIn(this.#tree, part, "value") ?? key;
      const local = childIn(this.#tree, value, "left") ?? value;
      if (part.type !== "rest_pattern") this.#bind(local, this.#textOf(key), from);
    }
  }

  #bind(local: SyntaxNode | undefined, imported: string, from: SyntaxNode | undefined): void {
    if (local === undefined || from === undefined || imported === "" || local.namedChildren.length > 0) return;
    this.#nodes.add(local.id);
    this.#bindings.push({
      local: this.#textOf(local),
      imported: imported.replace(/^["']|["']$/g, ""),
      source: this.#textOf(from).slice(1, -1),
      line: this.#source.lines.lineOf(from.parent?.startIndex ?? from.startIndex),
    });
  }

  #textOf({ startIndex, endIndex }: SyntaxNode): string {
    return this.#source.text.slice(startIndex, endIndex);
  }
}
