import {
  day,
  publicNameOf,
  type HistoryLimits,
  type Page,
  type PruneStep,
  type Revision,
  type RevisionEntry,
  type RevisionRepository,
} from '../../../core/index.ts';
import type { MemoryAccess, MemoryTables, StoredRevision } from '../memory-tables.ts';

export class MemoryRevisionRepository implements RevisionRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async list(contentId: string, { limit, offset }: Page): Promise<readonly RevisionEntry[]> {
    return this.#access.read((tables) =>
      (tables.revisions.get(contentId) ?? [])
        .toReversed()
        .slice(offset, offset + limit)
        .map((revision) => entryOf(tables, revision)),
    );
  }

  async find(contentId: string, version: number): Promise<Revision | undefined> {
    return this.#access.read((tables) => {
      const stored = find(tables, contentId, version);
      if (stored === undefined) return undefined;
      const { storedAt: _, ...revision } = stored;
      return revision;
    });
  }

  async findAutosave(contentId: string, withinMs: number): Promise<RevisionEntry | undefined> {
    return this.#access.read((tables) => {
      const newest = tables.revisions.get(contentId)?.at(-1);
      const isFound = newest?.isAutosave === true && newest.storedAt > Date.now() - withinMs;
      return isFound ? entryOf(tables, newest) : undefined;
    });
  }

  async prune(limits: HistoryLimits, { recentMs = Infinity }: PruneStep = {}): Promise<undefined> {
    const now = Date.now();
    const isBeyond = (all: readonly StoredRevision[]): boolean =>
      all.some(({ storedAt }) => storedAt >= now - recentMs) &&
      !all.every((revision) => stays(revision, all, limits, now));
    // A write changes the snapshot, and so ends what is cached.
    const ids = await this.#access.read(({ revisions }) =>
      [...revisions].filter(([, all]) => isBeyond(all)).map(([id]) => id),
    );
    if (ids.length === 0) return undefined;
    return this.#access.write(({ revisions }) => {
      for (const id of ids) {
        const all = revisions.get(id) ?? [];
        const left = all.filter((revision) => stays(revision, all, limits, now));
        if (left.length === 0) revisions.delete(id);
        else revisions.set(id, left);
      }
      return undefined;
    });
  }
}

const find = ({ revisions }: MemoryTables, contentId: string, version: number) =>
  revisions.get(contentId)?.find((revision) => revision.version === version);

const entryOf = ({ users }: MemoryTables, stored: StoredRevision): RevisionEntry => {
  const { storedAt: _, slug: _slug, collectionId: _collection, data: _data, ...entry } = stored;
  const user = entry.authorId === undefined ? undefined : users.get(entry.authorId);
  return { ...entry, author: user && { id: user.id, name: publicNameOf(user) } };
};

/** @param all oldest first. */
const stays = (
  revision: StoredRevision,
  all: readonly StoredRevision[],
  { maxPerItem, maxDays }: HistoryLimits,
  now: number,
): boolean => {
  if (maxPerItem === 0) return false;
  const published = all.findLast(({ status }) => status === 'published');
  if (revision === all.at(-1) || revision === published || revision.note !== undefined) return true;
  const place = all.length - all.indexOf(revision);
  return place <= maxPerItem && (maxDays === 0 || revision.storedAt >= now - maxDays * day);
};
