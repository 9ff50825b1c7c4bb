import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { toColumns } from "./columns.ts";

type RenderResult = NonNullable<Parameters<ExtensionAPI["registerTool"]>[0]["renderResult"]>;

/** A result in pi's interface: one line while it is collapsed, the whole text when it is opened. Never throws. */
export const renderResult: RenderResult = (result, { expanded }, theme) => {
  const text = textOf(result.content);
  const shown = expanded ? text : (summaryOf(result.details) ?? text);
  let drawn: { readonly width: number; readonly lines: readonly string[] } | undefined;
  return {
    render: (width) => {
      if (drawn?.width === width) return drawn.lines;
      const lines = toColumns(expanded ? shown : firstLine(shown), width);
      drawn = { width, lines: (expanded ? lines : lines.slice(0, 1)).map((line) => theme.fg("toolOutput", line)) };
      return drawn.lines;
    },
    invalidate: () => {
      drawn = undefined;
    },
  };
};

function textOf(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.flatMap(({ text }) => (typeof text === "string" ? [text] : [])).join("\n");
}

function summaryOf(details: unknown): string | undefined {
  if (typeof details !== "object" || details === null) return undefined;
  const { summary } = details as { readonly summary?: unknown };
  return typeof summary === "string" && summary.trim() !== "" ? summary : undefined;
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "") ?? "";
}
