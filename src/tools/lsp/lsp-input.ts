import type { InferInput } from "../core/schema.ts";

export const lspActions = [
  "definition",
  "type_definition",
  "implementation",
  "references",
  "hover",
  "signature",
  "symbols",
  "incoming_calls",
  "outgoing_calls",
  "supertypes",
  "subtypes",
  "code_actions",
  "diagnostics",
  "status",
  "reload",
] as const;
export type LspAction = (typeof lspActions)[number];

export const lspInput = {
  type: "object",
  properties: {
    action: { type: "string", enum: lspActions },
    file: {
      type: "string",
      minLength: 1,
      description: "diagnostics: a file, or * for the project's own checker. status, reload: chooses the root.",
    },
    line: { type: "integer", minimum: 1 },
    symbol: {
      type: "string",
      description: "A name as it stands on the line; name#2 is its second occurrence there.",
    },
    query: { type: "string", description: "symbols: part of a name, in the whole workspace or in `file`." },
  },
  required: ["action"],
} as const;

export type LspInput = InferInput<typeof lspInput>;
