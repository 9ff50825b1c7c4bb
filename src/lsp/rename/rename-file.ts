import nodePath from "node:path";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { complete, type Coverage } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import { contains } from "../../base/path-containment.ts";
import { pathToUri } from "../../workspace/uri.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import { type Asking, ask, isNotAsked, primaryFor } from "../operations/asking.ts";
import { projectCoverage } from "../completeness/coverage-of.ts";
import { whenLoaded } from "../completeness/readiness.ts";
import { type EditPlan, planEdit } from "../workspace-edit/edit-plan.ts";
import { type EditStep, editSteps } from "../workspace-edit/edit-steps.ts";

export interface RenameFileRequest {
  readonly file: ResolvedPath;
  /** As it was written: relative to the root of the file, or absolute. */
  readonly newFilePath: string;
  readonly argument: string;
}

export interface PlannedRenameFile {
  readonly coverage: Coverage;
  readonly server: string;
  readonly plan: EditPlan;
  /** As answers show it. */
  readonly newPath: string;
  /** Tells the server that it has happened. */
  readonly tell: () => Promise<void>;
  readonly notes: readonly string[];
}

const WILL = "workspace/willRenameFiles";
const DID = "workspace/didRenameFiles";

/**
 * What moving a file changes: the imports that the language server corrects, and the move itself. A
 * server that could correct them and fails, fails the whole; without such a server the move alone is
 * planned, and a note says so. Nothing is written.
 */
export async function planRenameFile(request: RenameFileRequest, asking: Asking): Promise<PlannedRenameFile> {
  const { file } = request;
  const startedAt = performance.now();
  const newAbsolute = newPlace(request, asking);
  const newPath = asking.workspace.show(newAbsolute, asking.cwd);
  const move: EditStep = {
    kind: "rename",
    path: file.absolute,
    newPath: newAbsolute,
    overwrite: false,
    ignoreIfExists: false,
  };
  const options = { workspace: asking.workspace, cwd: asking.cwd, versions: new Map<string, number>() };
  const server = await primaryFor(file, asking);
  if (isNotAsked(server) || !server.supports(WILL)) {
    const who = isNotAsked(server) ? server.text : `${server.name} does not correct imports.`;
    const plan = await planEdit([move], { ...options, encoding: "utf-16" });
    const coverage: Coverage = { state: "partial", looked: "the file", whole: "the move", missing: "imports of it" };
    return {
      coverage,
      server: "none",
      plan,
      newPath,
      tell: async () => {},
      notes: [`imports are not corrected: ${who}`],
    };
  }
  const { text, version } = await server.open(file);
  const loading = await whenLoaded(server, asking);
  if (loading.length > 0) {
    throw new ReticleError("conflict", `${server.name} is still loading (${loading.join(", ")}); nothing was changed`, {
      hint: "ask again in a while: imports in what is not loaded would be missed",
    });
  }
  const params = { files: [{ oldUri: pathToUri(file.absolute), newUri: pathToUri(newAbsolute) }] };
  const edit = await ask<WorkspaceEdit | null>(server, { method: WILL, params }, asking, {
    feature: "correction of imports",
  });
  const versions = new Map([[file.absolute, version]]);
  const plan = await planEdit([...editSteps(edit), move], { ...options, versions, encoding: server.encoding });
  const asked = { server, loading, waitedMs: performance.now() - startedAt, isEmpty: false };
  const coverage = projectCoverage(asked, { path: file.absolute, shown: file.shown, text });
  const tell = async (): Promise<void> => {
    if (server.supports(DID)) await server.notify(DID, params);
  };
  return {
    coverage: coverage.state === "partial" ? coverage : complete,
    server: server.name,
    plan,
    newPath,
    tell,
    notes: [],
  };
}

function newPlace(
  { file, newFilePath, argument }: RenameFileRequest,
  { workspace, workspaceRoot, cwd }: Asking,
): string {
  const quoted = `\`${argument}\` ${JSON.stringify(newFilePath)}`;
  if (newFilePath.trim() === "" || newFilePath.includes("\0")) {
    throw new ReticleError("invalid_input", `${quoted} is no path`, { hint: "name the file's new place" });
  }
  const place = nodePath.resolve(workspaceRoot, newFilePath);
  if (!workspace.roots.some((root) => contains(root, place) && root !== place)) {
    throw new ReticleError("refused", `${quoted} is outside the workspace`, {
      hint: `name a place below ${workspaceRoot}`,
    });
  }
  if (place !== file.absolute) return place;
  throw new ReticleError("invalid_input", `${quoted} is where ${workspace.show(place, cwd)} is already`, {
    hint: "name another place",
  });
}
