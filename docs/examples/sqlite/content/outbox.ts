import type { FeedState, OutboxRepository, PlacedEvent, ReaderPlace } from 'quoin/core/store';
import type { JsonText } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { listWebhooks } from '../webhooks/webhook-rows.ts';
import type { Part } from './part.ts';

/** Events get their positions at once: one write runs at a time. */
export class SqliteOutbox implements OutboxRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async add(events: readonly JsonText[]): Promise<void> {
    await this.#access.write((db) => addEvents(db, ...events));
  }

  async list(limit: number): Promise<readonly JsonText[]> {
    return this.#access.read((db) =>
      db
        .all<PlacedEvent>('select event from outbox order by position limit ?', limit)
        .map(({ event }) => event),
    );
  }

  async advance(): Promise<FeedState> {
    return this.#access.read((db) => {
      const head = db.get<{ readonly seq: number }>(
        `select seq from sqlite_sequence where name = 'outbox'`,
      );
      const meta = db.get<{ readonly epoch: string }>('select epoch from meta');
      return { epoch: meta?.epoch ?? '', head: head?.seq ?? 0 };
    });
  }

  async listAfter(position: number, limit: number): Promise<readonly PlacedEvent[] | undefined> {
    return this.#access.read((db) => {
      if (db.get('select 1 from meta where removed > ?', position) !== undefined) return undefined;
      return db
        .all<PlacedEvent>(
          'select position, event from outbox where position > ? order by position limit ?',
          position,
          limit,
        )
        .map((event) => ({ ...event }));
    });
  }

  async listVisibilityAfter(position: number, limit: number): Promise<readonly PlacedEvent[]> {
    return this.#access.read((db) =>
      db
        .all<PlacedEvent>(
          `select position, event from outbox where event ->> 'type' = 'visibility' and position > ?
           order by position desc limit ?`,
          position,
          limit,
        )
        .map((event) => ({ ...event })),
    );
  }

  async addReader(name: string, position: number): Promise<void> {
    await this.#access.write((db) =>
      db.run('insert or ignore into outbox_readers (name, position) values (?, ?)', name, position),
    );
  }

  async claimReader(
    name: string,
    claim: string,
    head: number,
    leaseMs: number,
  ): Promise<ReaderPlace | undefined> {
    const now = Date.now();
    const find = (db: Db): ReaderPlace | undefined =>
      db.get<ReaderPlace>(
        `select position, failures from outbox_readers
         where name = ? and position < ? and claimed_until <= ?`,
        name,
        head,
        now,
      );
    if ((await this.#access.read(find)) === undefined) return undefined;
    return this.#access.write((db) => {
      const place = find(db);
      if (place === undefined) return undefined;
      const set = 'update outbox_readers set claim = ?, claimed_until = ? where name = ?';
      db.run(set, claim, now + leaseMs, name);
      return { ...place };
    });
  }

  async moveReader(
    name: string,
    claim: string,
    { position, failures }: ReaderPlace,
    leaseMs: number,
  ): Promise<boolean> {
    return this.#access.write((db) => {
      const held = db.get('select 1 from outbox_readers where name = ? and claim = ?', name, claim);
      if (held === undefined) return false;
      db.run(
        'update outbox_readers set position = ?, failures = ?, claimed_until = ? where name = ?',
        position,
        failures,
        Date.now() + leaseMs,
        name,
      );
      return true;
    });
  }

  async sweep(ageMs: number): Promise<false> {
    const time = Date.now() - ageMs;
    await this.#access.write((db) => {
      const last = db.get<{ readonly position: number | null }>(
        'select max(position) as position from outbox where stored_at < ? and position <= ?',
        time,
        readByAll(db),
      )?.position;
      if (last === null || last === undefined) return;
      db.run('delete from outbox where position <= ?', last);
      db.run('update meta set removed = ?', last);
    });
    return false;
  }
}

/** The last position that every active webhook has read. */
const readByAll = (db: Db): number =>
  Math.min(
    Number.MAX_SAFE_INTEGER,
    ...listWebhooks(db)
      .filter(({ isActive }) => isActive)
      .map(({ position }) => position),
  );

/** Adds what is an event, at the end. */
export const addEvents = (db: Db, ...events: readonly (JsonText | undefined)[]): void => {
  for (const event of events) {
    if (event === undefined) continue;
    db.run('insert into outbox (event, stored_at) values (?, ?)', event, Date.now());
  }
};

export const eventPart: Part = {
  apply: (db, { parts: { event } }) => addEvents(db, event),
};
