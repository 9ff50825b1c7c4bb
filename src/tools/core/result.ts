import type { JsonObject } from "../../base/json.ts";

export interface TextBlock {
  readonly type: "text";
  readonly text: string;
}
export interface ImageBlock {
  readonly type: "image";
  readonly data: string;
  readonly mimeType: string;
}
export type ContentBlock = TextBlock | ImageBlock;

/** What a call gives every host. `details` is for interfaces and programs and is stripped on MCP. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  readonly details?: JsonObject;
  /** One line for a collapsed view; for interfaces, like `details`. */
  readonly summary?: string;
  /** Only when arguments were ignored: which ones. */
  readonly structuredContent?: { readonly ignoredArguments: readonly string[]; readonly ignoredArgumentCount: number };
}
