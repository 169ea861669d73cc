import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { DomainError, type Snapshot } from 'quoin/core/vocabulary';

export type Value = string | number | boolean | undefined;

/** A part of a statement, with the values of its placeholders. */
export interface Sql {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** The longest wait for a write of another process. */
const busyTimeoutMs = 5_000;

/** A connection. Statements are prepared once. */
export class Db {
  /** Whether what is read may not be committed yet. */
  isUncommitted = false;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    this.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  }

  exec(sql: string): void {
    translated(() => this.#database.exec(sql));
  }

  /** @returns the number of changed rows. */
  run(sql: string, ...values: readonly Value[]): number {
    return translated(() => Number(this.#prepare(sql).run(...values.map(bound)).changes));
  }

  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined {
    return translated(() => this.#prepare(sql).get(...values.map(bound))) as Row | undefined;
  }

  all<Row>(sql: string, ...values: readonly Value[]): Row[] {
    return translated(() => this.#prepare(sql).all(...values.map(bound))) as unknown as Row[];
  }

  /** Reads rows until the loop ends. */
  *each<Row>(sql: string, ...values: readonly Value[]): Generator<Row> {
    // Not a shared statement: another reader would reset it.
    const statement = this.#database.prepare(sql);
    yield* statement.iterate(...values.map(bound)) as unknown as Iterable<Row>;
  }

  /** Inserts a row, or updates the one with the same key. */
  put(table: string, key: string, row: Readonly<Record<string, Value>>): void {
    const names = Object.keys(row);
    const updates = names.map((name) => `${name} = excluded.${name}`).join(', ');
    this.run(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})
        on conflict (${key}) do update set ${updates}`,
      ...Object.values(row),
    );
  }

  /** The rows that this connection has changed in all. */
  changes(): number {
    return (
      this.get<{ readonly changes: number }>('select total_changes() as changes')?.changes ?? 0
    );
  }

  /** Undefined while the state is not committed. */
  snapshot(): Snapshot | undefined {
    if (this.isUncommitted) return undefined;
    const meta = this.get<{ readonly epoch: string; readonly revision: number }>(
      'select epoch, revision from meta',
    );
    return meta && `${meta.epoch}/${meta.revision}`;
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

const bound = (value: Value): string | number | null =>
  typeof value === 'boolean' ? Number(value) : (value ?? null);

/** SQLITE_BUSY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN. */
const unavailable: ReadonlySet<unknown> = new Set([5, 10, 13, 14]);

const translated = <T>(work: () => T): T => {
  try {
    return work();
  } catch (cause) {
    const code = cause instanceof Error && 'errcode' in cause ? cause.errcode : undefined;
    if (typeof code !== 'number' || !unavailable.has(code & 0xff)) throw cause;
    throw new DomainError('dependency_unavailable', 'The database is unavailable', { cause });
  }
};
