/** The process that parses large files, so that the serving process neither blocks nor grows. */
import { ReticleError } from "../base/errors.ts";
import { serveRequests } from "../process/serve-requests.ts";
import type { FileFacts } from "./facts.ts";
import { sizeOfFacts } from "./facts-cache.ts";
import { Grammars } from "./grammars.ts";
import { languages } from "./languages.ts";
import { type Source, SourceParser } from "./source-parser.ts";

export interface ParseRequest extends Source {
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

serveRequests<ParseRequest, ParseResponse>(async ({ languageId, deadlineMs, ...source }) => {
  const language = languages.find(({ id }) => id === languageId);
  if (language === undefined) throw new ReticleError("internal", `the parser got an unknown language "${languageId}"`);
  try {
    const facts = await new SourceParser(grammars, deadlineMs).parse(source, language);
    return { facts, bytes: sizeOfFacts(facts) };
  } catch (error) {
    if (!grammars.hasCrashed) throw error;
    // Without an answer, so that no other request comes here: the memory cannot be trusted any more.
    process.stderr.write(`${String(error)}\n`);
    return process.exit(GRAMMAR_CRASHED);
  }
});
