import type { LineIndex } from "../extract/line-index.ts";
import type { FlatSymbol, IndexFacts, ReferenceFact } from "../references/index-facts.ts";
import type { ScriptUses } from "./script-uses.ts";
import type { TemplateScript } from "./template-script.ts";

export interface ReadTemplate extends ScriptUses {
  readonly script: TemplateScript;
}

/** A file's facts with the uses in its template; `lines`: those of the file. */
export function joinTemplate(facts: IndexFacts, { script, uses, errors }: ReadTemplate, lines: LineIndex): IndexFacts {
  const owners = ownersOf(facts.symbols);
  const found = uses.map(({ reference, offset }): ReferenceFact => {
    const source = script.sourceOf(offset);
    const line = lines.lineOf(source);
    const isMember = script.freeNames === "members" && !script.scriptNames.has(offset);
    return {
      ...(isMember ? asMember(reference) : reference),
      line,
      column: source - lines.startOf(line) + 1,
      from: ownerAt(owners, line),
    };
  });
  const [error] = errors.map((offset) => lines.lineOf(script.sourceOf(offset))).toSorted((a, b) => a - b);
  const unread = script.unread ?? (error === undefined ? undefined : `line ${error} cannot be parsed`);
  return {
    ...facts,
    references: [...facts.references, ...found].toSorted((a, b) => a.line - b.line || a.column - b.column),
    ...(unread !== undefined && { unreadTemplate: unread }),
  };
}

/** A name that is looked up in the component, not in the script. */
function asMember(reference: ReferenceFact): ReferenceFact {
  const { receiver, receiverType: _, ...rest } = reference;
  if (receiver !== undefined) return { ...rest, receiver: "?" };
  return { ...rest, receiver: "this", receiverType: "this" };
}

interface Owner {
  readonly ordinal: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** Declarations in which markup can stand, those inside others later. */
function ownersOf(symbols: readonly FlatSymbol[]): readonly Owner[] {
  return [...symbols.entries()].flatMap(
    ([
      ordinal,
      {
        fact: { kind, isLocal, startLine, endLine },
      },
    ]) => (isLocal || kind === "element" ? [] : [{ ordinal, startLine, endLine }]),
  );
}

function ownerAt(owners: readonly Owner[], line: number): number {
  return owners.findLast(({ startLine, endLine }) => startLine <= line && line <= endLine)?.ordinal ?? -1;
}

/** References that say what a name with a sign before it, such as a store's, stands for. */
export function withPlainNames(
  references: readonly ReferenceFact[],
  plainName: (name: string) => string | undefined,
): readonly ReferenceFact[] {
  return references.map((reference) => {
    const name = reference.receiver === undefined ? plainName(reference.name) : undefined;
    const isValue = reference.receiver !== undefined && plainName(reference.receiver) !== undefined;
    if (name === undefined && !isValue) return reference;
    return { ...reference, ...(name !== undefined && { name }), ...(isValue && { receiver: "?" }) };
  });
}
