import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Snapshot } from '../../core/vocabulary.ts';

/** How Knex calls a connection. */
type SendQuery = (
  config: { readonly text: string },
  done: (error: unknown, result: unknown) => void,
) => unknown;

/** A statement that does not write. A select with row locks does, and a WITH with a write in it. */
const read =
  /^\s*(?:select|with(?!.*\b(?:insert|update|delete|merge)\b))\b(?!.*\bfor\s+(?:no\s+key\s+)?update\b)(?!.*\bfor\s+(?:key\s+)?share\b)/is;
const begin = /^\s*begin\b/i;
const end = /^\s*(?:commit|rollback)\b/i;

/**
 * Counts the statements that may write, when they start and when they end. Only this process uses the
 * database, and one connection runs one statement at a time: while the count stays the same, nothing is written.
 */
export class WriteCounter {
  readonly #opening = randomUUID();
  #count = 0;
  /** Since the last transaction began. */
  #hasWritten = false;

  /** The value of `Store.snapshot` now. Differs in every process, and each time the database is opened. */
  get snapshot(): Snapshot {
    return `${this.#opening}/${this.#count}`;
  }

  /** Counts the statements of a new connection. The open transaction of the previous connection was rolled back. */
  watch(connection: Client): void {
    if (this.#hasWritten) this.#count += 1;
    const send = connection.query.bind(connection) as SendQuery;
    const counted: SendQuery = (config, done) => {
      const isWrite = this.#mayWrite(config.text);
      if (isWrite) this.#count += 1;
      return send(config, (error, result) => {
        if (isWrite) this.#count += 1;
        done(error, result);
      });
    };
    Object.assign(connection, { query: counted });
  }

  #mayWrite(text: string): boolean {
    if (read.test(text)) return false;
    if (begin.test(text)) {
      this.#hasWritten = false;
      return false;
    }
    if (end.test(text)) return this.#hasWritten;
    this.#hasWritten = true;
    return true;
  }
}
