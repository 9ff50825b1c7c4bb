import { ReticleError } from "../../../base/errors.ts";
import type { LanguageServer } from "../../language-servers.ts";
import { ServerView } from "./server-view.ts";

/** For who is inside the gate already. */
export class HeldServer extends ServerView {
  hold<T>(query: (server: LanguageServer) => Promise<T>): Promise<T> {
    return query(this);
  }

  showProposed(): Promise<never> {
    return Promise.reject(new ReticleError("internal", `${this.name} is not shown proposed text in a query's middle`));
  }
}
