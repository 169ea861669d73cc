import type { FeedState, OutboxRepository, PlacedEvent, ReaderPlace } from '../../../core/store.ts';
import type { JsonText } from '../../../core/vocabulary.ts';
import { removeFound } from '../memory-records.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';

/** Events get their positions at once: one write runs at a time. */
export class MemoryOutboxRepository implements OutboxRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async add(events: readonly JsonText[]): Promise<void> {
    await this.#access.write((tables) => addEvents(tables, ...events));
  }

  async list(limit: number): Promise<readonly JsonText[]> {
    return this.#access.read(({ outbox }) => [...outbox].slice(0, limit).map(({ event }) => event));
  }

  async advance(): Promise<FeedState> {
    return this.#access.read((tables) => ({ epoch: tables.store, head: feedOf(tables).head }));
  }

  async listAfter(after: number, limit: number): Promise<readonly PlacedEvent[] | undefined> {
    return this.#access.read((tables) => {
      if (feedOf(tables).removed > after) return undefined;
      return [...tables.outbox]
        .filter(({ position }) => position > after)
        .slice(0, limit)
        .map(({ position, event }) => ({ position, event }));
    });
  }

  async listVisibilityAfter(after: number, limit: number): Promise<readonly PlacedEvent[]> {
    return this.#access.read(({ outbox }) =>
      [...outbox]
        .filter(({ position, event }) => position > after && isVisibility(event))
        .reverse()
        .slice(0, limit)
        .map(({ position, event }) => ({ position, event })),
    );
  }

  async addReader(name: string, position: number): Promise<void> {
    await this.#access.write(({ readers }) => {
      if (!readers.has(name)) readers.set(name, { position, failures: 0, claimedUntil: 0 });
    });
  }

  async claimReader(
    name: string,
    claim: string,
    head: number,
    leaseMs: number,
  ): Promise<ReaderPlace | undefined> {
    const canClaim = ({ readers }: MemoryTables): ReaderPlace | undefined => {
      const reader = readers.get(name);
      return reader !== undefined && reader.position < head && reader.claimedUntil <= Date.now()
        ? { position: reader.position, failures: reader.failures }
        : undefined;
    };
    if ((await this.#access.read(canClaim)) === undefined) return undefined;
    return this.#access.write((tables) => {
      const place = canClaim(tables);
      if (place === undefined) return undefined;
      tables.readers.set(name, { ...place, claim, claimedUntil: Date.now() + leaseMs });
      return place;
    });
  }

  async moveReader(
    name: string,
    claim: string,
    { position, failures }: ReaderPlace,
    leaseMs: number,
  ): Promise<boolean> {
    return this.#access.write(({ readers }) => {
      if (readers.get(name)?.claim !== claim) return false;
      readers.set(name, { position, failures, claim, claimedUntil: Date.now() + leaseMs });
      return true;
    });
  }

  async sweep(ageMs: number): Promise<false> {
    const time = Date.now() - ageMs;
    const old = ({ outbox, webhooks }: MemoryTables) => {
      const active = [...webhooks.values()].filter(({ isActive }) => isActive);
      const read = Math.min(...active.map(({ position }) => position));
      return [...outbox].filter(({ storedAt, position }) => storedAt < time && position <= read);
    };
    await removeFound(this.#access, old, (tables, event) => {
      const { head, removed } = feedOf(tables);
      tables.outbox.delete(event);
      tables.feed.set('current', { head, removed: Math.max(removed, event.position) });
    });
    return false;
  }
}

const isVisibility = (event: JsonText): boolean =>
  (JSON.parse(event) as { readonly type?: string }).type === 'visibility';

const feedOf = ({ feed }: MemoryTables) => feed.get('current') ?? { head: 0, removed: 0 };

/** Adds what is an event, at the end. */
export const addEvents = (
  tables: MemoryTables,
  ...events: readonly (JsonText | undefined)[]
): void => {
  for (const event of events) {
    if (event === undefined) continue;
    const { head, removed } = feedOf(tables);
    const position = head + 1;
    tables.outbox.add({ position, event, storedAt: Date.now() });
    tables.feed.set('current', { head: position, removed });
  }
};
