import type { HealthProbe } from '../../core/index.ts';
import type { Database } from './connections.ts';
import { query } from './statement.ts';

const ping = { name: 'ping', text: 'select 1' };

/** Reports whether the database answers. */
export class PostgresHealthProbe implements HealthProbe {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async ping(): Promise<void> {
    await query(this.#database, ping);
  }
}
