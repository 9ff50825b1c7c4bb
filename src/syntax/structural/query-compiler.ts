import { ReticleError } from "../../base/errors.ts";
import {
  type CompiledQuery,
  compileQuery,
  type PatternQuery,
  refusalKey,
  type StructuralQuery,
  UnparseablePattern,
} from "./compile-query.ts";
import type { Complaint, Engine } from "./ast-grep/engine.ts";
import { hintForPattern } from "./pattern-hints.ts";
import type { StructuralLanguage } from "./languages/language.ts";
import type { RungFailure } from "./ladder/pattern-request.ts";

const MAX_CACHED = 256;
const MAX_QUOTED_CHARS = 120;

interface Rejection {
  readonly compiled: CompiledQuery;
  readonly complaint: Complaint;
  readonly signal: AbortSignal;
}

type Refusals = Map<string, Map<string, string>>;

/** Compiles queries, remembers the latest, and learns which readings the engine does not take. */
export class QueryCompiler {
  readonly #engine: Engine;
  readonly #compiled = new Map<string, CompiledQuery>();
  readonly #refusals = new Map<string, Refusals>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Whether `compile` will ask the engine. */
  isKnown(language: StructuralLanguage, query: StructuralQuery): boolean {
    return this.#compiled.has(keyOf(language, query));
  }

  /** Throws `invalid_input` when a pattern does not parse in any context. */
  async compile(language: StructuralLanguage, query: StructuralQuery, signal: AbortSignal): Promise<CompiledQuery> {
    const key = keyOf(language, query);
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const printTree = async (text: string) => this.#engine.printTree(language.id, text, { form: "cst", signal });
    try {
      const compiled = await compileQuery(language, query, {
        printTree,
        refused: this.#refusals.get(key) ?? new Map(),
      });
      remember(this.#compiled, key, compiled);
      return compiled;
    } catch (error) {
      if (!(error instanceof UnparseablePattern)) throw error;
      throw await this.#explain(language, query as PatternQuery, { error, signal });
    }
  }

  /** Rules out what the engine refused, so that the next `compile` climbs on. Throws when it was something else. */
  async reject(
    language: StructuralLanguage,
    query: StructuralQuery,
    { compiled, complaint, signal }: Rejection,
  ): Promise<void> {
    if ("rule" in query) throw ruleError(complaint);
    const key = keyOf(language, query);
    const refusals: Refusals = this.#refusals.get(key) ?? new Map();
    let isLearned = false;
    for (const { argument, compiled: pattern } of compiled.patterns) {
      const isAlone = compiled.query.kind === "pattern";
      for (const part of pattern.parts) {
        const partQuery = { kind: "pattern", language: language.id, pattern: part.pattern } as const;
        const refusal = isAlone ? complaint : await this.#engine.complaintAbout(partQuery, signal);
        if (refusal === undefined) continue;
        const at = refusalKey(argument, query[argument]?.trim() ?? "");
        const rungs = refusals.get(at) ?? new Map<string, string>();
        rungs.set(part.rung, refusal.reason);
        refusals.set(at, rungs);
        isLearned = true;
      }
    }
    if (!isLearned) throw await this.#kindError(language, query, { complaint, signal });
    remember(this.#refusals, key, refusals);
    this.#compiled.delete(key);
  }

  async #explain(
    language: StructuralLanguage,
    query: PatternQuery,
    { error, signal }: { readonly error: UnparseablePattern; readonly signal: AbortSignal },
  ): Promise<ReticleError> {
    const { argument, pattern, failures } = error;
    if (
      query.selector !== undefined &&
      argument === "pattern" &&
      failures.some(({ lacksSelector }) => lacksSelector === true)
    ) {
      const unknown = await this.#kindComplaint(language, query.selector, signal);
      return new ReticleError(
        "invalid_input",
        `\`selector\` "${query.selector}" ${unknown === undefined ? `names no node inside the pattern ${quote(pattern)}` : `is no node kind of ${language.id}: ${unknown}`}`,
        {
          hint: `see the pattern's own nodes with dump=true, lang=${language.id}, or leave \`selector\` out`,
          data: { selector: query.selector },
        },
      );
    }
    return new ReticleError(
      "invalid_input",
      `\`${argument}\` ${quote(pattern)} does not parse as ${language.id}; failed at line:column of it ${describeFailures(failures)}`,
      {
        hint:
          hintForPattern(language.id, pattern) ??
          "complete the fragment (balanced brackets, one whole expression, statement or declaration); ast_grep_search with dump=true shows how it is read",
        data: { language: language.id, failures },
      },
    );
  }

  /** Which of the kinds in a query the engine does not know. */
  async #kindError(
    language: StructuralLanguage,
    query: PatternQuery,
    { complaint, signal }: { readonly complaint: Complaint; readonly signal: AbortSignal },
  ): Promise<ReticleError> {
    for (const argument of ["nodeKind", "insideKind", "hasKind", "hasDescendantKind"] as const) {
      const kind = query[argument];
      if (kind === undefined) continue;
      const reason = await this.#kindComplaint(language, kind, signal);
      if (reason === undefined) continue;
      return new ReticleError(
        "invalid_input",
        `\`${argument}\` "${kind}" is no node kind of ${language.id}: ${reason}`,
        {
          hint: `find the kind with dump=true, lang=${language.id} and a snippet of code in \`pattern\``,
          data: { argument, kind },
        },
      );
    }
    return new ReticleError("invalid_input", `ast-grep refused the search: ${complaint.reason}`, {
      hint: "simplify the pattern or its constraints",
    });
  }

  async #kindComplaint(language: StructuralLanguage, kind: string, signal: AbortSignal): Promise<string | undefined> {
    const query = { kind: "node", language: language.id, nodeKind: kind } as const;
    return (await this.#engine.complaintAbout(query, signal))?.reason;
  }
}

const NO_KINDS = "must specify a set of AST kinds";

function ruleError({ reason }: Complaint): ReticleError {
  return new ReticleError("invalid_input", `\`rule\` is not a valid ast-grep rule: ${reason}`, {
    hint: reason.includes(NO_KINDS)
      ? "put a `kind`, or a `pattern` that parses by itself, beside `regex`, `range`, `nthChild`, `not` or a metavariable that stands alone"
      : "a rule has the top-level keys id, language and rule; find node kinds with dump=true",
    data: { reason },
  });
}

/** "as statement 1:4, expression 1:1 (does not parse)": the contexts tried, where each failed, by reason. */
function describeFailures(failures: readonly RungFailure[]): string {
  const places = new Map<string, string[]>();
  for (const { rung, reason, line, column } of failures) {
    places.set(reason, [...(places.get(reason) ?? []), `${rung} ${line}:${column}`]);
  }
  return [...places].map(([reason, rungs]) => `as ${rungs.join(", ")} (${reason})`).join("; ");
}

function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED_CHARS ? `${text.slice(0, MAX_QUOTED_CHARS)}…` : text);
}

function keyOf(language: StructuralLanguage, query: StructuralQuery): string {
  return `${language.id}\n${JSON.stringify(query, Object.keys(query).sort())}`;
}

/** Keeps the latest entries; the oldest goes first. */
function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= MAX_CACHED) break;
    map.delete(oldest);
  }
}
