import {
  isSameCopyState,
  publicNameOf,
  utf8Length,
  type Author,
  type ContentChange,
  type CopyOfItem,
  type ItemStamp,
  type JsonText,
  type SearchText,
  type Slug,
  type WorkingCopy,
  type WorkingCopyEntry,
  type WorkingCopyQuery,
  type WorkingCopyRepository,
} from 'quoin/core';
import { findUser } from '../accounts/users.ts';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { allOf, amongIds, findItem, upToPageBytes } from './items.ts';
import { addEvents } from './outbox.ts';
import type { Part } from './part.ts';
import { rebuildOf } from './search.ts';

export class SqliteCopies implements WorkingCopyRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async find(contentId: string): Promise<WorkingCopy | undefined> {
    return this.#access.read((db) => findCopy(db, contentId));
  }

  async save(
    copy: WorkingCopy,
    itemVersion: number,
    replaced: WorkingCopy | undefined,
    search?: SearchText,
    event?: JsonText,
  ): Promise<boolean> {
    return this.#access.write((db) => {
      const { contentId } = copy;
      if (findItem(db, contentId)?.version !== itemVersion) return false;
      if (findCopy(db, contentId)?.version !== replaced?.version) return false;
      putCopy(db, copy, search);
      addEvents(db, event);
      return true;
    });
  }

  async add(copy: WorkingCopy, search?: SearchText, event?: JsonText): Promise<boolean> {
    return this.#access.write((db) => {
      const { contentId } = copy;
      if (findCopy(db, contentId) !== undefined || stampOf(db, contentId) === undefined)
        return false;
      putCopy(db, copy, search);
      addEvents(db, event);
      return true;
    });
  }

  async listAfter(contentId: string | undefined, limit: number): Promise<readonly CopyOfItem[]> {
    return this.#access.read((db) => {
      const rows = db.each<CopyRow>(
        'select * from copies where content_id > ? order by content_id limit ?',
        contentId ?? '',
        limit,
      );
      return upToPageBytes(rows, ({ data, base }) => {
        const { data: ofBase } = JSON.parse(base) as WorkingCopy['base'];
        return utf8Length(data) + utf8Length(ofBase);
      }).map((row) => ({ copy: copyOf(row), item: stampOf(db, row.content_id) }));
    });
  }

  async remove(contentId: string, version: string, event?: JsonText): Promise<boolean> {
    return this.#access.write((db) => {
      if (findCopy(db, contentId)?.version !== version) return false;
      deleteCopy(db, contentId);
      addEvents(db, event);
      return true;
    });
  }

  async list({
    all,
    own,
    ownerId,
    authorId,
    limit,
    offset,
  }: WorkingCopyQuery): Promise<readonly WorkingCopyEntry[]> {
    const owned = allOf(amongIds(own, 'i.collection_id'), {
      sql: 'i.author_id = ?',
      values: [ownerId],
    });
    const whole = amongIds(all, 'i.collection_id');
    const { sql, values } = allOf(
      { sql: `${whole.sql} or ${owned.sql}`, values: [...whole.values, ...owned.values] },
      authorId === undefined ? undefined : { sql: 'c.author_id = ?', values: [authorId] },
    );
    return this.#access.read((db) =>
      db
        .all<CopyRow>(
          `select c.* from copies c join items i on i.id = c.content_id where ${sql}
            order by c.updated_at desc, c.content_id desc limit ? offset ?`,
          ...values,
          limit,
          offset,
        )
        .flatMap((row) => entryOf(db, copyOf(row)) ?? []),
    );
  }
}

interface CopyRow {
  readonly content_id: string;
  readonly version: string;
  readonly title: string;
  readonly slug: string;
  readonly collection_id: string;
  readonly data: string;
  readonly author_id: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly base: string;
}

const copyOf = (row: CopyRow): WorkingCopy => ({
  contentId: row.content_id,
  version: row.version,
  title: row.title,
  slug: row.slug as Slug,
  collectionId: row.collection_id,
  data: row.data as JsonText,
  authorId: row.author_id ?? undefined,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  base: JSON.parse(row.base) as WorkingCopy['base'],
});

export const findCopy = (db: Db, contentId: string): WorkingCopy | undefined => {
  const row = db.get<CopyRow>('select * from copies where content_id = ?', contentId);
  return row && copyOf(row);
};

const putCopy = (db: Db, copy: WorkingCopy, text: SearchText | undefined): void => {
  const { contentId, version, title, slug, collectionId, data, authorId, createdAt, updatedAt } =
    copy;
  deleteCopy(db, contentId);
  db.put('copies', 'content_id', {
    content_id: contentId,
    version,
    title,
    slug,
    collection_id: collectionId,
    data,
    author_id: authorId,
    created_at: createdAt,
    updated_at: updatedAt,
    base: JSON.stringify(copy.base),
  });
  if (text === undefined) return;
  db.put('copy_search', 'content_id', {
    content_id: contentId,
    version,
    rebuild: rebuildOf(db),
    text: JSON.stringify(text),
  });
};

/** Removes the copy of an item, with what is searched of it. */
export const deleteCopy = (db: Db, contentId: string): void => {
  db.run('delete from copies where content_id = ?', contentId);
  db.run('delete from copy_search where content_id = ?', contentId);
};

/** Of the item in content or in the trash. */
export const stampOf = (db: Db, id: string): ItemStamp | undefined => {
  const row = db.get<ItemStamp>(
    'select id, version, updated_at as updatedAt from stamps where id = ?',
    id,
  );
  return row && { ...row };
};

export const authorOf = (db: Db, id: string | undefined): Author | undefined => {
  const user = id === undefined ? undefined : findUser(db, 'id', id);
  return user && { id: user.id, name: publicNameOf(user) };
};

const entryOf = (db: Db, copy: WorkingCopy): WorkingCopyEntry | undefined => {
  const { contentId, title, slug, base, authorId, updatedAt } = copy;
  const item = findItem(db, contentId);
  return (
    item && {
      contentId,
      title,
      slug,
      collectionId: item.collectionId,
      baseVersion: base.version,
      isOutdated: item.version !== base.version && !isSameCopyState(item, base),
      updatedAt,
      author: authorOf(db, authorId),
    }
  );
};

const publishedCopy = (change: ContentChange): string | undefined =>
  change.kind === 'update' ? change.expected.copy : undefined;

/** A change that publishes the copy removes it. */
export const copyPart: Part = {
  holds: (db, change) => {
    const copy = publishedCopy(change);
    return copy === undefined || findCopy(db, change.item.id)?.version === copy;
  },
  apply: (db, change) => {
    if (publishedCopy(change) !== undefined) deleteCopy(db, change.item.id);
  },
  purged: ['copies', 'copy_search'],
};
