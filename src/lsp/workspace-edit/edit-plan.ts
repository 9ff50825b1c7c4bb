import { ReticleError } from "../../base/errors.ts";
import { contains } from "../../base/path-containment.ts";
import { changeSetOf, type ChangeSet } from "../../workspace/changes/change-set.ts";
import { FileTree, type PlannedEdit, type TreeFile } from "../../workspace/changes/file-tree.ts";
import type { SourceDocument } from "../../workspace/document.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { fromServerRange, type PositionEncoding, protocolLines } from "../position-encoding.ts";
import type { EditStep } from "./edit-steps.ts";
import { applyEdits, distinctEdits, type OffsetEdit } from "./text-edits.ts";

/** What one path is before and after. Nothing is written yet. */
export interface PlannedFile {
  readonly path: string;
  readonly shown: string;
  /** As it is on the disk; undefined: there is no such file. */
  readonly before: SourceDocument | undefined;
  /** As it will be; undefined: it will be gone. */
  readonly after: string | undefined;
  /** The file whose encoding, byte order mark and mode it takes over: itself, or the one it was renamed from. */
  readonly origin: SourceDocument | undefined;
  /** Replacements and insertions in it. */
  readonly edits: readonly PlannedEdit[];
  /** Where it was, when it was renamed. */
  readonly from: string | undefined;
}

export interface EditPlan {
  /** Only files that change, in the order of their paths. */
  readonly files: readonly PlannedFile[];
  readonly editCount: number;
}

export interface PlanOptions {
  readonly workspace: Workspace;
  readonly cwd: string;
  readonly encoding: PositionEncoding;
  /** Versions of the documents that the server has open, by path. */
  readonly versions: ReadonlyMap<string, number>;
  /** Says what is wrong with a replacement of `oldText` by `newText`; undefined: nothing. */
  readonly refuse?: (oldText: string, newText: string) => string | undefined;
}

/**
 * What the steps of a server's edit come to, file by file. Every file must be inside the workspace,
 * readable, and in the version the server meant. Throws `refused`, `conflict`, `protocol`, `not_found`,
 * `unsupported`, with the file named; nothing is written either way.
 */
export async function planEdit(steps: readonly EditStep[], options: PlanOptions): Promise<EditPlan> {
  const tree = new FileTree(options);
  for (const step of steps) await take(step, tree, options);
  const files = tree.changed().map((file) => plannedFile(file, options));
  return { files, editCount: files.reduce((sum, { edits }) => sum + edits.length, 0) };
}

async function take(step: EditStep, tree: FileTree, options: PlanOptions): Promise<void> {
  refuseOutside(step.path, options);
  switch (step.kind) {
    case "edit":
      return editFile(step, tree, options);
    case "create":
      return tree.create(step.path, step);
    case "rename":
      refuseOutside(step.newPath, options);
      return tree.rename(step.path, step.newPath, step);
    case "delete":
      return tree.delete(step.path, step);
  }
}

async function editFile(
  step: Extract<EditStep, { kind: "edit" }>,
  tree: FileTree,
  options: PlanOptions,
): Promise<void> {
  const { path, version, edits } = step;
  const known = options.versions.get(path);
  const shown = options.workspace.show(path, options.cwd);
  if (version !== undefined && known !== undefined && version !== known) {
    throw new ReticleError(
      "conflict",
      `the server's edit is for version ${version} of ${shown}, which has version ${known} now`,
      {
        hint: "ask again",
      },
    );
  }
  const text = await tree.text(path);
  const offsets = distinctEdits(offsetsOf(text, edits, options));
  for (const { start, end, newText } of offsets) {
    const why = options.refuse?.(text.slice(start, end), newText);
    if (why !== undefined)
      throw new ReticleError("conflict", `${shown}: ${why}; nothing was changed`, {
        hint: "reload the server and try again",
      });
  }
  tree.write(
    path,
    applyEdits(text, offsets, shown),
    offsets.map((one) => plannedEdit(text, one)),
  );
}

function plannedEdit(text: string, { start, end, newText }: OffsetEdit): PlannedEdit {
  const before = protocolLines(text.slice(0, start));
  return {
    line: before.length,
    column: (before.at(-1) ?? "").length + 1,
    oldText: text.slice(start, end),
    newText,
  };
}

/** Positions of the server → offsets, with the line ends of the text counted as they are. */
function offsetsOf(
  text: string,
  edits: Extract<EditStep, { kind: "edit" }>["edits"],
  { encoding }: PlanOptions,
): readonly OffsetEdit[] {
  const lines = protocolLines(text);
  const starts = lineStarts(text);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return edits.map(({ range, newText }) => {
    const { start, end } = fromServerRange(lines, range, encoding);
    const offset = ({ line, character }: typeof start): number => (starts[line] ?? text.length) + character;
    return { start: offset(start), end: offset(end), newText: eol === "\n" ? newText : newText.replace(/\r?\n/g, eol) };
  });
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: end }) => index + end.length)];
}

function refuseOutside(path: string, { workspace, cwd }: PlanOptions): void {
  if (workspace.roots.some((root) => contains(root, path))) return;
  throw new ReticleError(
    "refused",
    `the change would reach ${workspace.show(path, cwd)}, outside the workspace; nothing was changed`,
    {
      hint: "what a library declares cannot be changed from here",
    },
  );
}

/** The plan as what can be committed. Throws `unsupported` when a file's encoding cannot say its new text. */
export function changeSetOfPlan(label: string, { files }: EditPlan): ChangeSet {
  return changeSetOf(label, files);
}

function plannedFile(file: TreeFile, { workspace, cwd }: PlanOptions): PlannedFile {
  return { ...file, shown: workspace.show(file.path, cwd) };
}
