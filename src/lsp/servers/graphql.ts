import type { ServerRow } from "../server-row.ts";

/** Its configuration may be a program, and may name a schema on the network. */
export const graphql: ServerRow = {
  id: "graphql",
  title: "GraphQL",
  languageIds: { ".graphql": "graphql", ".gql": "graphql" },
  rootMarkers: [".graphqlrc", ".graphqlrc.*", "graphql.config.*"],
  commands: [
    { binary: "graphql-lsp", args: ["server", "-m", "stream"], from: "project" },
    { binary: "graphql-lsp", args: ["server", "-m", "stream"], from: "path" },
  ],
  package: { registry: "npm", versions: { "graphql-language-service-cli": "3.5.0", graphql: "16.12.0" } },
  loadsProjectCode: true,
};
