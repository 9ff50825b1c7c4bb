import { complete, emptyText } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import { contains } from "../../base/path-containment.ts";
import { noticeText } from "../../config/config.ts";
import type { Config, ConfigDocument, ConfigNotice, Leaf, Trust } from "../../config/config.ts";
import type { ToolContext } from "../core/context.ts";
import { defineTool } from "../core/declaration.ts";
import type { TextSection } from "../core/declaration.ts";

/** Paths in here are already shown from home, and no value of an environment variable is among it. */
interface ConfigFacts {
  readonly roots: readonly string[];
  readonly skippedRoots: readonly { readonly path: string; readonly reason: string }[];
  readonly cwd: string;
  readonly trust: Trust;
  readonly documents: readonly ConfigDocument[];
  readonly leaves: readonly Leaf[];
  readonly notices: readonly ConfigNotice[];
  readonly file?: FileFacts;
}
interface FileFacts {
  readonly file: string;
  readonly root: string;
  /** Id of the language; absent: there is no grammar for it. */
  readonly language?: string;
}

export const effectiveConfig = defineTool({
  name: "pilens_effective_config",
  mcp: { name: "pilens_effective_config", cwd: true },
  pi: false,
  title: "Effective configuration",
  tier: "read",
  description: "Shows the settings in force, where each comes from, and whether the workspace is trusted.",
  example: { file: "src/server.ts" },
  input: {
    type: "object",
    properties: {
      file: { type: "string", description: "Also how this file would be read; inside cwd." },
    },
  },
  needs: ["workspace"],
  parallel: true,
  run: async ({ file }, context) => ({ coverage: complete, facts: await collectFacts(context, file) }),
  format: ({ facts }): readonly TextSection[] => [
    { label: "WORKSPACE", text: workspaceText(facts), value: 4 },
    ...(facts.file === undefined ? [] : [{ label: "FILE", text: fileText(facts.file), value: 5 }]),
    { label: "SETTINGS FILES", text: documentsText(facts.documents), value: 2 },
    { label: "SETTINGS", text: settingsText(facts.leaves), value: 3 },
    { label: "NOTICES", text: noticesText(facts.notices), value: 1 },
  ],
  details: ({ facts }) => ({
    roots: facts.roots,
    cwd: facts.cwd,
    trust: { ...facts.trust },
    documents: facts.documents.map((document) => ({ ...document })),
    settings: facts.leaves.map((leaf) => ({ ...leaf })),
    notices: facts.notices.map((notice) => ({ ...notice })),
    ...(facts.file === undefined ? {} : { file: { ...facts.file } }),
  }),
  summary: ({ facts }) =>
    `${facts.trust.isTrusted ? "trusted" : "not trusted"}, ${facts.leaves.filter(isSet).length} settings set, ${facts.notices.length} notices`,
});

async function collectFacts(context: ToolContext, file: string | undefined): Promise<ConfigFacts> {
  const { config, workspace, cwd } = context;
  const show = (path: string): string => config.showPath(path);
  return {
    roots: workspace.roots.map(show),
    skippedRoots: workspace.skippedRoots.map(({ path, reason }) => ({ path: show(path), reason })),
    cwd: show(cwd),
    trust: config.trust,
    documents: config.documents,
    leaves: config.provenance(),
    notices: config.notices,
    ...(file === undefined ? {} : { file: await describeFile(context, config, file) }),
  };
}

async function describeFile(context: ToolContext, config: Config, file: string): Promise<FileFacts> {
  const { workspace, cwd } = context;
  const argument = context.argumentName("file");
  const resolved = await workspace.resolve(file, argument, cwd);
  const subject = `\`${argument}\` ${JSON.stringify(file)}`;
  if (!contains(cwd, resolved.absolute)) {
    throw new ReticleError("refused", `${subject} is outside \`cwd\` ${config.showPath(cwd)}`, {
      hint: "name a file inside cwd, or give the folder it is in as cwd",
    });
  }
  if (resolved.kind === "directory") {
    throw new ReticleError("invalid_input", `${subject} is a folder`, { hint: "name a file inside it" });
  }
  const language = (await context.syntax()).languageOf(resolved.absolute)?.id;
  const root = config.showPath(workspace.rootOf(resolved.absolute) ?? cwd);
  return { file: resolved.shown, root, ...(language === undefined ? {} : { language }) };
}

function workspaceText({ roots, skippedRoots, cwd, trust }: ConfigFacts): string {
  return [
    "WORKSPACE:",
    ...columns([
      ...roots.map((root) => ["root", root]),
      ...skippedRoots.map(({ path, reason }) => ["skipped", `${path}: ${reason}`]),
      ["cwd", cwd],
      ["trust", `${trust.isTrusted ? "trusted" : "not trusted"}: ${trust.why}`],
    ]),
  ].join("\n");
}

function fileText({ file, root, language }: FileFacts): string {
  const reading = language ?? "no grammar for this file name; tools that need an outline cannot read it";
  return [
    "FILE:",
    ...columns([
      ["file", file],
      ["root", root],
      ["language", reading],
    ]),
  ].join("\n");
}

function documentsText(documents: readonly ConfigDocument[]): string {
  return ["SETTINGS FILES:", ...columns(documents.map(({ role, file, state }) => [role, state, file]))].join("\n");
}

function settingsText(leaves: readonly Leaf[]): string {
  return ["SETTINGS:", ...columns(leaves.map((leaf) => [leaf.path, leaf.value, originText(leaf)]))].join("\n");
}

function originText({ origin, source }: Leaf): string {
  return source === undefined ? origin : `${origin} ${source}`;
}

function noticesText(notices: readonly ConfigNotice[]): string {
  if (notices.length === 0) return emptyText(complete, "NOTICES: none; everything in the settings files has an effect");
  return ["NOTICES:", ...notices.map((notice) => `  ${noticeText(notice)}`)].join("\n");
}

function isSet({ origin }: Leaf): boolean {
  return origin !== "default";
}

/** Rows indented, each column as wide as its widest cell; the last one free. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows.map(
    (row) => `  ${row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join("  ")}`,
  );
}
