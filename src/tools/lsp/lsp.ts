import { defineTool } from "../core/declaration.ts";
import type { Action } from "./actions/action.ts";
import { askingIn } from "./asking-in.ts";
import { lspInput } from "./lsp-input.ts";

/** An action that was loaded for the call, and what it found. */
interface Facts {
  readonly action: Action;
  readonly found: unknown;
}

export const lsp = defineTool({
  name: "lsp",
  title: "Ask a language server",
  tier: "read",
  description:
    "Asks the project's language server about a name on a line of a file, or about the symbols of a file or the workspace.",
  example: { action: "references", file: "src/server.ts", line: 12, symbol: "listen" },
  input: lspInput,
  needs: ["workspace", "languageServers"],
  parallel: true,
  run: async (input, context, signal) => {
    const { actions } = await import("./actions/actions.ts");
    const action: Action = actions[input.action];
    const asking = askingIn(context, signal);
    const { coverage, facts, notes } = await action.run({ input, context, signal, asking });
    return { coverage, facts: { action, found: facts } satisfies Facts, ...(notes === undefined ? {} : { notes }) };
  },
  format: (answer, input) => answer.facts.action.format({ ...answer, facts: answer.facts.found }, input),
  details: (answer) => answer.facts.action.details({ ...answer, facts: answer.facts.found }),
  summary: (_answer, { action, symbol, file, query }) =>
    `${action} ${[symbol, query, file].filter((part) => part !== undefined).join(" ")}`.trim(),
});
