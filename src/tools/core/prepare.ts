import { type ArgumentVerdict, checkArguments } from "./argument-check.ts";
import type { ToolContext } from "./context.ts";
import type { Dialect, Tool } from "./declaration.ts";
import { schemaIn, toOwnArguments } from "./dialect.ts";
import type { ToolResult } from "./result.ts";
import { checkValues } from "./values.ts";

/** One call of one tool, as it came from the host. */
export interface ToolCall {
  readonly tool: Tool;
  /** Whose argument names the call uses. */
  readonly dialect: Dialect;
  /** The name the host called it by. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** False: undeclared arguments are dropped without a word. */
  readonly isChecked: boolean;
  readonly onProgress: ToolContext["progress"];
}

/** What must be said about undeclared arguments, whatever becomes of the call. */
export type Ignored = Required<Pick<ToolResult, "structuredContent">> & { readonly warning: string };

export type Prepared = { readonly ignored: Ignored | undefined } & (
  | {
      readonly isReady: true;
      readonly input: Readonly<Record<string, unknown>>;
      readonly cwd: string | undefined;
      readonly notes: readonly string[];
    }
  /** `text` is the whole text of the result. */
  | { readonly isReady: false; readonly text: string }
);

/** Argument check and values. Pure. */
export function prepareCall({ tool, dialect, name, args, isChecked }: ToolCall): Prepared {
  const schema = schemaIn(tool, dialect);
  const verdict: ArgumentVerdict = isChecked ? checkArguments(name, schema, args) : { verdict: "pass" };
  const ignored: Ignored | undefined =
    verdict.verdict === "pass" ? undefined : { warning: verdict.warning, structuredContent: verdict.structuredContent };
  if (verdict.verdict === "refuse") return { ignored, isReady: false, text: `${verdict.warning}\n${verdict.reason}` };

  const values = checkValues(schema, args);
  if (!values.isValid) return { ignored, isReady: false, text: joinText(headLines(ignored, []), values.refusal) };
  return { ignored, isReady: true, ...toOwnArguments(tool, dialect, values.values), notes: values.notes };
}

/** What stands above a tool's own text, in its fixed order. */
export function headLines(ignored: Ignored | undefined, lines: readonly string[]): readonly string[] {
  return ignored === undefined ? lines : [ignored.warning, "", ...lines];
}

export function joinText(head: readonly string[], body: string): string {
  return [...head, ...(body === "" ? [] : [body])].join("\n");
}

/** The arguments as an object: absent, null and [] mean none; undefined for anything else. */
export function normaliseArguments(args: unknown): Readonly<Record<string, unknown>> | undefined {
  if (args === undefined || args === null) return {};
  if (Array.isArray(args)) return args.length === 0 ? {} : undefined;
  return typeof args === "object" ? (args as Readonly<Record<string, unknown>>) : undefined;
}
