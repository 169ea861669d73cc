import {
  isSameCopyState,
  type ContentChange,
  type CopyOfItem,
  type CopyParts,
  type WorkingCopyQuery,
  type WorkingCopyRepository,
} from 'quoin/core/store';
import {
  asAuthor,
  utf8Length,
  type Author,
  type ItemStamp,
  type JsonText,
  type WorkingCopy,
  type WorkingCopyEntry,
} from 'quoin/core/vocabulary';
import { findUser } from '../accounts/users.ts';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { rowsOf } from '../work/rows.ts';
import { allOf, amongIds, findItem, inLocale, inLocales, upToPageBytes } from './items.ts';
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
    parts: CopyParts = {},
  ): Promise<boolean> {
    return this.#access.write((db) => {
      const { contentId } = copy;
      if (findItem(db, contentId)?.version !== itemVersion) return false;
      if (findCopy(db, contentId)?.version !== replaced?.version) return false;
      putCopy(db, copy, parts);
      return true;
    });
  }

  async add(copy: WorkingCopy, parts: CopyParts = {}): Promise<boolean> {
    return this.#access.write((db) => {
      const { contentId } = copy;
      if (findCopy(db, contentId) !== undefined || stampOf(db, contentId) === undefined)
        return false;
      putCopy(db, copy, parts);
      return true;
    });
  }

  async listAfter(contentId: string | undefined, limit: number): Promise<readonly CopyOfItem[]> {
    const bytesOf = ({ data, base }: WorkingCopy) => utf8Length(data) + utf8Length(base.data);
    return this.#access.read((db) =>
      upToPageBytes(copiesAfter(db, contentId, limit), bytesOf).map((copy) => ({
        copy,
        item: stampOf(db, copy.contentId),
      })),
    );
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
    locales,
    authorId,
    within,
    locale,
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
      within === undefined ? undefined : amongIds(within, 'c.collection_id'),
      inLocale(locale, 'i.'),
      inLocales(locales, 'i.collection_id', 'i.locale'),
    );
    return this.#access.read((db) =>
      db
        .all<object>(
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

const { recordOf: copyOf, rowOf } = rowsOf<WorkingCopy>(
  {
    contentId: 'content_id',
    version: 'version',
    title: 'title',
    slug: 'slug',
    collectionId: 'collection_id',
    data: 'data',
    authorId: 'author_id',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    base: 'base',
  },
  ['base'],
);

function* copiesAfter(
  db: Db,
  contentId: string | undefined,
  limit: number,
): Generator<WorkingCopy> {
  const sql = 'select * from copies where content_id > ? order by content_id limit ?';
  for (const row of db.each<object>(sql, contentId ?? '', limit)) yield copyOf(row);
}

export const findCopy = (db: Db, contentId: string): WorkingCopy | undefined => {
  const row = db.get<object>('select * from copies where content_id = ?', contentId);
  return row && copyOf(row);
};

const putCopy = (db: Db, copy: WorkingCopy, { search, words, event }: CopyParts): void => {
  const { contentId, version } = copy;
  deleteCopy(db, contentId);
  db.put('copies', 'content_id', rowOf(copy));
  if (search !== undefined) {
    db.put('copy_search', 'content_id', {
      content_id: contentId,
      version,
      rebuild: rebuildOf(db),
      text: JSON.stringify(search),
    });
  }
  if (words !== undefined) db.put('copy_words', 'content_id', { content_id: contentId, words });
  addEvents(db, event);
};

const tables = ['copies', 'copy_search', 'copy_words'];

/** Removes the copy of an item, with what is stored beside it. */
export const deleteCopy = (db: Db, contentId: string): void => {
  for (const table of tables) db.run(`delete from ${table} where content_id = ?`, contentId);
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
  return user && asAuthor(user);
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
  purged: tables,
};
