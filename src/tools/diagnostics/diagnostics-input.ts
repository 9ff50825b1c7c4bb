const text = { type: "string" } as const;
const count = { type: "integer", minimum: 1 } as const;

export const diagnosticsInput = {
  type: "object",
  properties: {
    source: { type: "string", enum: ["session", "lsp"], default: "session" },
    scope: { type: "string", enum: ["paths", "workspace"] },
    mode: { type: "string", enum: ["delta", "all", "full"], description: "delta: this turn; full: after a scan." },
    path: text,
    paths: { type: "array", items: { type: "string" }, maxItems: 200 },
    severity: {
      type: "string",
      enum: ["error", "warning", "information", "hint", "all"],
      default: "all",
      description: "The lowest shown.",
    },
    concurrency: { type: "integer", minimum: 1, maximum: 16, default: 8 },
    waitMs: { type: "number", minimum: 0, description: "Per file." },
    serverScope: { type: "string", enum: ["primary", "all"], default: "all" },
    refreshRunners: {
      type: ["boolean", "string"],
      enum: [true, false, "cached", "cheap", "all", "none"],
      description: "With mode full: analyzers to run anew.",
    },
    maxProjectFiles: count,
    maxLspFiles: count,
    includeGenerated: { type: "boolean", default: false },
    analysisRoot: { ...text, description: "Folder for heavy analyzers." },
  },
} as const;
