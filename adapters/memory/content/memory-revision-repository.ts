import type {
  HistoryLimits,
  PruneStep,
  Revision,
  RevisionOfItem,
  RevisionPlace,
  RevisionRepository,
} from '../../../core/store.ts';
import { day, asAuthor, type Page, type RevisionEntry } from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { ascending } from '../memory-order.ts';
import { findAnywhere, stampOf } from '../memory-stamps.ts';
import type { MemoryAccess, MemoryTables, StoredRevision } from '../memory-tables.ts';
import { upToPageBytes } from '../page-bytes.ts';

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
      return stored && revisionOf(stored);
    });
  }

  async findAutosave(contentId: string, withinMs: number): Promise<RevisionEntry | undefined> {
    return this.#access.read((tables) => {
      const newest = tables.revisions.get(contentId)?.at(-1);
      const isFound = newest?.isAutosave === true && newest.storedAt > Date.now() - withinMs;
      return isFound ? entryOf(tables, newest) : undefined;
    });
  }

  async listAfter(
    after: RevisionPlace | undefined,
    limit: number,
  ): Promise<readonly RevisionOfItem[]> {
    return this.#access.read((tables) => {
      const step = upToPageBytes(next(tables, after, limit), (stored) => [stored]);
      return step.map((stored) => {
        const item = findAnywhere(tables, stored.contentId);
        return { revision: revisionOf(stored), item: item && stampOf(item) };
      });
    });
  }

  async add(revisions: readonly Revision[]): Promise<readonly boolean[]> {
    const added = copyOf(revisions);
    return this.#access.write((tables) =>
      added.map((revision) => {
        const { contentId, version } = revision;
        const isKnown = find(tables, contentId, version) !== undefined;
        if (isKnown || findAnywhere(tables, contentId) === undefined) return false;
        const all = [
          ...(tables.revisions.get(contentId) ?? []),
          { ...revision, storedAt: Date.now() },
        ];
        tables.revisions.set(contentId, all.toSorted(byVersion));
        return true;
      }),
    );
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

const revisionOf = ({ storedAt: _, ...revision }: StoredRevision): Revision => revision;

const byVersion = (left: StoredRevision, right: StoredRevision): number =>
  left.version - right.version;

const next = (
  { revisions }: MemoryTables,
  after: RevisionPlace | undefined,
  limit: number,
): readonly StoredRevision[] => {
  const found: StoredRevision[] = [];
  for (const id of [...revisions.keys()].toSorted(ascending)) {
    if (found.length >= limit) break;
    if (after !== undefined && id < after.contentId) continue;
    const all = revisions.get(id) ?? [];
    found.push(...all.filter(({ version }) => id !== after?.contentId || version > after.version));
  }
  return found.slice(0, limit);
};

const entryOf = ({ users }: MemoryTables, stored: StoredRevision): RevisionEntry => {
  const { storedAt: _, slug: _slug, collectionId: _collection, data: _data, ...entry } = stored;
  const user = entry.authorId === undefined ? undefined : users.get(entry.authorId);
  return { ...entry, author: user && asAuthor(user) };
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
