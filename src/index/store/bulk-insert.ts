import type { SQLInputValue, StatementSync } from "node:sqlite";
import type { Connection } from "./connection.ts";

/** Rows that one statement takes in: a statement's own cost is that of several rows. */
const ROWS = 48;

/** Collects rows of one table and inserts many with one statement. */
export class BulkInsert {
  readonly #many: StatementSync;
  readonly #one: StatementSync;
  readonly #width: number;
  #values: SQLInputValue[] = [];

  constructor(connection: Connection, table: string, columns: readonly string[]) {
    const head = `INSERT INTO ${table} (${columns.join(", ")}) VALUES `;
    const row = `(${columns.map(() => "?").join(", ")})`;
    this.#width = columns.length;
    this.#one = connection.prepare(head + row);
    this.#many = connection.prepare(head + Array.from({ length: ROWS }, () => row).join(", "));
  }

  add(...row: SQLInputValue[]): void {
    this.#values.push(...row);
    if (this.#values.length < this.#width * ROWS) return;
    this.#many.run(...this.#values);
    this.#values = [];
  }

  /** Call it before the transaction ends. */
  flush(): void {
    const values = this.#values;
    this.#values = [];
    for (let at = 0; at < values.length; at += this.#width) this.#one.run(...values.slice(at, at + this.#width));
  }

  /** Forgets rows that were not inserted, after a rollback. */
  clear(): void {
    this.#values = [];
  }
}
