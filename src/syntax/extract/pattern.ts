/**
 * The part of tree-sitter's query language that our queries use: node types and tokens, fields,
 * alternatives, anchors, negated fields, captures, `#eq?`, `#not-eq?`, `#any-of?`, `#match?`, `#set!`,
 * and `#starts?` of our own. Quantifiers are left out.
 */
export interface Pattern {
  /** Position among all patterns of a language; lower wins. */
  readonly index: number;
  /** Alternatives at the top are patterns of their own. */
  readonly root: NodePattern;
  /** Texts the whole node may start with; asked before anything else. None: any. */
  readonly prefixes: readonly string[];
  readonly predicates: readonly Predicate[];
  readonly properties: Readonly<Record<string, string>>;
}

export interface NodePattern {
  /** "_" stands for any named node; tokens are written in quotes. */
  readonly type: string;
  readonly isToken: boolean;
  readonly captures: readonly string[];
  readonly children: readonly ChildPattern[];
  /** Fields that must be absent. */
  readonly absentFields: readonly string[];
}

export interface ChildPattern {
  readonly field: string | undefined;
  /** The field is followed through itself: `int **f()` has its name some declarators deep. */
  readonly isRepeated: boolean;
  readonly alternatives: readonly NodePattern[];
  /** One of the alternatives is a token: those are no named children. */
  readonly isToken: boolean;
  /** Right after the child before it, or the first one; named children count. */
  readonly isAnchored: boolean;
  /** The last named child. */
  readonly isLast: boolean;
}

export interface Predicate {
  readonly operator: "eq?" | "not-eq?" | "any-of?" | "match?";
  readonly capture: string;
  readonly values: readonly string[];
  /** The value of "match?". */
  readonly expression?: RegExp;
}

type Token = { readonly kind: "(" | ")" | "[" | "]" | "." | "string" | "word"; readonly text: string };

/** Throws SyntaxError: queries are ours, so a mistake in one is a mistake in the program. */
export function parsePatterns(source: string): Pattern[] {
  return new PatternParser(tokenize(source)).parse();
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const first = source[at] as string;
    if (first <= " ") {
      at += 1;
    } else if (first === ";") {
      const end = source.indexOf("\n", at);
      at = end < 0 ? source.length : end;
    } else if (first === '"') {
      const end = source.indexOf('"', at + 1);
      if (end < 0) throw new SyntaxError("query: a string does not end");
      tokens.push({ kind: "string", text: source.slice(at + 1, end) });
      at = end + 1;
    } else if (PUNCTUATION.includes(first)) {
      tokens.push({ kind: first as "(", text: first });
      at += 1;
    } else {
      let end = at + 1;
      while (end < source.length && !isWordEnd(source[end] as string)) end += 1;
      const text = source.slice(at, end);
      tokens.push({ kind: text === "." ? "." : "word", text });
      at = end;
    }
  }
  return tokens;
}

const PUNCTUATION = "()[]";

function isWordEnd(character: string): boolean {
  return character <= " " || character === '"' || PUNCTUATION.includes(character);
}

interface Meta {
  readonly prefixes: string[];
  readonly predicates: Predicate[];
  readonly properties: Record<string, string>;
}

class PatternParser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Pattern[] {
    const patterns: Pattern[] = [];
    while (this.#at < this.#tokens.length) {
      const meta: Meta = { prefixes: [], predicates: [], properties: {} };
      for (const root of this.#alternatives(meta)) {
        if (root.type === "_" && !root.isToken) throw new SyntaxError('query: a pattern cannot start at "_"');
        patterns.push({ index: patterns.length, root, ...meta });
      }
    }
    return patterns;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #take(kind?: Token["kind"]): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined || (kind !== undefined && token.kind !== kind)) {
      throw new SyntaxError(
        `query: expected ${kind ?? "more"} but found "${token?.text ?? "the end"}" (token ${this.#at})`,
      );
    }
    this.#at += 1;
    return token;
  }

  #is(kind: Token["kind"]): boolean {
    return this.#peek()?.kind === kind;
  }

  /** One node, a token, or a bracketed choice, with the captures behind it. */
  #alternatives(meta: Meta): NodePattern[] {
    let nodes: NodePattern[];
    if (this.#is("[")) {
      this.#take();
      nodes = [];
      while (!this.#is("]")) nodes.push(...this.#alternatives(meta));
      this.#take("]");
    } else if (this.#is("string")) {
      nodes = [{ type: this.#take().text, isToken: true, captures: [], children: [], absentFields: [] }];
    } else {
      nodes = [this.#node(meta)];
    }
    const captures = this.#captures();
    return nodes.map((node) => ({ ...node, captures: [...node.captures, ...captures] }));
  }

  #captures(): string[] {
    const captures: string[] = [];
    while (this.#peek()?.text.startsWith("@") === true && this.#is("word")) captures.push(this.#take().text.slice(1));
    return captures;
  }

  #node(meta: Meta): NodePattern {
    this.#take("(");
    const type = this.#take("word").text;
    const children: ChildPattern[] = [];
    const absentFields: string[] = [];
    let isAnchored = false;
    while (!this.#is(")")) {
      if (this.#is(".")) {
        this.#take();
        isAnchored = true;
      } else if (this.#isPredicate()) {
        this.#predicate(meta);
      } else if (this.#is("word") && this.#peek()?.text.startsWith("!") === true) {
        absentFields.push(this.#take().text.slice(1));
      } else {
        const written = this.#is("word") ? this.#field() : undefined;
        const isRepeated = written?.endsWith("*") === true;
        const field = isRepeated ? written?.slice(0, -1) : written;
        const alternatives = this.#alternatives(meta);
        const hasToken = field === undefined && alternatives.some(({ isToken }) => isToken);
        children.push({ field, isRepeated, alternatives, isToken: hasToken, isAnchored, isLast: false });
        isAnchored = false;
      }
    }
    this.#take(")");
    const last = children.pop();
    if (last !== undefined) children.push({ ...last, isLast: isAnchored });
    return { type, isToken: false, captures: [], children: mostTellingFirst(children), absentFields };
  }

  #field(): string {
    const { text } = this.#take("word");
    if (!text.endsWith(":")) throw new SyntaxError(`query: "${text}" is not supported`);
    return text.slice(0, -1);
  }

  #isPredicate(): boolean {
    return this.#is("(") && this.#tokens[this.#at + 1]?.text.startsWith("#") === true;
  }

  #predicate(meta: Meta): void {
    this.#take("(");
    const operator = this.#take("word").text.slice(1);
    const words: string[] = [];
    while (!this.#is(")")) words.push(this.#take().text);
    this.#take(")");
    const [first = "", ...values] = words;
    if (operator === "set!") meta.properties[first] = values[0] ?? "";
    else if (operator === "starts?") meta.prefixes.push(first, ...values);
    else if (operator === "eq?" || operator === "not-eq?" || operator === "any-of?") {
      meta.predicates.push({ operator, capture: first.slice(1), values });
    } else if (operator === "match?") {
      meta.predicates.push({ operator, capture: first.slice(1), values, expression: new RegExp(values[0] ?? "", "u") });
    } else throw new SyntaxError(`query: "#${operator}" is not supported`);
  }
}

/**
 * The order in which children are compared: fields that say the most come first, because most nodes
 * differ there. Children without a field keep their order among themselves, which has a meaning.
 */
function mostTellingFirst(children: readonly ChildPattern[]): ChildPattern[] {
  const fields = children.filter(({ field }) => field !== undefined);
  const others = children.filter(({ field }) => field === undefined);
  return [...fields.sort((a, b) => weightOf(b) - weightOf(a)), ...others];
}

function weightOf({ alternatives }: ChildPattern): number {
  if (alternatives.some(({ children }) => children.length > 0)) return 2;
  return alternatives.some(({ type }) => type === "_") ? 0 : 1;
}
