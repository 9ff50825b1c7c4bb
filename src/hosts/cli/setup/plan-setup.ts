import { join } from "node:path";
import { isReticleError, ReticleError } from "../../../base/errors.ts";
import type { TextChange } from "../../../workspace/changes/change-set.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import type { Launch, SetupClient, SetupFile } from "./setup-client.ts";

export interface SetupRequest {
  readonly client: SetupClient;
  /** Absent: our part is taken out. */
  readonly launch: Launch | undefined;
  readonly workspace: Workspace;
}

/** The files that change, in order. Throws where one cannot be understood, or lies outside the project; nothing is written. */
export async function planSetup({ client, launch, workspace }: SetupRequest): Promise<readonly TextChange[]> {
  const changes: TextChange[] = [];
  for (const file of client.files) {
    const change = await planFile(file, launch, workspace);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

async function planFile(
  file: SetupFile,
  launch: Launch | undefined,
  workspace: Workspace,
): Promise<TextChange | undefined> {
  const { absolute, shown, isThere } = await locate(file, workspace);
  const before = isThere ? await workspace.read({ absolute, shown, kind: "file" }, "file") : undefined;
  const text = before?.text ?? "";
  const after = edited(shown, () => (launch === undefined ? file.remove(text) : file.add(text, launch)));
  if (after === text) return undefined;
  return { path: absolute, shown, before, after: after === "" ? undefined : after };
}

/** The first of its places that exists, else the first. */
async function locate({ paths }: SetupFile, workspace: Workspace): ReturnType<Workspace["resolveWritable"]> {
  const places = await Promise.all(
    paths.map((path) => workspace.resolveWritable(join(workspace.cwd, path), "file", workspace.cwd)),
  );
  const [first] = places;
  const found = places.find(({ isThere }) => isThere) ?? first;
  if (found === undefined) throw new ReticleError("internal", "a client has a file without a place");
  return found;
}

function edited(shown: string, edit: () => string): string {
  try {
    return edit();
  } catch (error) {
    if (!isReticleError(error)) throw error;
    const hint = error.hint ?? "correct the file, or move it away, and run the command again; nothing was written";
    throw new ReticleError(error.kind, `${shown} ${error.message}`, { hint, cause: error });
  }
}
