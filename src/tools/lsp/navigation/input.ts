import type { InferInput } from "../../core/schema.ts";

export const operations = [
  "definition",
  "typeDefinition",
  "declaration",
  "references",
  "hover",
  "signatureHelp",
  "documentSymbol",
  "findSymbol",
  "workspaceSymbol",
  "codeAction",
  "rename",
  "rename_file",
  "implementation",
  "prepareCallHierarchy",
  "incomingCalls",
  "outgoingCalls",
  "executeCommand",
  "workspaceDiagnostics",
  "capabilities",
] as const;
export type Operation = (typeof operations)[number];

const text = { type: "string" } as const;
const line = { type: "integer", minimum: 1 } as const;
const flag = { type: "boolean", default: false } as const;

export const navigationInput = {
  type: "object",
  properties: {
    operation: { type: "string", enum: operations },
    path: text,
    line,
    character: { type: "integer", minimum: -1, description: "1-based; -1: find by symbol." },
    symbol: { ...text, description: "Name on the line; name#2: its second." },
    endLine: line,
    endCharacter: line,
    newName: text,
    newFilePath: text,
    apply: { ...flag, description: "Really change or run." },
    command: text,
    commandArguments: { type: "array" },
    query: { type: "string" },
    kinds: { type: "array", items: { type: "string" } },
    exactMatch: flag,
    topLevelOnly: flag,
    maxResults: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    callHierarchyItem: { type: "object", description: "From prepareCallHierarchy." },
  },
  required: ["operation"],
} as const;

export type NavigationInput = InferInput<typeof navigationInput>;
