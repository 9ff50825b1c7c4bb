import type { ExportFact, FileFacts, ImportFact, SymbolFact } from "../../../syntax/facts.ts";
import { outlineMembers } from "../outline-entry.ts";

export type ItemSelection = "structure" | "exports" | "imports" | "all";

/** A top-level thing of a file. Lines are 1-based and inclusive. */
export interface OutlineItem {
  readonly name: string;
  /** The kind of the symbol, "import" or "export". */
  readonly symbolType: string;
  readonly signature: string | undefined;
  readonly startLine: number;
  readonly endLine: number;
  readonly isExported: boolean;
  readonly isImport: boolean;
  readonly members: readonly OutlineMember[];
  /** It is here for the sake of its members, which are those that were asked for. */
  readonly isHolder?: boolean;
}
export interface OutlineMember {
  readonly name: string;
  readonly symbolType: string;
  readonly signature: string | undefined;
  readonly startLine: number;
  readonly endLine: number;
  readonly isPublic: boolean;
  readonly members: readonly OutlineMember[];
}

/** The items of a file in order of their lines. */
export function selectItems(facts: FileFacts, selection: ItemSelection, onlyPublicMembers: boolean): OutlineItem[] {
  const symbols = (): OutlineItem[] => facts.symbols.map((symbol) => symbolItem(symbol, onlyPublicMembers));
  switch (selection) {
    case "structure":
      return symbols();
    case "imports":
      return facts.imports.map(importItem);
    case "exports":
      return inOrder([...symbols().filter(({ isExported }) => isExported), ...exportItems(facts)]);
    case "all":
      return inOrder([...facts.imports.map(importItem), ...symbols(), ...exportItems(facts)]);
  }
}

function inOrder(items: readonly OutlineItem[]): OutlineItem[] {
  return items.toSorted((a, b) => a.startLine - b.startLine);
}

function symbolItem(symbol: SymbolFact, onlyPublicMembers: boolean): OutlineItem {
  return {
    name: symbol.name,
    symbolType: symbol.kind,
    signature: symbol.signature,
    startLine: symbol.startLine,
    endLine: symbol.endLine,
    isExported: symbol.exported,
    isImport: false,
    members: membersOf(symbol, onlyPublicMembers),
  };
}

function membersOf(owner: SymbolFact, onlyPublic: boolean): OutlineMember[] {
  return outlineMembers(owner)
    .map((member) => ({
      name: member.name,
      symbolType: member.kind,
      signature: member.signature,
      startLine: member.startLine,
      endLine: member.endLine,
      // What the owner keeps to itself is as public as its own words say.
      isPublic: member.visibility === undefined && (member.exported || !owner.exported),
      members: membersOf(member, onlyPublic),
    }))
    .filter(({ isPublic }) => isPublic || !onlyPublic);
}

function importItem({ source, line, names }: ImportFact): OutlineItem {
  const signature = names.length === 0 ? undefined : `${names.join(", ")} from ${source}`;
  return { ...lineItem(source, line, signature), symbolType: "import", isExported: false, isImport: true };
}

/** Names that leave the module without being those of a symbol: re-exports, renamed locals. */
function exportItems({ symbols, exports }: FileFacts): OutlineItem[] {
  const carried = new Set(
    symbols.filter(({ exported }) => exported).flatMap(({ name, exportedAs = [] }) => [name, ...exportedAs]),
  );
  return exports
    .filter(({ name, from }) => from !== undefined || !carried.has(name))
    .map((fact) => ({
      ...lineItem(fact.name, fact.line, exportText(fact)),
      symbolType: "export",
      isExported: true,
      isImport: false,
    }));
}

function exportText({ name, local, from }: ExportFact): string | undefined {
  const renamed = local === undefined || local === name ? name : `${local} as ${name}`;
  if (from !== undefined) return `${renamed} from ${from}`;
  return renamed === name ? undefined : renamed;
}

function lineItem(
  name: string,
  line: number,
  signature: string | undefined,
): Omit<OutlineItem, "symbolType" | "isExported" | "isImport"> {
  return { name, signature, startLine: line, endLine: line, members: [] };
}
