import {
  contentStateOf,
  type HistoryLimits,
  type PruneStep,
  type Revision,
  type RevisionOfItem,
  type RevisionPlace,
  type RevisionRepository,
} from 'quoin/core/store';
import { day, utf8Length, type Page, type RevisionEntry } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { authorOf, stampOf } from './copies.ts';
import { upToPageBytes } from './items.ts';
import type { Part } from './part.ts';

export class SqliteRevisions implements RevisionRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async list(contentId: string, { limit, offset }: Page): Promise<readonly RevisionEntry[]> {
    return this.#access.read((db) =>
      db
        .all<RevisionRow>(
          'select * from revisions where content_id = ? order by version desc limit ? offset ?',
          contentId,
          limit,
          offset,
        )
        .map((row) => entryOf(db, row)),
    );
  }

  async find(contentId: string, version: number): Promise<Revision | undefined> {
    return this.#access.read((db) => find(db, contentId, version));
  }

  async findAutosave(contentId: string, withinMs: number): Promise<RevisionEntry | undefined> {
    return this.#access.read((db) => {
      const row = db.get<RevisionRow>(
        'select * from revisions where content_id = ? order by version desc limit 1',
        contentId,
      );
      if (row === undefined || row.stored_at <= Date.now() - withinMs) return undefined;
      return revisionOf(row).isAutosave ? entryOf(db, row) : undefined;
    });
  }

  async listAfter(
    after: RevisionPlace | undefined,
    limit: number,
  ): Promise<readonly RevisionOfItem[]> {
    return this.#access.read((db) => {
      const rows = db.each<RevisionRow>(
        `select * from revisions where (content_id, version) > (?, ?)
          order by content_id, version limit ?`,
        after?.contentId ?? '',
        after?.version ?? 0,
        limit,
      );
      return upToPageBytes(rows, (row) => utf8Length(revisionOf(row).data)).map((row) => ({
        revision: revisionOf(row),
        item: stampOf(db, row.content_id),
      }));
    });
  }

  async add(revisions: readonly Revision[]): Promise<readonly boolean[]> {
    return this.#access.write((db) =>
      revisions.map((revision) => {
        const { contentId, version } = revision;
        const isKnown = find(db, contentId, version) !== undefined;
        if (isKnown || stampOf(db, contentId) === undefined) return false;
        put(db, revision);
        return true;
      }),
    );
  }

  async prune(
    limits: HistoryLimits,
    { recentMs, after }: PruneStep = {},
  ): Promise<string | undefined> {
    const now = Date.now();
    return this.#access.write((db) => {
      const ids = db.all<{ readonly content_id: string }>(
        'select distinct content_id from revisions where content_id > ? and stored_at >= ? order by 1 limit ?',
        after ?? '',
        recentMs === undefined ? 0 : now - recentMs,
        itemsOfStep,
      );
      for (const { content_id: id } of ids) pruneItem(db, id, limits, now);
      return ids.length < itemsOfStep ? undefined : ids.at(-1)?.content_id;
    });
  }
}

const itemsOfStep = 100;

interface RevisionRow {
  readonly content_id: string;
  readonly version: number;
  readonly stored_at: number;
  readonly doc: string;
}

const revisionOf = ({ doc }: RevisionRow): Revision => JSON.parse(doc) as Revision;

const find = (db: Db, contentId: string, version: number): Revision | undefined => {
  const row = db.get<RevisionRow>(
    'select * from revisions where content_id = ? and version = ?',
    contentId,
    version,
  );
  return row && revisionOf(row);
};

const put = (db: Db, revision: Revision): void => {
  const { contentId, version } = revision;
  const doc = JSON.stringify(revision);
  const row = { content_id: contentId, version, stored_at: Date.now(), doc };
  db.put('revisions', 'content_id, version', row);
};

const entryOf = (db: Db, row: RevisionRow): RevisionEntry => {
  const { slug: _slug, collectionId: _collection, data: _data, ...entry } = revisionOf(row);
  return { ...entry, author: authorOf(db, entry.authorId) };
};

/** An autosave replaces the revision of the one before it. */
export const revisionPart: Part = {
  apply: (db, { item, parts: { revision } }) => {
    if (revision === undefined) return;
    const { replaces, ...facts } = revision;
    const { id: contentId, version, updatedAt } = item;
    if (replaces !== undefined) {
      db.run('delete from revisions where content_id = ? and version = ?', contentId, replaces);
    }
    const state = { ...contentStateOf(item), contentId, version };
    put(db, { ...state, ...facts, createdAt: updatedAt });
  },
  purged: ['revisions'],
};

const pruneItem = (
  db: Db,
  id: string,
  { maxPerItem, maxDays }: HistoryLimits,
  now: number,
): void => {
  const rows = db.all<RevisionRow>(
    'select * from revisions where content_id = ? order by version desc',
    id,
  );
  const published = rows.find((row) => revisionOf(row).status === 'published');
  const stays = (row: RevisionRow, place: number): boolean => {
    if (maxPerItem === 0) return false;
    if (place === 0 || row === published || revisionOf(row).note !== undefined) return true;
    return place < maxPerItem && (maxDays === 0 || row.stored_at >= now - maxDays * day);
  };
  for (const [place, row] of rows.entries()) {
    if (stays(row, place)) continue;
    db.run('delete from revisions where content_id = ? and version = ?', id, row.version);
  }
};
