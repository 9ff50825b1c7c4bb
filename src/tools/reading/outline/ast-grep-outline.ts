import { emptyText } from "../../../base/coverage.ts";
import { ReticleError } from "../../../base/errors.ts";
import type { Syntax } from "../../../syntax/syntax.ts";
import { type Answer, defineTool } from "../../core/declaration.ts";
import type { InferInput } from "../../core/schema.ts";
import { fullKind, knownKinds } from "../kinds.ts";
import { createNameMatch } from "./name-match.ts";
import { type ItemFilter, outlineFiles } from "./outline-files.ts";
import { type OutlineView, renderOutline, type ShownOutline } from "./outline-json.ts";
import { resolveOutlineScope } from "./outline-scope.ts";

const input = {
  type: "object",
  properties: {
    paths: {
      type: "array",
      items: { type: "string", minLength: 1 },
      minItems: 1,
      maxItems: 100,
      description: "Files and directories.",
    },
    lang: { type: "string", minLength: 1, description: "Only files of this language, e.g. typescript." },
    items: {
      type: "string",
      enum: ["auto", "structure", "exports", "imports", "all"],
      default: "auto",
      description: "auto: structure for files, exports where a directory is among the paths.",
    },
    view: {
      type: "string",
      enum: ["auto", "names", "signatures", "digest", "expanded"],
      default: "auto",
      description:
        "digest: with names of members; expanded: with their signatures. auto: the most that fits, names for a directory.",
    },
    type: {
      type: "array",
      items: { type: "string", minLength: 1 },
      maxItems: 20,
      description: "Kinds to keep, e.g. class, method; what holds one stays, with those members alone.",
    },
    match: {
      type: "string",
      minLength: 1,
      maxLength: 200,
      description: "Regular expression for names and signatures of items and members.",
    },
    pubMembers: { type: "boolean", default: false, description: "Public members only." },
    globs: {
      type: "array",
      items: { type: "string", minLength: 1, maxLength: 300 },
      maxItems: 50,
      description: "Which files of directories; ! excludes.",
    },
  },
  required: ["paths"],
} as const;

type Input = InferInput<typeof input>;

interface OutlineFacts extends ShownOutline {
  readonly looked: number;
  /** Files without an outline, because the answer was full. */
  readonly left: number;
}

const OTHER_KINDS = ["import", "export"] as const;

export const astGrepOutline = defineTool({
  name: "ast_grep_outline",
  takesCwd: true,
  title: "Outline of files and directories",
  tier: "read",
  description:
    "Outlines many files by their syntax alone: top-level symbols, imports or exports with members, signatures and the arguments of a read, as compact JSON.",
  example: { paths: ["src/server"], items: "exports" },
  input,
  needs: ["workspace", "parser"],
  parallel: true,
  run: async (given, context, signal): Promise<Answer<OutlineFacts>> => {
    const syntax = await context.syntax();
    checkLanguage(given.lang, syntax);
    const filter = itemFilter(given);
    const scope = await resolveOutlineScope(given, { syntax, context }, signal);
    const selection = given.items === "auto" ? (scope.hasDirectory ? "exports" : "structure") : given.items;
    const outlined = await context.phase("syntax", async () =>
      outlineFiles(scope, { ...filter, selection }, { syntax, context }, signal),
    );
    // A refusal says more than an empty outline does.
    if (outlined.files.length === 0 && outlined.firstError !== undefined && !scope.hasDirectory) {
      throw outlined.firstError;
    }
    const views = viewsOf(given.view, scope.hasDirectory);
    const shown = renderOutline(outlined.files, views);
    const { looked, left, coverage } = outlined;
    const hasMembers = outlined.files.some(({ items }) => items.some(({ members }) => members.length > 0));
    const notes = fitNotes(shown, hasMembers || given.view !== "auto" ? views[0] : undefined);
    return { coverage, facts: { ...shown, looked, left: left + shown.omittedFiles }, notes };
  },
  format: ({ facts, coverage }, given) => {
    if (facts.items > 0 || coverage.state !== "complete") return facts.text;
    const note = emptyText(coverage, placeText(facts, given));
    return `${facts.text.slice(0, -1)},"note":${JSON.stringify(note)}}`;
  },
  details: ({ facts: { files, items, left } }) => ({
    files,
    items,
    syntaxOnly: true,
    ...(left > 0 && { truncatedFiles: left }),
  }),
  summary: ({ facts: { files, items } }, { paths }) =>
    `${paths.length === 1 ? (paths[0] ?? "") : `${paths.length} paths`}: ${items} ${items === 1 ? "item" : "items"} in ${files} ${files === 1 ? "file" : "files"}`,
});

function checkLanguage(lang: string | undefined, syntax: Syntax): void {
  if (lang === undefined || syntax.languageIds.includes(lang)) return;
  throw new ReticleError("unsupported", `\`lang\` "${lang}" is no language with a grammar`, {
    hint: `use one of: ${syntax.languageIds.join(", ")}`,
  });
}

function itemFilter({ type, match, pubMembers }: Input): Omit<ItemFilter, "selection"> {
  return {
    onlyPublicMembers: pubMembers,
    kinds: type === undefined || type.length === 0 ? undefined : new Set(type.map(kindOf)),
    matches: match === undefined ? undefined : createNameMatch(match),
  };
}

function kindOf(written: string): string {
  const kind = fullKind(written);
  const known = [...knownKinds, ...OTHER_KINDS];
  if (known.includes(kind)) return kind;
  throw new ReticleError("invalid_input", `\`type\` "${written}" is no kind of symbol`, {
    hint: `use ${known.join(", ")}`,
  });
}

/** The views that may be shown, the first that fits being taken. */
function viewsOf(view: Input["view"], hasDirectory: boolean): readonly OutlineView[] {
  if (view !== "auto") return [view];
  return hasDirectory ? ["names"] : ["digest", "signatures", "names"];
}

/** What the answer had no room for. */
function fitNotes(
  { omittedFiles, omittedItems, omittedMembers, view }: ShownOutline,
  wanted: OutlineView | undefined,
): string[] {
  const shown = view === wanted || wanted === undefined ? [] : [`the view is ${view} instead of ${wanted}`];
  const omitted = [
    ...(omittedFiles > 0 ? [count(omittedFiles, "file")] : []),
    ...(omittedItems > 0 ? [`${count(omittedItems, "item")} (truncatedItems of each file)`] : []),
    ...(omittedMembers > 0 ? [`${count(omittedMembers, "member")} (truncatedMembers of each item)`] : []),
  ];
  if (omitted.length > 0) shown.push(`left out are ${listed(omitted)}`);
  if (shown.length === 0) return [];
  return [
    `Too much for one answer: ${shown.join("; ")}. Narrow \`paths\`, or use \`type\`, \`match\` or \`view\` names.`,
  ];
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** Where nothing was found. */
function placeText({ looked, items }: Pick<OutlineFacts, "looked" | "items">, { lang, globs, paths }: Input): string {
  if (looked > 0 || items > 0) return `nothing of the kind in ${count(looked, "file")}`;
  const what = lang === undefined ? "file with a grammar" : `${lang} file`;
  const filter = globs === undefined || globs.length === 0 ? "" : " that `globs` let through";
  const left = "hidden folders and what ignore files leave out are looked at when they are named";
  return `there is no ${what} under ${paths.join(", ")}${filter}; ${left}`;
}
