import type { LanguageServer } from "../language-servers.ts";
import { PULL } from "./pull.ts";
import { passesRequestsOn } from "./tsserver-request.ts";

/** Whether the server says on demand what is wrong with a file; others publish it when they find it. */
export function canBeAsked(server: LanguageServer, path: string): boolean {
  return server.supports(PULL, path) || passesRequestsOn(server);
}
