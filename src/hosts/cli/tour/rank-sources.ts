/** A file that a tour could show. */
export interface SourceCandidate {
  /** Relative to the toured folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

/** A size that shows something and still reads quickly. */
const GOOD_BYTES = 16 * 1024;
const MIN_BYTES = 200;
const MAX_BYTES = 256 * 1024;

const TEST_NAME = /(?:^|[._-])(?:tests?|specs?|mocks?|fixtures?|conftest|bench(?:mark)?s?)(?:[._-]|$)/i;
const TEST_CLASS_NAME = /[a-z](?:Tests?|Spec|IT)\.[a-z]+$/;
const GENERATED_NAME = /[.-]min\.|\.(?:d|generated|gen|pb|g)\.[cm]?[a-z]+$|_pb2?\.|(?:^|[._-])bundle\./i;
const TEST_FOLDER = /^(?:tests?|__tests__|specs?|__mocks__|fixtures?|__fixtures__|testdata|e2e|it)$/i;
const MADE_FOLDER = /^(?:node_modules|vendor|third[_-]?party|dist|build|out|target|generated|gen|coverage|\.[^/]*)$/i;
const SIDE_FOLDER =
  /^(?:examples?|samples?|demos?|docs?|playground|bench(?:marks?|suite)?|scripts?|tools|metrics|fuzz|templates?(?:-.*)?|extras?)$/i;
const SIDE_NAME = /(?:^|[._-])(?:config|rc|setup|gulpfile|gruntfile|build)(?:[._-]|$)/i;
const CENTRAL_FOLDER = /^(?:src|lib|core)$/;

/** Why a file is not shown, by its path alone; undefined: it can be. */
export function unsuitablePath(path: string): string | undefined {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  const folders = parts.slice(0, -1);
  if (GENERATED_NAME.test(name) || folders.some((folder) => MADE_FOLDER.test(folder))) return "generated or vendored";
  const isTest =
    TEST_NAME.test(name) || TEST_CLASS_NAME.test(name) || folders.some((folder) => TEST_FOLDER.test(folder));
  return isTest ? "a test" : undefined;
}

/** Why a file is not shown, by its size alone; undefined: it can be. */
export function unsuitableSize(bytes: number): string | undefined {
  if (bytes < MIN_BYTES) return "too small";
  return bytes > MAX_BYTES ? "too large" : undefined;
}

/** The files most worth showing first: of good size, central, near the top. */
export function rankSources(candidates: readonly SourceCandidate[]): SourceCandidate[] {
  return candidates
    .map((candidate) => ({ candidate, cost: cost(candidate) }))
    .sort((a, b) => a.cost - b.cost || (a.candidate.path < b.candidate.path ? -1 : 1))
    .map(({ candidate }) => candidate);
}

function cost({ path, bytes }: SourceCandidate): number {
  const parts = path.split("/");
  const folders = parts.slice(0, -1);
  const isSide = folders.some((folder) => SIDE_FOLDER.test(folder)) || SIDE_NAME.test(parts.at(-1) ?? "");
  const isCentral = folders.some((folder) => CENTRAL_FOLDER.test(folder));
  return Math.abs(Math.log2(bytes / GOOD_BYTES)) + (isSide ? 3 : 0) - (isCentral ? 1 : 0) + folders.length * 0.1;
}

/** Why the beginning of a file says it was not written by hand; undefined: it looks written. */
export function madeByMachine(head: string): string | undefined {
  if (/@generated\b|\bcode generated\b.*\bdo not edit\b|\bauto-?generated\b/i.test(head.slice(0, 2000)))
    return "generated";
  const lines = head.split("\n");
  const isDense = lines.some((line) => line.length > 2000) || (head.length > 2000 && head.length / lines.length > 200);
  return isDense ? "minified" : undefined;
}
