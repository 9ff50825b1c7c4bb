/** The process that parses large files, so that the serving process neither blocks nor grows. */
import { ReticleError } from "../base/errors.ts";
import { serveRequests } from "../process/serve-requests.ts";
import type { FileFacts } from "./facts.ts";
import { Grammars } from "./grammars.ts";
import { languages } from "./languages.ts";
import { type Source, SourceParser } from "./source-parser.ts";

export interface ParseRequest extends Source {
  readonly languageId: string;
  readonly deadlineMs: number;
}

const grammars = new Grammars();

serveRequests<ParseRequest, FileFacts>(async ({ languageId, deadlineMs, ...source }) => {
  const language = languages.find(({ id }) => id === languageId);
  if (language === undefined) throw new ReticleError("internal", `the parser got an unknown language "${languageId}"`);
  try {
    return await new SourceParser(grammars, deadlineMs).parse(source, language);
  } finally {
    // After the answer; the next request starts a process with a sound memory.
    if (grammars.hasCrashed) setImmediate(() => process.exit(1));
  }
});
