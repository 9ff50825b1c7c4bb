import { ReticleError } from "../../../base/errors.ts";

/** A JSON value and where it stands in its text, comments and trailing commas allowed. Offsets are UTF-16. */
export type JsonNode = JsonObjectNode | JsonArrayNode | JsonScalarNode;
interface Placed {
  readonly start: number;
  readonly end: number;
}
export interface JsonObjectNode extends Placed {
  readonly kind: "object";
  readonly members: readonly JsonMember[];
}
export interface JsonArrayNode extends Placed {
  readonly kind: "array";
  readonly members: readonly JsonMember[];
}
export interface JsonScalarNode extends Placed {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
}
/** An entry of an object or array; the key of an array's is its index. */
export interface JsonMember extends Placed {
  readonly key: string;
  readonly value: JsonNode;
  /** Of the comma behind it, when there is one. */
  readonly comma: number | undefined;
}

const MAX_DEPTH = 100;
const SCALAR = /"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;

/** Throws `invalid_input` with the line of what is no JSON. */
export function parseJsonTree(text: string): JsonNode {
  return new Parser(text).parse();
}

export function valueOf(node: JsonNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
    case "array":
      return node.members.map(({ value }) => valueOf(value));
    case "scalar":
      return node.value;
  }
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonNode {
    this.#skipSpace();
    const node = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#unexpected("the end");
    return node;
  }

  #value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw this.#unexpected(`less than ${MAX_DEPTH} levels`);
    const opening = this.#text[this.#at];
    if (opening === "{") return this.#container("object", "}", depth);
    if (opening === "[") return this.#container("array", "]", depth);
    return this.#scalar();
  }

  #container(kind: "object" | "array", closing: string, depth: number): JsonNode {
    const start = this.#at;
    const members: JsonMember[] = [];
    this.#at += 1;
    this.#skipSpace();
    while (this.#text[this.#at] !== closing) {
      const member = this.#member(kind, members.length, depth);
      this.#skipSpace();
      const comma = this.#text[this.#at] === "," ? this.#at : undefined;
      if (comma !== undefined) this.#at += 1;
      members.push({ ...member, comma });
      this.#skipSpace();
      if (comma === undefined && this.#text[this.#at] !== closing) throw this.#unexpected(`"," or "${closing}"`);
    }
    this.#at += 1;
    return { kind, start, end: this.#at, members };
  }

  #member(kind: "object" | "array", index: number, depth: number): Omit<JsonMember, "comma"> {
    const start = this.#at;
    let key = String(index);
    if (kind === "object") {
      key = this.#key();
      this.#skipSpace();
      if (this.#text[this.#at] !== ":") throw this.#unexpected('":"');
      this.#at += 1;
      this.#skipSpace();
    }
    const value = this.#value(depth + 1);
    return { key, start, end: value.end, value };
  }

  #key(): string {
    const node = this.#scalar();
    if (typeof node.value !== "string") throw this.#unexpected("a name in quotes");
    return node.value;
  }

  #scalar(): JsonScalarNode {
    SCALAR.lastIndex = this.#at;
    const [source] = SCALAR.exec(this.#text) ?? [];
    if (source === undefined) throw this.#unexpected("a value");
    const start = this.#at;
    try {
      const value = JSON.parse(source) as JsonScalarNode["value"];
      this.#at += source.length;
      return { kind: "scalar", start, end: this.#at, value };
    } catch {
      throw this.#unexpected("a value");
    }
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0;
  }

  #unexpected(wanted: string): ReticleError {
    const line = this.#text.slice(0, this.#at).split("\n").length;
    const found = this.#at >= this.#text.length ? "the end of the file" : JSON.stringify(this.#text[this.#at]);
    return new ReticleError("invalid_input", `is not valid JSON: line ${line} has ${found} where ${wanted} belongs`);
  }
}
