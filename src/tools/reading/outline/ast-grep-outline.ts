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
      description: "Kinds of items to keep, e.g. class, function.",
    },
    match: {
      type: "string",
      minLength: 1,
      maxLength: 200,
      description: "Regular expression for names and signatures of items.",
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
    const shown = renderOutline(outlined.files, viewsOf(given.view, scope.hasDirectory));
    const { looked, left, coverage } = outlined;
    return { coverage, facts: { ...shown, looked, left: left + shown.omittedFiles }, notes: fitNotes(shown) };
  },
  format: ({ facts, coverage }) => {
    if (facts.items > 0 || coverage.state !== "complete") return facts.text;
    const note = emptyText(coverage, `nothing of the kind in ${facts.looked} ${facts.looked === 1 ? "file" : "files"}`);
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

function fitNotes({ omittedFiles, omittedItems }: ShownOutline): string[] {
  if (omittedFiles === 0 && omittedItems === 0) return [];
  const files = omittedFiles > 0 ? [`${omittedFiles} ${omittedFiles === 1 ? "file" : "files"}`] : [];
  const items = omittedItems > 0 ? [`${omittedItems} items (truncatedItems of each file)`] : [];
  return [
    `Left out for size: ${[...files, ...items].join(" and ")}; narrow \`paths\`, or use \`type\`, \`match\` or \`view\` names.`,
  ];
}
