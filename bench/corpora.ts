import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

export interface Corpus {
  readonly name: string;
  readonly root: string;
  /** A source file of some 1,000 lines, relative to the root, and a line inside one of its functions. */
  readonly file: string;
  readonly symbol: string;
  readonly line: number;
  readonly searches: readonly { readonly pattern: string; readonly language: string }[];
  /** A pattern that needs a context, with the one that finds most, for the bare CLI. */
  readonly ladder?: LadderSearch;
}

export interface LadderSearch {
  readonly pattern: string;
  readonly language: string;
  readonly context: string;
  readonly selector: string;
}

/** Files and symbols of the corpora that docs/benchmarks.md pins by commit. */
const known: Readonly<Record<string, Omit<Corpus, "name" | "root">>> = {
  express: {
    file: "lib/response.js",
    symbol: "format",
    line: 240,
    searches: [{ pattern: "require($X)", language: "javascript" }],
  },
  vite: {
    file: "packages/vite/src/node/server/index.ts",
    symbol: "resolveServerOptions",
    line: 930,
    ladder: {
      pattern: "constructor($$$A) { $$$B }",
      language: "typescript",
      context: "class C__ { constructor($$$A) { $$$B } }",
      selector: "method_definition",
    },
    searches: [
      { pattern: "await $X", language: "typescript" },
      { pattern: "console.log($$$A)", language: "typescript" },
      { pattern: "noSuchFunction($X)", language: "typescript" },
    ],
  },
  babel: {
    file: "packages/babel-traverse/src/scope/index.ts",
    symbol: "rename",
    line: 600,
    ladder: {
      pattern: "private $F: $T",
      language: "typescript",
      context: "class C__ { private $F: $T }",
      selector: "public_field_definition",
    },
    searches: [
      { pattern: "await $X", language: "typescript" },
      { pattern: "console.log($$$A)", language: "typescript" },
      { pattern: "noSuchFunction($X)", language: "typescript" },
    ],
  },
  flask: {
    file: "src/flask/app.py",
    symbol: "make_response",
    line: 900,
    searches: [{ pattern: "return $X", language: "python" }],
    ladder: {
      pattern: "@$D($$$A)",
      language: "python",
      context: "@$D($$$A)\ndef f__(): pass",
      selector: "decorator",
    },
  },
  gin: {
    file: "context.go",
    symbol: "ShouldBindWith",
    line: 600,
    searches: [{ pattern: "func $F($$$A) { $$$B }", language: "go" }],
    ladder: {
      pattern: "$X.String($$$A)",
      language: "go",
      context: "package p\nfunc f__() {\n$X.String($$$A)\n}",
      selector: "call_expression",
    },
  },
  ripgrep: {
    file: "crates/core/flags/hiargs.rs",
    symbol: "types",
    line: 700,
    searches: [{ pattern: "match $X { $$$A }", language: "rust" }],
    ladder: {
      pattern: "$X.unwrap()",
      language: "rust",
      context: "fn f__() { $X.unwrap() }",
      selector: "call_expression",
    },
  },
  gson: {
    file: "gson/src/main/java/com/google/gson/Gson.java",
    symbol: "getAdapter",
    line: 400,
    searches: [{ pattern: "assertThat($X)", language: "java" }],
    ladder: {
      pattern: "throw new $T($$$A);",
      language: "java",
      context: "class C__ { void f__() { throw new $T($$$A); } }",
      selector: "throw_statement",
    },
  },
};

/** A class of some 40 methods; `seed` makes the names of two files differ. */
export function generatedModule(seed: number, methods: number): string {
  const body = Array.from(
    { length: methods },
    (_, index) => `
  /** Adds ${index} to what the store holds for a key. */
  async method${seed}x${index}(key: string, options: { retry?: number } = {}): Promise<number> {
    const found = this.store.get(key) ?? ${index};
    if (options.retry !== undefined && options.retry > ${index}) {
      for (let attempt = 0; attempt < options.retry; attempt++) await this.wait(attempt);
    }
    return found > 10 ? found : found + ${index};
  }`,
  ).join("\n");
  return `import { setTimeout as delay } from "node:timers/promises";

export class Store${seed} {
  private readonly store = new Map<string, number>();
${body}

  private async wait(ms: number): Promise<void> {
    await delay(ms);
  }
}

export const create${seed} = (): Store${seed} => new Store${seed}();
`;
}

export function generateCorpus(folder: string): Corpus {
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < 300; index++) {
    const at = join(folder, `part${index % 10}`);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, `store${index}.ts`), generatedModule(index, index === 7 ? 110 : 12));
  }
  return {
    name: "generated",
    root: folder,
    file: "part7/store7.ts",
    symbol: "method7x30",
    line: 300,
    searches: [
      { pattern: "await $X", language: "typescript" },
      { pattern: "noSuchFunction($X)", language: "typescript" },
    ],
    ladder: {
      pattern: "private async $F($$$A): $T { $$$B }",
      language: "typescript",
      context: "class C__ { private async $F($$$A): $T { $$$B } }",
      selector: "method_definition",
    },
  };
}

export function openCorpus(root: string): Corpus {
  const name = root.replace(/\/+$/, "").split("/").at(-1) ?? root;
  const facts = known[name];
  if (facts === undefined || !existsSync(join(root, facts.file))) {
    throw new Error(`No corpus is known by the name of the folder ${root}; known: ${Object.keys(known).join(", ")}`);
  }
  return { name, root, ...facts };
}

/** Up to `count` source files below the root, in a stable order, spread over the whole tree. */
export function sampleFiles(root: string, count: number): string[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("/node_modules/") && statSync(file).size < 400_000)
    .sort();
  const step = Math.max(1, Math.floor(files.length / count));
  return files
    .filter((_, index) => index % step === 0)
    .slice(0, count)
    .map((file) => relative(root, file));
}

/** A module repeated until it is `bytes` long. */
export function repeatedSource(source: string, bytes: number): string {
  const parts: string[] = [];
  for (let size = 0, index = 0; size < bytes; index++) {
    const part = source.length > 0 ? source : generatedModule(index, 40);
    parts.push(part);
    size += part.length;
  }
  return parts.join("\n");
}

export const readCorpusFile = (corpus: Corpus): string => readFileSync(join(corpus.root, corpus.file), "utf8");
