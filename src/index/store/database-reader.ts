import type { SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { ReticleError } from "../../base/errors.ts";
import type { Connection } from "./connection.ts";
import { sqliteFailure } from "./sqlite-error.ts";

export type Row = Readonly<Record<string, SQLOutputValue>>;

/**
 * Reads of one index. Statements are prepared once per text, so texts must be constant: values go in as `?`
 * parameters. Every call is synchronous and keeps the event loop: look up by index, with a LIMIT.
 */
export interface DatabaseReader {
  all<T = Row>(sql: string, ...values: SQLInputValue[]): T[];
  get<T = Row>(sql: string, ...values: SQLInputValue[]): T | undefined;
  /** Row by row, for what may be cut off; end the loop before the next call on the reader with the same text. */
  iterate<T = Row>(sql: string, ...values: SQLInputValue[]): IterableIterator<T>;
  /** All reads within `work`, which is synchronous, see the same state of the index. */
  snapshot<T>(work: () => T): T;
}

/** A reader over an open connection, which its owner closes; `onDamaged` hears of a database that is damaged. */
export function createDatabaseReader(connection: Connection, onDamaged: () => void = () => {}): DatabaseReader {
  return new CachingReader(connection, onDamaged);
}

interface RowStatement {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

class CachingReader implements DatabaseReader {
  readonly #connection: Connection;
  readonly #statements = new Map<string, StatementSync>();
  readonly #rowStatements = new Map<string, RowStatement>();
  readonly #onDamaged: () => void;
  #isInSnapshot = false;

  constructor(connection: Connection, onDamaged: () => void) {
    this.#connection = connection;
    this.#onDamaged = onDamaged;
  }

  all<T = Row>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#reading(() => {
      const { statement, columns } = this.#prepareRows(sql);
      // Arrays, because rows that SQLite's binding makes objects of take five times the memory.
      const rows = statement.all(...values) as unknown as readonly SQLOutputValue[][];
      return rows.map((row) => asObject(row, columns) as T);
    });
  }

  get<T = Row>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#reading(() => this.#prepare(sql).get(...values) as T | undefined);
  }

  iterate<T = Row>(sql: string, ...values: SQLInputValue[]): IterableIterator<T> {
    return this.#reading(() => this.#prepare(sql).iterate(...values) as IterableIterator<T>);
  }

  snapshot<T>(work: () => T): T {
    if (this.#isInSnapshot) return work();
    this.#connection.exec("BEGIN");
    this.#isInSnapshot = true;
    try {
      return work();
    } finally {
      this.#isInSnapshot = false;
      this.#connection.exec("COMMIT");
    }
  }

  #reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (sqliteFailure(error) !== "corrupt") throw error;
      this.#onDamaged();
      throw new ReticleError("internal", "the index of this folder is damaged", {
        hint: "ask again in a moment: it is being built anew",
        cause: error,
      });
    }
  }

  #prepareRows(sql: string): RowStatement {
    let prepared = this.#rowStatements.get(sql);
    if (prepared === undefined) {
      const statement = this.#connection.prepare(sql);
      statement.setReturnArrays(true);
      prepared = { statement, columns: statement.columns().map(({ name }) => name) };
      this.#rowStatements.set(sql, prepared);
    }
    return prepared;
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function asObject(values: readonly SQLOutputValue[], columns: readonly string[]): Row {
  const row: Record<string, SQLOutputValue> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = values[at] as SQLOutputValue;
  return row;
}
