import { findSockets, isListening } from "../../../rendezvous/ask-server.ts";
import { findRuntimeFolder, unsafe } from "../../../rendezvous/runtime-folder.ts";
import type { Finding, Patient } from "./check.ts";

/** Whether a running server answers the hooks of the folder. */
export async function checkHooks({ folder }: Pick<Patient, "folder">): Promise<Finding> {
  const { path, isReal } = findRuntimeFolder();
  const why = isReal ? await unsafe(path).catch(() => undefined) : undefined;
  if (why !== undefined) return { state: "note", text: `${path} ${why}`, remedy: "remove it; a server makes it again" };
  const sockets = await findSockets(folder);
  const listening = (await Promise.all(sockets.map((one) => isListening(one.path)))).filter(Boolean).length;
  if (listening > 0) {
    return {
      state: "ok",
      text: `${listening} running ${listening === 1 ? "server answers" : "servers answer"} for this folder`,
    };
  }
  return { state: "ok", text: "no server runs for this folder now; hooks look for themselves then, more slowly" };
}
