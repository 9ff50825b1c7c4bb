import { type Coverage, emptyText } from "../../../base/coverage.ts";
import { ReticleError } from "../../../base/errors.ts";
import type { FileSymbol } from "../../../lsp/operations/document-symbols.ts";
import type { Place } from "../../../lsp/operations/locations.ts";
import type { FoundSymbol } from "../../../lsp/operations/workspace-symbols.ts";
import type { Answer } from "../../core/declaration.ts";
import { type ActionCall, defineAction } from "./action.ts";
import { resolveFile, rootFor } from "../asking-in.ts";
import { exampleFiles } from "./example-files.ts";
import { count, type Nothing, nothing, placeText } from "./subject.ts";

const MAX_IN_WORKSPACE = 100;
const MAX_IN_FILE = 200;

interface InFile {
  readonly kind: "in file";
  readonly file: string;
  readonly query: string | undefined;
  readonly server: string;
  readonly symbols: readonly FileSymbol[];
  readonly total: number;
}
interface InWorkspace {
  readonly kind: "in workspace";
  readonly query: string;
  readonly server: string;
  readonly symbols: readonly (Pick<FoundSymbol, "name" | "kind" | "container"> & { readonly place: Place })[];
  readonly total: number;
}
type Facts = InFile | InWorkspace | Nothing;

export const symbolsAction = defineAction<Facts>({
  run: (call) => {
    const { file, query } = call.input;
    if (file !== undefined) return inFile(file, call);
    if (query !== undefined && query.trim() !== "") return inWorkspace(query.trim(), call);
    throw new ReticleError("invalid_input", 'symbols needs "query" or "file"', {
      hint: "pass `file` for the symbols of a file, or `query` for a part of a name to look for in the workspace",
    });
  },
  format: ({ facts, coverage }) => {
    switch (facts.kind) {
      case "not asked":
        return facts.text;
      case "in file":
        return fileText(facts, coverage);
      case "in workspace":
        return workspaceText(facts, coverage);
    }
  },
  details: ({ facts }) => {
    if (facts.kind === "not asked") return { asked: false };
    const { server, total } = facts;
    const symbols =
      facts.kind === "in file"
        ? facts.symbols.map(({ name, kind, line, startLine, endLine }) => ({ name, kind, line, startLine, endLine }))
        : facts.symbols.map(({ name, kind, place }) => ({ name, kind, path: place.shown, line: place.line }));
    return { server, total, symbols };
  },
});

async function inFile(path: string, { input, context, asking }: ActionCall): Promise<Answer<Facts>> {
  const file = await resolveFile(path, context.argumentName("file"), context);
  const { documentSymbols } = await import("../../../lsp/operations/document-symbols.ts");
  const outcome = await documentSymbols(file, await asking(file.absolute));
  if (!outcome.isAsked) return nothing(outcome);
  const query = input.query?.trim() || undefined;
  const wanted = query?.toLowerCase();
  const all = outcome.value.filter(({ name }) => wanted === undefined || name.toLowerCase().includes(wanted));
  const symbols = all.slice(0, MAX_IN_FILE);
  const facts = {
    kind: "in file",
    file: file.shown,
    query,
    server: outcome.server,
    symbols,
    total: all.length,
  } as const;
  return { coverage: outcome.coverage, facts };
}

async function inWorkspace(query: string, { context, asking, signal }: ActionCall): Promise<Answer<Facts>> {
  const { workspaceSymbols } = await import("../../../lsp/operations/workspace-symbols.ts");
  const { readPlaces } = await import("../../../lsp/operations/locations.ts");
  const limit = await asking(undefined);
  const examples = await exampleFiles(rootFor(context), context, signal);
  const outcome = await workspaceSymbols(query, examples, limit);
  if (!outcome.isAsked) return nothing(outcome);
  const found = outcome.value.slice(0, MAX_IN_WORKSPACE);
  const symbols = await Promise.all(
    found.map(async ({ name, kind, container, location, encoding }) => {
      const [place] = await readPlaces([location], { encoding, maxLines: 1 }, limit);
      return place === undefined ? [] : [{ name, kind, container, place }];
    }),
  );
  const facts: InWorkspace = {
    kind: "in workspace",
    query,
    server: outcome.server,
    symbols: symbols.flat(),
    total: outcome.value.length,
  };
  return { coverage: outcome.coverage, facts };
}

function fileText({ file, query, server, symbols, total }: InFile, coverage: Coverage): string {
  const like = query === undefined ? "" : ` like "${query}"`;
  if (total === 0) {
    if (coverage.state !== "complete") return `${server} has found no symbol${like} in ${file} yet.`;
    return emptyText(coverage, `No symbols found${like} in ${file}, by ${server}.`);
  }
  const lines = symbols.map(({ name, kind, detail, depth, owners, line, startLine, endLine }) => {
    const span = startLine === endLine ? `${line}` : `${startLine}-${endLine}`;
    const more = detail === "" ? "" : ` — ${detail.replace(/\s+/g, " ").slice(0, 120)}`;
    // Filtered, the owner is not shown above; its name goes before.
    const shown = query === undefined ? `${"  ".repeat(depth)}${name}` : [...owners, name].join(".");
    return `${shown}  ${kind} ${span}${more}`;
  });
  const header = `${count(total, "symbol")}${like} in ${file}, by ${server}`;
  return [header, ...lines, ...moreText(symbols.length, total)].join("\n");
}

function workspaceText({ query, server, symbols, total }: InWorkspace, coverage: Coverage): string {
  if (total === 0) {
    if (coverage.state !== "complete")
      return `No symbol like "${query}" found so far, by ${server}; the rest is not known.`;
    return emptyText(coverage, `No symbols found for "${query}", by ${server}.`);
  }
  const lines = symbols.map(({ name, kind, container, place }) => {
    const inside = container === "" ? "" : ` in ${container}`;
    return `${name}  ${kind}${inside}  ${placeText(place)}${place.isOutside ? " (outside the workspace)" : ""}`;
  });
  const header = `${count(total, "symbol")} for "${query}", by ${server}`;
  return [header, ...lines, ...moreText(symbols.length, total)].join("\n");
}

function moreText(shown: number, total: number): string[] {
  return shown < total ? [`${total - shown} more. Showing ${shown} of ${total} symbols; narrow the query.`] : [];
}
