/**
 * Asks a real language server who uses symbols drawn at random and writes the answers down:
 *
 *   node bench/quality/users/collect.ts CORPUS TREE [--seed N] [--out FILE]
 *
 * TREE is a copy of the repository at the commit that corpora.ts names; settings for the server are written into
 * it. The server's command must be on the PATH, and what the tree depends on fetched before: `cargo fetch`,
 * `go mod download`, for Python the packages in `.packages` (`pip install --target`).
 */
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath, pathToFileURL } from "node:url";
import { seededRandom } from "../../../test/helpers/seeded-random.ts";
import { usersCorpora, type UsersCorpus } from "./corpora.ts";
import { LanguageServer, type DocumentSymbol, type Location, type Position } from "./language-server.ts";
import { wantedUsers, type KnownSymbol, type KnownUsers, type UsersKind } from "./known-users.ts";

/** Symbol kinds of the protocol. */
const FUNCTION = 12;
const METHOD = 6;
const TYPES: ReadonlySet<number> = new Set([5, 10, 11, 23]);
/** Owners whose members count: classes, enums, interfaces, structs, Rust's impl blocks. */
const OWNERS: ReadonlySet<number> = new Set([5, 10, 11, 19, 23]);
const MIN_NAME = 3;
const MIN_USES = 2;
const MAX_USES = 150;
const LANGUAGES: Readonly<Record<string, string>> = {
  ".ts": "typescript",
  ".mts": "typescript",
  ".cts": "typescript",
  ".tsx": "typescriptreact",
  ".js": "javascript",
  ".mjs": "javascript",
  ".cjs": "javascript",
  ".jsx": "javascriptreact",
  ".py": "python",
  ".go": "go",
  ".rs": "rust",
};

interface Candidate {
  readonly kind: UsersKind;
  readonly name: string;
  readonly file: string;
  readonly at: Position;
}

class Collector {
  readonly #corpus: UsersCorpus;
  readonly #root: string;
  readonly #server: LanguageServer;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #open = new Set<string>();
  readonly #symbols = new Map<string, readonly DocumentSymbol[]>();

  constructor(corpus: UsersCorpus, root: string, server: LanguageServer) {
    this.#corpus = corpus;
    this.#root = root;
    this.#server = server;
    const files = globSync("**/*.*", { cwd: root }).filter(
      (path) => corpus.users.test(path) && !isExcluded(path) && statSync(join(root, path)).isFile(),
    );
    this.#texts = new Map(files.sort().map((path) => [path, readFileSync(join(root, path), "utf8")]));

    function isExcluded(path: string): boolean {
      return corpus.excluded.test(path) || path.includes("node_modules/") || path.startsWith("target/");
    }
  }

  async collect(seed: number): Promise<KnownSymbol[]> {
    const candidates = shuffled(await this.#candidates(), seed);
    const found: KnownSymbol[] = [];
    const left = { ...wantedUsers };
    for (const candidate of candidates) {
      if (left[candidate.kind] === 0) continue;
      // A server refuses some of them (files of another build, for one): the next in the row then.
      const known = await this.#ask(candidate).catch((error: unknown) => {
        process.stderr.write(`refused ${candidate.name} in ${candidate.file}: ${String(error)}\n`);
        return undefined;
      });
      if (known === undefined) continue;
      left[candidate.kind] -= 1;
      found.push(known);
      process.stderr.write(`${known.kind} ${known.name} ${known.file}:${known.line}\n`);
      if (Object.values(left).every((count) => count === 0)) break;
    }
    const rank = (kind: UsersKind): number => Object.keys(wantedUsers).indexOf(kind);
    return found.sort(
      (a, b) => rank(a.kind) - rank(b.kind) || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
    );
  }

  /** Top-level functions, types and their methods. */
  async #candidates(): Promise<Candidate[]> {
    const candidates: Candidate[] = [];
    for (const file of this.#texts.keys()) {
      if (!this.#corpus.sources.test(file)) continue;
      this.#openFile(file);
      const answer = await this.#server.request("textDocument/documentSymbol", {
        textDocument: { uri: this.#uri(file) },
      });
      for (const symbol of (answer ?? []) as readonly DocumentSymbol[]) candidates.push(...candidatesOf(symbol, file));
    }
    return candidates.filter(({ name }) => name.length >= MIN_NAME);
  }

  async #ask({ kind, name, file, at }: Candidate): Promise<KnownSymbol | undefined> {
    const word = new RegExp(`\\b${name.replaceAll("$", "\\$")}\\b`);
    for (const [path, text] of this.#texts) if (word.test(text)) this.#openFile(path);
    const answer = (await this.#server.request("textDocument/references", {
      textDocument: { uri: this.#uri(file) },
      position: at,
      context: { includeDeclaration: false },
    })) as readonly Location[] | null;
    const uses: Record<string, number[]> = {};
    let count = 0;
    for (const { path, line } of this.#lines(answer ?? [])) {
      if ((await this.#declarations(path, name)).has(line)) continue;
      const isNew = !(uses[path] ??= []).includes(line);
      if (isNew) uses[path].push(line);
      count += isNew ? 1 : 0;
    }
    if (count < MIN_USES || count > MAX_USES) return undefined;
    return { kind, name, file, line: at.line + 1, uses };
  }

  /** Lines of a file that declare the name: an implementation of a method is no use of it. */
  async #declarations(path: string, name: string): Promise<ReadonlySet<number>> {
    let symbols = this.#symbols.get(path);
    if (symbols === undefined) {
      this.#openFile(path);
      const answer = await this.#server.request("textDocument/documentSymbol", {
        textDocument: { uri: this.#uri(path) },
      });
      symbols = (answer ?? []) as readonly DocumentSymbol[];
      this.#symbols.set(path, symbols);
    }
    const lines = new Set<number>();
    const visit = (list: readonly DocumentSymbol[]): void => {
      for (const symbol of list) {
        if (plainName(symbol) === name) lines.add(symbol.selectionRange.start.line + 1);
        visit(symbol.children ?? []);
      }
    };
    visit(symbols);
    return lines;
  }

  /** The lines of uses inside the tree, import statements and comments left out. */
  *#lines(locations: readonly Location[]): Generator<{ path: string; line: number }> {
    const found = locations.map(({ uri, range }) => ({
      path: relative(this.#root, fileURLToPath(uri)),
      line: range.start.line + 1,
    }));
    found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
    for (const { path, line } of found) {
      const text = this.#texts.get(path);
      if (text === undefined || importLines(text, this.#corpus.imports).has(line)) continue;
      if (!this.#corpus.comment.test(text.split("\n")[line - 1] ?? "")) yield { path, line };
    }
  }

  #openFile(path: string): void {
    if (this.#open.has(path)) return;
    this.#open.add(path);
    const languageId = LANGUAGES[path.slice(path.lastIndexOf("."))] ?? "plaintext";
    const text = this.#texts.get(path) ?? "";
    this.#server.notify("textDocument/didOpen", {
      textDocument: { uri: this.#uri(path), languageId, version: 1, text },
    });
  }

  #uri(path: string): string {
    return pathToFileURL(join(this.#root, path)).href;
  }
}

function* candidatesOf(symbol: DocumentSymbol, file: string): Generator<Candidate> {
  const at = symbol.selectionRange.start;
  const name = plainName(symbol);
  if (/^(?:tests?|constructor|__\w+__)$/.test(name)) return;
  if (symbol.kind === FUNCTION) yield { kind: "function", name, file, at };
  if (symbol.kind === METHOD) yield { kind: "method", name, file, at };
  if (TYPES.has(symbol.kind)) yield { kind: "type", name, file, at };
  if (!OWNERS.has(symbol.kind)) return;
  for (const member of symbol.children ?? []) {
    if (member.kind === METHOD && !/^(?:constructor|__\w+__)$/.test(member.name)) {
      yield { kind: "method", name: member.name, file, at: member.selectionRange.start };
    }
  }
}

/** "Run" for "(*Engine).Run". */
function plainName({ name }: DocumentSymbol): string {
  return name.slice(name.lastIndexOf(".") + 1).replace(/^\(.*\)/, "");
}

function importLines(text: string, pattern: RegExp): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const match of text.matchAll(pattern)) {
    const first = text.slice(0, match.index).split("\n").length;
    const count = match[0].split("\n").length;
    for (let line = first; line < first + count; line++) lines.add(line);
  }
  return lines;
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function serverCommand(corpus: UsersCorpus): string[] {
  return corpus.server.map((word) => {
    if (word !== "{typescript}") return word;
    const require = createRequire(createRequire(import.meta.url).resolve("typescript/package.json"));
    const manifest = require.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`);
    return join(dirname(manifest), "lib", "tsc");
  });
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, out: { type: "string" } },
});
const [name = "", tree = ""] = positionals;
const corpus = usersCorpora.find((one) => one.name === name);
if (corpus === undefined || tree === "")
  throw new Error(`usage: collect.ts ${usersCorpora.map((one) => one.name).join("|")} TREE`);
const root = resolve(tree);
for (const path of corpus.removed === undefined ? [] : globSync(corpus.removed, { cwd: root }))
  rmSync(join(root, path));
for (const [path, content] of Object.entries(corpus.settings ?? {})) {
  writeFileSync(join(root, path), JSON.stringify(content, undefined, 2));
}
const server = new LanguageServer(serverCommand(corpus), root);
try {
  const title = await server.initialize(pathToFileURL(root).href, corpus.options ?? {});
  await server.settled(3000, 120_000);
  const symbols = await new Collector(corpus, root, server).collect(Number(values.seed));
  const { repository, commit } = corpus;
  const known: KnownUsers = { repository, commit, server: title, seed: Number(values.seed), symbols };
  const out = values.out ?? join(import.meta.dirname, "data", `${name}.json`);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `${JSON.stringify(known, undefined, 1)}\n`);
} finally {
  server.stop();
}
