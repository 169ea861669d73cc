import type {
  AuditFilter,
  AuditLimits,
  AuditNote,
  AuditPage,
  AuditPlace,
  AuditRepository,
} from '../../core/store.ts';
import type { AuditEntry } from '../../core/vocabulary.ts';
import { copyOf } from './copy-of.ts';
import { removeFound } from './memory-records.ts';
import type { MemoryAccess, MemoryTables } from './memory-tables.ts';

const stateOf = ({ auditState }: MemoryTables) =>
  auditState.get('current') ?? { position: 0, number: 0 };

const newEvents = (tables: MemoryTables) => {
  const { position } = stateOf(tables);
  return [...tables.outbox].filter((event) => event.position > position);
};

const addEntry = (tables: MemoryTables, note: AuditNote, at: number): void => {
  const { position, number } = stateOf(tables);
  tables.audit.add({ ...note, number: number + 1, at });
  tables.auditState.set('current', { position, number: number + 1 });
};

export class MemoryAuditRepository implements AuditRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async add(notes: readonly AuditNote[]): Promise<void> {
    await this.#access.write((tables) => {
      for (const note of notes) addEntry(tables, copyOf(note), Date.now());
    });
  }

  async collect(): Promise<false> {
    // A write would change the snapshot.
    if ((await this.#access.read(newEvents)).length === 0) return false;
    await this.#access.write((tables) => {
      for (const { position, event, storedAt } of newEvents(tables)) {
        const { audit } = JSON.parse(event) as { readonly audit?: AuditNote };
        if (audit !== undefined) addEntry(tables, audit, storedAt);
        tables.auditState.set('current', { ...stateOf(tables), position });
      }
    });
    return false;
  }

  async list(
    filter: AuditFilter,
    after: AuditPlace | undefined,
    limit: number,
  ): Promise<AuditPage> {
    const found = await this.#access.read(({ audit }) =>
      [...audit]
        .filter((entry) => isIn(filter, entry) && (after === undefined || isBefore(entry, after)))
        .toSorted((left, right) => (isBefore(left, right) ? 1 : -1))
        .slice(0, limit + 1),
    );
    const entries = found.slice(0, limit);
    return { entries, next: found.length > limit ? entries.at(-1) : undefined };
  }

  async sweep({ ageMs, entries }: AuditLimits): Promise<false> {
    const time = Date.now() - ageMs;
    const beyond = (tables: MemoryTables) => {
      const last = stateOf(tables).number - entries;
      return [...tables.audit].filter(({ at, number }) => at < time || number <= last);
    };
    await removeFound(this.#access, beyond, ({ audit }, entry) => audit.delete(entry));
    return false;
  }
}

const isIn = (
  { actorId, resource, id, action, from = -Infinity, to = Infinity }: AuditFilter,
  entry: AuditEntry,
): boolean =>
  (actorId === undefined || entry.by.id === actorId) &&
  (resource === undefined || entry.action.startsWith(`${resource}.`)) &&
  (id === undefined || entry.id === id) &&
  (action === undefined || entry.action === action) &&
  entry.at >= from &&
  entry.at < to;

const isBefore = (entry: AuditPlace, place: AuditPlace): boolean =>
  entry.at < place.at || (entry.at === place.at && entry.number < place.number);
