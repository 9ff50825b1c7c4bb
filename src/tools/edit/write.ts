import { complete } from "../../base/coverage.ts";
import { type Answer, defineTool } from "../core/declaration.ts";
import { commitTexts } from "./commit-texts.ts";
import { countLines, fitLineEnds } from "./line-ends.ts";
import { undoLine } from "./undo-line.ts";

interface Facts {
  readonly shown: string;
  readonly kind: "created" | "replaced" | "unchanged";
  readonly lineCount: number;
  readonly linesBefore: number;
  readonly undoId: string | undefined;
}

export const write = defineTool({
  name: "write",
  title: "Write a file",
  tier: "write",
  pi: false,
  description:
    "Writes a whole file, and the folders above it; an existing file keeps its encoding, line ends and permissions.",
  example: { path: "src/area.ts", content: "export const area = 1;\n" },
  input: {
    type: "object",
    properties: { path: { type: "string", minLength: 1 }, content: { type: "string" } },
    required: ["path", "content"],
  },
  needs: ["workspace"],
  parallel: false,
  run: async ({ path, content }, context, signal): Promise<Answer<Facts>> => {
    const argument = context.argumentName("path");
    const { absolute, shown, isThere } = await context.workspace.resolveWritable(path, argument, context.cwd);
    const before = isThere ? await context.workspace.read({ absolute, shown, kind: "file" }, argument) : undefined;
    // The byte order mark of the file is kept; one more would be a character of the text.
    const text = before?.hasBom === true ? content.replace(/^\uFEFF/, "") : content;
    const after = before === undefined ? text : fitLineEnds(text, before.eol);
    const change = { path: absolute, shown, before, after };
    const { undoId, report } = await commitTexts("write", [change], { context, signal });
    const kind = undoId === undefined ? "unchanged" : before === undefined ? "created" : "replaced";
    const lines = { lineCount: countLines(after), linesBefore: countLines(before?.text ?? "") };
    return { coverage: complete, facts: { shown, kind, ...lines, undoId }, report };
  },
  format: ({ facts: { shown, kind, lineCount, linesBefore, undoId } }) => {
    const size = `${lineCount} ${lineCount === 1 ? "line" : "lines"}`;
    switch (kind) {
      case "unchanged":
        return `${shown} has this content already; nothing was written.`;
      case "created":
        return [`Created ${shown}: ${size}`, ...undoLine(undoId)].join("\n");
      case "replaced":
        return [`Wrote ${shown}: ${size}, before ${linesBefore}`, ...undoLine(undoId)].join("\n");
    }
  },
  details: ({ facts: { shown, kind, lineCount, undoId } }) => ({
    path: shown,
    kind,
    lineCount,
    ...(undoId === undefined ? {} : { undoId }),
  }),
  summary: ({ facts: { shown, kind } }) => `${shown} ${kind}`,
});
