import type { StatementSync } from "node:sqlite";
import type { Connection } from "./connection.ts";

/** Gives every name its number. Names are never removed, so a number once committed stays right. */
export class NameTable {
  readonly #connection: Connection;
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #known = new Map<string, number>();
  /** Every name of the table is in `#known`. */
  #knowsAll = false;
  #nextId = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#find = connection.prepare("SELECT id FROM names WHERE name = ?");
    this.#insert = connection.prepare("INSERT INTO names (id, name) VALUES (?, ?)");
  }

  /** Call it within the first transaction after another process may have written. */
  start(): void {
    const row = this.#connection.prepare("SELECT max(id) AS id FROM names").get();
    const highest = Number(row?.["id"] ?? 0);
    this.#knowsAll = highest === 0;
    this.#nextId = highest + 1;
  }

  /** Reads all names at once, before very many are asked for. */
  loadAll(): void {
    if (this.#knowsAll) return;
    for (const row of this.#connection.prepare("SELECT id, name FROM names").iterate()) {
      this.#known.set(String(row["name"]), Number(row["id"]));
    }
    this.#knowsAll = true;
  }

  idOf(name: string): number {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const found = this.#knowsAll ? undefined : this.#find.get(name);
    const id = found === undefined ? this.#nextId++ : Number(found["id"]);
    if (found === undefined) this.#insert.run(id, name);
    this.#known.set(name, id);
    return id;
  }

  /** After a rollback, and to free memory. */
  forget(): void {
    this.#known.clear();
    this.#knowsAll = false;
  }
}
