import type { FeedState, OutboxRepository, PlacedEvent, ReaderPlace } from '../../../core/store.ts';
import type { JsonText } from '../../../core/vocabulary.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { jsonArray } from '../connection/json-array.ts';
import {
  execute,
  executeReturning,
  query,
  removeIfAny,
  type Statement,
} from '../connection/statement.ts';
import { storeTime } from '../connection/store-time.ts';

const add: Statement = {
  name: 'outbox_add',
  text: 'insert into outbox (event) select unnest($1::json[])',
};

const oldest: Statement = {
  name: 'outbox_oldest',
  text: 'select event::text as event from outbox order by position limit $1',
};

/** The events that one statement removes, or gives positions to. */
const stepSize = 10_000;

/** Returns no row before the first event has its position. */
const stateOfFeed: Statement = {
  name: 'feed_state',
  text:
    'select epoch, head, exists (select from outbox where feed_position is null) as "isBehind" ' +
    'from feed_state',
};

const advance: Statement = {
  name: 'feed_advance',
  text: 'select new_epoch as epoch, new_head as head, moved from advance_feed($1)',
};

/** Always returns a row, with what was removed until the same moment. */
const after: Statement = {
  name: 'feed_after',
  text:
    'select removed, found.* from feed_state left join lateral (' +
    'select feed_position, event::text as event from outbox where feed_position > $1 ' +
    'order by feed_position limit $2) found on true order by feed_position',
};

/** The condition is that of the index. Events without a position are the newest. */
const visibility: Statement = {
  name: 'outbox_visibility',
  text:
    'select feed_position, event::text as event from outbox ' +
    `where event ->> 'type' = 'visibility' and (feed_position > $1 or feed_position is null) ` +
    'order by feed_position desc nulls first limit $2',
};

const old =
  `from outbox where stored_at < ${storeTime} - $1::bigint and feed_position <= ` +
  `coalesce((select min(position) from webhooks where is_active), ${Number.MAX_SAFE_INTEGER}) ` +
  'order by stored_at';

const anyOld: Statement = { name: 'outbox_any_old', text: `select 1 ${old} limit 1` };

const removeOld: Statement = {
  name: 'outbox_remove',
  text:
    'with gone as (delete from outbox where position = any (array(' +
    `select position ${old} limit $2 for update skip locked)) returning feed_position), ` +
    'noted as (update feed_state set removed = greatest(removed, last) ' +
    'from (select max(feed_position) as last from gone) gone where last is not null) ' +
    'select from gone',
};

const addReader: Statement = {
  name: 'outbox_reader_add',
  text: 'insert into outbox_readers (name, position) values ($1, $2) on conflict do nothing',
};

/** For the embedded database, a statement that changes nothing is a write, too. */
const claimable: Statement = {
  name: 'outbox_reader_claimable',
  text:
    'select 1 from outbox_readers ' +
    'where name = $1 and position < $2 and claimed_until <= clock_timestamp()',
};

/** A statement that waited for another one sees its claim. */
const claimReader: Statement = {
  name: 'outbox_reader_claim',
  text:
    'update outbox_readers set claim = $2, ' +
    `claimed_until = clock_timestamp() + $4::bigint * interval '1 ms' ` +
    'where name = $1 and position < $3 and claimed_until <= clock_timestamp() ' +
    'returning position, failures',
};

const moveReader: Statement = {
  name: 'outbox_reader_move',
  text:
    'update outbox_readers set position = $3, failures = $4, ' +
    `claimed_until = clock_timestamp() + $5::bigint * interval '1 ms' ` +
    'where name = $1 and claim = $2',
};

interface StateRow {
  readonly epoch: string;
  /** The driver returns `bigint` as digits. */
  readonly head: string;
}

const feedStateOf = ({ epoch, head }: StateRow): FeedState => ({ epoch, head: Number(head) });

interface PlacedRow {
  readonly removed: string;
  readonly feed_position: string | null;
  readonly event: string;
}

export class PostgresOutboxRepository implements OutboxRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async add(events: readonly JsonText[]): Promise<void> {
    await execute(this.#database, add, [jsonArray(events)]);
  }

  async list(limit: number): Promise<readonly JsonText[]> {
    const rows = await query<{ readonly event: JsonText }>(this.#database, oldest, [limit]);
    return rows.map(({ event }) => event);
  }

  async advance(): Promise<FeedState> {
    const [state] = await query<StateRow & { readonly isBehind: boolean }>(
      this.#database,
      stateOfFeed,
    );
    if (state?.isBehind === false) return feedStateOf(state);
    for (;;) {
      const [row] = await executeReturning<StateRow & { readonly moved: string }>(
        this.#database,
        advance,
        [stepSize],
      );
      if (row !== undefined && Number(row.moved) < stepSize) return feedStateOf(row);
    }
  }

  async listAfter(position: number, limit: number): Promise<readonly PlacedEvent[] | undefined> {
    const rows = await query<PlacedRow>(this.#database, after, [position, limit]);
    if (rows.some(({ removed }) => Number(removed) > position)) return undefined;
    return rows.flatMap(({ feed_position: found, event }) =>
      found === null ? [] : [{ position: Number(found), event: event as JsonText }],
    );
  }

  async listVisibilityAfter(position: number, limit: number): Promise<readonly PlacedEvent[]> {
    const values = [position, limit];
    const rows = await query<Omit<PlacedRow, 'removed'>>(this.#database, visibility, values);
    return rows.map(({ feed_position: found, event }) => ({
      position: Number(found ?? Number.MAX_SAFE_INTEGER),
      event: event as JsonText,
    }));
  }

  async addReader(name: string, position: number): Promise<void> {
    await execute(this.#database, addReader, [name, position]);
  }

  async claimReader(
    name: string,
    claim: string,
    head: number,
    leaseMs: number,
  ): Promise<ReaderPlace | undefined> {
    if ((await query(this.#database, claimable, [name, head])).length === 0) return undefined;
    const values = [name, claim, head, leaseMs];
    const [row] = await executeReturning<{ readonly position: string; readonly failures: number }>(
      this.#database,
      claimReader,
      values,
    );
    return row && { position: Number(row.position), failures: row.failures };
  }

  async moveReader(
    name: string,
    claim: string,
    { position, failures }: ReaderPlace,
    leaseMs: number,
  ): Promise<boolean> {
    const values = [name, claim, position, failures, leaseMs];
    return (await execute(this.#database, moveReader, values)) > 0;
  }

  async sweep(ageMs: number): Promise<boolean> {
    const values = [ageMs, stepSize] as const;
    return (await removeIfAny(this.#database, anyOld, removeOld, values)) === stepSize;
  }
}
