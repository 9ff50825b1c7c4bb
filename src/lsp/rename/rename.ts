import type { PrepareRenameResult, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { Coverage } from "../../base/coverage.ts";
import { isReticleError, ReticleError } from "../../base/errors.ts";
import { askEverywhere } from "../completeness/ask-everywhere.ts";
import { type Asking, ask, isNotAsked, type NotAsked } from "../operations/asking.ts";
import { projectCoverage } from "../completeness/coverage-of.ts";
import { documentOf } from "../operations/navigate.ts";
import { openTarget, type SymbolQuery, type Target } from "../operations/target.ts";
import { fromServerPosition } from "../position-encoding.ts";
import type { SymbolPlace } from "../symbol-position.ts";
import { linesOf } from "../symbol-position.ts";
import { type EditPlan, planEdit } from "../workspace-edit/edit-plan.ts";
import { editSteps } from "../workspace-edit/edit-steps.ts";
import { checkNames } from "./new-name.ts";

export interface RenameRequest extends SymbolQuery {
  readonly newName: string;
  /** The host's name of the argument, for messages. */
  readonly argument: string;
}

export interface PlannedRename {
  readonly isAsked: true;
  readonly coverage: Coverage;
  readonly server: string;
  readonly place: SymbolPlace;
  readonly plan: EditPlan;
}

const FEATURE = "rename";

/**
 * What renaming the symbol everywhere would change; nothing is written. Names are checked before the
 * server is asked, and so is whether the place can be renamed at all, where the server can tell.
 */
export async function planRename(request: RenameRequest, asking: Asking): Promise<PlannedRename | NotAsked> {
  const startedAt = performance.now();
  const target = await openTarget(request, asking);
  if (isNotAsked(target)) return target;
  const { server, place, document } = target;
  const { newName, argument } = request;
  checkNames({ newName, oldName: place.name, languageId: document.languageId, argument });
  const question = async (): Promise<WorkspaceEdit | null> => {
    await prepare(target, asking);
    return freshEdit(target, newName, asking);
  };
  const everywhere = await askEverywhere(target, asking, question, {
    isEmpty: (one) => one === null,
    pathsIn: (one) => editSteps(one).flatMap((step) => (step.kind === "edit" ? [step.path] : [])),
  });
  const { value: edit, loading } = everywhere;
  if (loading.length > 0) throw stillLoading(server.name, loading);
  const plan = await planEdit(editSteps(edit), {
    workspace: asking.workspace,
    cwd: asking.cwd,
    encoding: server.encoding,
    versions: new Map([[document.path, document.version]]),
    refuse: (oldText, newText) => staleText({ oldText, newText }, { oldName: place.name, newName }),
  });
  const asked = {
    server,
    loading,
    waitedMs: performance.now() - startedAt,
    isEmpty: plan.files.length === 0,
    everywhere,
  };
  return { isAsked: true, coverage: projectCoverage(asked, documentOf(target)), server: server.name, place, plan };
}

/** Asks whether the place can be renamed. Throws `refused` with the server's own words when it cannot. */
async function prepare({ server, file, params, place, document }: Target, asking: Asking): Promise<void> {
  const method = "textDocument/prepareRename";
  if (!server.supports(method, file.absolute)) return;
  const options = { path: file.absolute, feature: FEATURE };
  const answer = await ask<PrepareRenameResult | null>(server, { method, params }, asking, options).catch(
    (error: unknown) => {
      if (!isReticleError(error) || error.kind !== "protocol") throw error;
      throw cannot(place, error.message, error);
    },
  );
  if (answer === null || answer === undefined)
    throw cannot(place, `${server.name} says that it is nothing that can be renamed`);
  const range = "range" in answer ? answer.range : "start" in answer ? answer : undefined;
  if (range === undefined) return;
  const lines = linesOf(document.text);
  const start = fromServerPosition(lines, range.start, server.encoding);
  const end = fromServerPosition(lines, range.end, server.encoding);
  const isHere = start.line === place.line - 1 && start.character <= place.start && place.start < end.character;
  if (!isHere) throw cannot(place, `${server.name} would rename what stands beside it`);
}

/**
 * The server's edit, made from what is on the disk now: files that it names are announced as changed
 * and the edit is asked for once more, because it may have read them long ago.
 */
async function freshEdit(target: Target, newName: string, asking: Asking): Promise<WorkspaceEdit | null> {
  const first = await requestEdit(target, newName, asking);
  const paths = new Set(editSteps(first).flatMap((step) => (step.kind === "edit" ? [step.path] : [])));
  paths.delete(target.file.absolute);
  if (paths.size === 0) return first;
  await asking.servers.notifyChanged([...paths].map((path) => ({ path, kind: "changed" })));
  return requestEdit(target, newName, asking);
}

function requestEdit({ server, params, file }: Target, newName: string, asking: Asking): Promise<WorkspaceEdit | null> {
  const request = { method: "textDocument/rename", params: { ...params, newName } };
  return ask<WorkspaceEdit | null>(server, request, asking, { path: file.absolute, feature: FEATURE });
}

/** A replacement by the new name must stand where the old one is; anything else was made for another text. */
function staleText(
  { oldText, newText }: { readonly oldText: string; readonly newText: string },
  { oldName, newName }: { readonly oldName: string; readonly newName: string },
): string | undefined {
  if (newText !== newName || oldText === "" || oldText.includes(bareName(oldName))) return undefined;
  return `the server's edit is for an older text of the file: it replaces ${JSON.stringify(oldText.slice(0, 60))}`;
}

/** Without what may or may not belong to a name: `$x`, `@x`, `r#x`. */
function bareName(name: string): string {
  return name.replace(/^(?:r#|[^\p{ID_Start}_]+)/u, "") || name;
}

function cannot({ name, line }: SymbolPlace, why: string, cause?: unknown): ReticleError {
  return new ReticleError("refused", `"${name}" on line ${line} cannot be renamed: ${why}`, {
    hint: "point at a name that the project itself declares",
    cause,
  });
}

/** What a server that has not loaded the project would rename is half of it. */
function stillLoading(name: string, loading: readonly string[]): ReticleError {
  return new ReticleError("conflict", `${name} is still loading (${loading.join(", ")}); nothing was changed`, {
    hint: "ask again in a while: a rename now would miss what is not loaded yet",
  });
}
