import type { JsonText, OutboxRepository } from '../../../core/index.ts';
import type { Database } from '../connection/connections.ts';
import { query, removeIfAny, type Statement } from '../connection/statement.ts';
import { storeTime } from '../connection/store-time.ts';

const oldest: Statement = {
  name: 'outbox_oldest',
  text: 'select event::text as event from outbox order by position limit $1',
};

/** The events that one statement removes. */
const stepSize = 10_000;

const old = `from outbox where stored_at < ${storeTime} - $1::bigint order by stored_at`;

const anyOld: Statement = { name: 'outbox_any_old', text: `select 1 ${old} limit 1` };

const removeOld: Statement = {
  name: 'outbox_remove',
  text:
    'delete from outbox where position = any (array(' +
    `select position ${old} limit $2 for update skip locked))`,
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

  async removeOlderThan(ageMs: number): Promise<boolean> {
    const values = [ageMs, stepSize] as const;
    return (await removeIfAny(this.#database, anyOld, removeOld, values)) === stepSize;
  }
}
