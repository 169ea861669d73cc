import type { JsonText, OutboxRepository } from '../../../core/index.ts';
import type { Database } from '../connection/connections.ts';
import { execute, query, type Statement } from '../connection/statement.ts';

const oldest: Statement = {
  name: 'outbox_oldest',
  text: 'select event::text as event from outbox order by position limit $1',
};

const removeOld: Statement = {
  name: 'outbox_remove',
  text: 'delete from outbox where stored_at < $1',
};

export class PostgresOutboxRepository implements OutboxRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(limit: number): Promise<readonly JsonText[]> {
    const rows = await query<{ readonly event: JsonText }>(this.#database, oldest, [limit]);
    return rows.map(({ event }) => event);
  }

  async removeBefore(time: number): Promise<void> {
    await execute(this.#database, removeOld, [time]);
  }
}
