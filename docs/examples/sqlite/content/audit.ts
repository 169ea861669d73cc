import type {
  AuditFilter,
  AuditLimits,
  AuditNote,
  AuditPage,
  AuditPlace,
  AuditRepository,
  PlacedEvent,
} from 'quoin/core/store';
import type { AuditEntry } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';

interface Row extends AuditPlace {
  readonly doc: string;
}

type StoredEvent = PlacedEvent & { readonly stored_at: number };

const newEvents = (db: Db): readonly StoredEvent[] =>
  db.all<StoredEvent>(
    'select position, event, stored_at from outbox where position > (select audited from meta) order by position',
  );

export class SqliteAudit implements AuditRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async add(notes: readonly AuditNote[]): Promise<void> {
    await this.#access.write((db) => {
      for (const note of notes) addEntry(db, note, Date.now());
    });
  }

  async collect(): Promise<boolean> {
    // A write would change the snapshot.
    if ((await this.#access.read(newEvents)).length === 0) return false;
    await this.#access.write((db) => {
      for (const { position, event, stored_at: at } of newEvents(db)) {
        const { audit } = JSON.parse(event) as { readonly audit?: AuditNote };
        if (audit !== undefined) addEntry(db, audit, at);
        db.run('update meta set audited = ?', position);
      }
    });
    return false;
  }

  async list(
    { actorId, resource, id, action, from = 0, to = Number.MAX_SAFE_INTEGER }: AuditFilter,
    after: AuditPlace | undefined,
    limit: number,
  ): Promise<AuditPage> {
    const rows = await this.#access.read((db) =>
      db.all<Row>(
        'select number, at, doc from audit where (?1 is null or actor_id = ?1) and (?2 is null or resource = ?2) ' +
          'and (?3 is null or resource_id = ?3) and (?4 is null or action = ?4) and at >= ?5 and at < ?6 ' +
          'and (at, number) < (?7, ?8) order by at desc, number desc limit ?9',
        actorId,
        resource,
        id,
        action,
        from,
        to,
        after?.at ?? Number.MAX_SAFE_INTEGER,
        after?.number ?? 0,
        limit + 1,
      ),
    );
    const entries = rows.slice(0, limit).map(entryOf);
    return { entries, next: rows.length > limit ? entries.at(-1) : undefined };
  }

  async sweep({ ageMs, entries }: AuditLimits): Promise<false> {
    const time = Date.now() - ageMs;
    const beyond = 'at < ? or number <= (select max(number) from audit) - ?';
    const find = (db: Db) => db.get(`select 1 from audit where ${beyond}`, time, entries);
    if ((await this.#access.read(find)) === undefined) return false;
    await this.#access.write((db) => db.run(`delete from audit where ${beyond}`, time, entries));
    return false;
  }
}

const entryOf = ({ number, at, doc }: Row): AuditEntry => ({
  ...(JSON.parse(doc) as AuditNote),
  number,
  at,
});

const addEntry = (db: Db, note: AuditNote, at: number): void => {
  db.run(
    'insert into audit (at, actor_id, action, resource, resource_id, doc) values (?, ?, ?, ?, ?, ?)',
    at,
    note.by.id,
    note.action,
    note.action.slice(0, note.action.indexOf('.')),
    note.id,
    JSON.stringify(note),
  );
};
