/** The process that parses large files, so that the serving process neither blocks nor grows. */
import { serveRequests } from "../process/serve-requests.ts";
import { isReticleError, ReticleError } from "../base/errors.ts";
import type { SourceDocument } from "../workspace/document.ts";
import { readDocumentNow } from "../workspace/read-document.ts";
import type { FileFacts } from "./facts.ts";
import { sizeOfFacts } from "./facts-cache.ts";
import { Grammars } from "./grammars.ts";
import { languages } from "./languages.ts";
import { SourceParser } from "./source-parser.ts";

export interface ParseRequest {
  readonly path: string;
  /** Absent: it is what lies on the disk, by `hash`. To hand a large text on takes tens of ms of the serving process. */
  readonly text?: string;
  readonly hash?: string;
  readonly languageId: string;
  readonly deadlineMs: number;
}

export interface ParseResponse {
  readonly facts: FileFacts;
  /** What they take in the cache, counted here to spare the serving process. */
  readonly bytes: number;
}

const GRAMMAR_CRASHED = 70;

const grammars = new Grammars();

serveRequests<ParseRequest, ParseResponse>(async ({ languageId, deadlineMs, path, text: given, hash }) => {
  const language = languages.find(({ id }) => id === languageId);
  if (language === undefined) throw new ReticleError("internal", `the parser got an unknown language "${languageId}"`);
  const text = given ?? readText(path, hash);
  try {
    const facts = await new SourceParser(grammars, deadlineMs).parse({ text, path }, language);
    return { facts, bytes: sizeOfFacts(facts) };
  } catch (error) {
    if (!grammars.hasCrashed) throw error;
    // Without an answer, so that no other request comes here: the memory cannot be trusted any more.
    process.stderr.write(`${String(error)}\n`);
    return process.exit(GRAMMAR_CRASHED);
  }
});

/** Throws `not_found` where the disk holds something else. */
function readText(path: string, hash: string | undefined): string {
  const document = readIfThere(path);
  if (document === undefined || document.hash !== hash)
    throw new ReticleError("not_found", `${path} is not on the disk as it was read`);
  return document.text;
}

/** Undefined: it cannot be read, for whatever reason. */
function readIfThere(path: string): SourceDocument | undefined {
  try {
    return readDocumentNow(path, path);
  } catch (error) {
    if (isReticleError(error)) return undefined;
    throw error;
  }
}
