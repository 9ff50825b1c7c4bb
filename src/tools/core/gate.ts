import { byteLength, cutMiddle } from "../../base/truncate.ts";
import type { TextSection } from "./declaration.ts";
import type { ContentBlock, ToolResult } from "./result.ts";

/** Bytes of UTF-8 text in one result, the usage footer included. Images are not counted. */
export const MAX_RESULT_BYTES = 40 * 1024;
/** Bytes of the widest footer: three figures of 16 digits. */
export const MAX_FOOTER_BYTES = 98;
export const PAYLOAD_BUDGET_BYTES = MAX_RESULT_BYTES - MAX_FOOTER_BYTES;
/** Beyond this the log of an oversized result is itself cut. */
export const MAX_LOG_BYTES = 8 * 1024 * 1024;

const FOOTER = /\n\nusage tokens=(\d{1,16}) elapsed-ms=(\d{1,16}) bytes=(\d{1,16}) truncated=(?:true|false)$/;
const MAX_NAMED_SECTIONS = 20;

export interface GateRequest {
  readonly tool: string;
  /** Measured duration of the call. */
  readonly elapsedMs: number;
  /** Default: a quarter of the delivered bytes. */
  readonly tokens?: number;
  /** The text in parts, when the tool made it so; it must equal the result's only text block. */
  readonly sectioned?: SectionedText | undefined;
  /** Keeps the full text of an oversized result; gives its path, undefined when it could not be kept. */
  readonly logResult: (text: string) => Promise<string | undefined>;
  readonly degraded: (kind: string, subject: string, reason: string) => void;
}

/** A text whose sections can be left out one by one; `head` never is. */
export interface SectionedText {
  readonly head: string;
  readonly sections: readonly TextSection[];
}

export function joinSectioned({ head, sections }: SectionedText): string {
  return head + sections.map((section) => section.text).join("\n");
}

/**
 * The last station of every result, on every host: bounds its text and stamps the usage footer as
 * the last line. Idempotent. A result without text passes without a footer.
 */
export async function passGate(result: ToolResult, request: GateRequest): Promise<ToolResult> {
  const normalised = { ...result, isError: result.isError === true };
  const text = joinTexts(result.content);
  if (text === undefined) return normalised;
  const stamp = readFooter(text);
  if (stamp !== undefined && byteLength(text) <= MAX_RESULT_BYTES) {
    return { ...normalised, content: withText(result.content, text) };
  }
  const payload = stamp?.payload ?? text;
  const isOversized = byteLength(payload) > PAYLOAD_BUDGET_BYTES;
  const bounded = isOversized ? await bound(payload, request) : payload;
  const bytes = byteLength(bounded);
  const footer = formatFooter({
    tokens: stamp?.tokens ?? request.tokens ?? Math.ceil(bytes / 4),
    elapsedMs: stamp?.elapsedMs ?? request.elapsedMs,
    bytes,
    isTruncated: isOversized,
  });
  return { ...normalised, content: withText(result.content, bounded + footer) };
}

/** All text blocks as one; undefined when there is none. */
function joinTexts(content: readonly ContentBlock[]): string | undefined {
  const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts.length === 0 ? undefined : texts.join("\n");
}

/** Puts the text at the first text block's place; the other blocks stay as they are. */
function withText(content: readonly ContentBlock[], text: string): ContentBlock[] {
  const first = content.findIndex((block) => block.type === "text");
  return content.flatMap((block, index): ContentBlock[] => {
    if (block.type !== "text") return [block];
    return index === first ? [{ type: "text", text }] : [];
  });
}

interface Stamp {
  readonly payload: string;
  readonly tokens: number;
  readonly elapsedMs: number;
}

/** The footer a text already carries. A quoted one is payload: its byte count does not fit the text before it. */
function readFooter(text: string): Stamp | undefined {
  const match = FOOTER.exec(text.slice(-MAX_FOOTER_BYTES));
  if (match === null) return undefined;
  const payload = text.slice(0, text.length - match[0].length);
  if (byteLength(payload) !== Number(match[3])) return undefined;
  return { payload, tokens: Number(match[1]), elapsedMs: Number(match[2]) };
}

function formatFooter(usage: { tokens: number; elapsedMs: number; bytes: number; isTruncated: boolean }): string {
  const figure = (value: number): number => Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(value) || 0));
  return (
    `\n\nusage tokens=${figure(usage.tokens)} elapsed-ms=${figure(usage.elapsedMs)} ` +
    `bytes=${figure(usage.bytes)} truncated=${usage.isTruncated}`
  );
}

/** Fits an oversized payload into the budget; its full text goes to the log, once. */
async function bound(payload: string, request: GateRequest): Promise<string> {
  const where = await keepFullText(payload, request);
  const shortened = leaveOutSections(payload, request.sectioned, where);
  return cutMiddle(
    shortened,
    PAYLOAD_BUDGET_BYTES,
    ({ characters }) => `\n[… ${characters} characters omitted; ${where} …]\n`,
  );
}

/** Logs the text and says where it is. */
async function keepFullText(payload: string, request: GateRequest): Promise<string> {
  let omittedBytes = 0;
  const logged = cutMiddle(payload, MAX_LOG_BYTES, ({ bytes }) => {
    omittedBytes = bytes;
    return `\n[… ${bytes} bytes omitted from this log …]\n`;
  });
  if (omittedBytes > 0) {
    const reason = `${omittedBytes} bytes of the full text were not kept`;
    request.degraded("mcp-complete-result-budget-exceeded", request.tool, reason);
  }
  const path = await request.logResult(logged).catch(() => undefined);
  if (path === undefined) {
    request.degraded("result-log-failed", request.tool, "the full text of an oversized result could not be kept");
    return "the full text could not be kept: ask for less";
  }
  return omittedBytes === 0 ? `full text: ${path}` : `text, incomplete by ${omittedBytes} bytes: ${path}`;
}

/** Drops the sections of least value until the rest fits (or one is left) and names them in a last line. */
function leaveOutSections(payload: string, sectioned: SectionedText | undefined, where: string): string {
  if (sectioned === undefined || sectioned.sections.length < 2 || joinSectioned(sectioned) !== payload) return payload;
  const byValue = sectioned.sections
    .map((section, index) => ({ section, index }))
    .sort((a, b) => a.section.value - b.section.value || b.index - a.index);
  const dropped = new Set<TextSection>();
  let bytes = byteLength(payload);
  let notice = "";
  for (const { section } of byValue.slice(0, -1)) {
    dropped.add(section);
    bytes -= byteLength(section.text) + 1;
    notice = `\n${describeLeftOut([...dropped], where)}`;
    if (bytes + byteLength(notice) <= PAYLOAD_BUDGET_BYTES) break;
  }
  const kept = sectioned.sections.filter((section) => !dropped.has(section));
  return joinSectioned({ head: sectioned.head, sections: kept }) + notice;
}

function describeLeftOut(sections: readonly TextSection[], where: string): string {
  const named = sections
    .slice(0, MAX_NAMED_SECTIONS)
    .map((section) => `${section.label} (${byteLength(section.text)} bytes)`)
    .join(", ");
  const more = sections.length > MAX_NAMED_SECTIONS ? ` and ${sections.length - MAX_NAMED_SECTIONS} more` : "";
  const noun = sections.length === 1 ? "section" : "sections";
  return `[${sections.length} ${noun} left out: ${named}${more}; ${where}]`;
}
