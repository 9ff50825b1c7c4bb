import { defineTool } from "../core/declaration.ts";
import { askingIn } from "./asking-in.ts";
import { envelope, envelopeDetails, failureEnvelope } from "./navigation/envelope.ts";
import { navigationInput } from "./navigation/input.ts";

export const lspNavigation = defineTool({
  name: "lsp_navigation",
  mcp: { name: "pilens_lsp_navigation", cwd: true },
  title: "Language server navigation",
  tier: "exec",
  description: "Asks a language server: definitions, references, types, calls, symbols, actions, renames.",
  example: { operation: "references", path: "src/server.ts", line: 12, symbol: "listen" },
  input: navigationInput,
  needs: ["workspace", "languageServers"],
  parallel: true,
  run: async (input, context, signal) => {
    const { runOperation } = await import("./navigation/operations.ts");
    const asking = askingIn(context, signal);
    const { coverage, found, report = [] } = await runOperation[input.operation]({ input, context, signal, asking });
    return { coverage, facts: found, report };
  },
  format: ({ facts }, { operation }) => envelope(operation, facts),
  formatFailure: (error, { operation, path }) => failureEnvelope(operation, error, path),
  details: ({ facts }, { operation }) => envelopeDetails(operation, facts),
  summary: ({ facts }, { operation, symbol, query, path }) =>
    `${operation} ${symbol ?? query ?? path ?? ""}: ${facts.status}, ${facts.resultCount}`,
});
