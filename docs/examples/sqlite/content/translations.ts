import {
  comparedWith,
  isVisible,
  type BasedRead,
  type Basis,
  type GroupMember,
  type Prints,
  type SourceState,
  type StoredSource,
  type TranslationRepository,
  type TranslationSource,
  type View,
  type WorkQuery,
} from 'quoin/core/store';
import { groupOf, type ContentItem, type TranslationWork } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import { readOn } from '../work/basis.ts';
import type { Db } from '../work/db.ts';
import { findItem, itemOf, tableOf, type ItemRow } from './items.ts';
import type { Part } from './part.ts';

interface RecordRow {
  readonly content_id: string;
  readonly source_id: string;
  readonly version: number;
  readonly prints: string;
}

const recordOf = (row: RecordRow): TranslationSource => ({
  contentId: row.content_id,
  sourceId: row.source_id,
  version: row.version,
  prints: JSON.parse(row.prints) as Prints,
});

/** @param state of the source; undefined if it is not stored. */
const putRecord = (db: Db, record: TranslationSource, state: SourceState | undefined): void => {
  const { prints, changed } =
    state === undefined ? { ...record, changed: [] } : comparedWith(record.prints, state);
  db.put('translation_sources', 'content_id', {
    content_id: record.contentId,
    source_id: record.sourceId,
    version: record.version,
    prints: JSON.stringify(prints),
    changed: JSON.stringify(changed),
  });
};

const findRecords = (db: Db, column: 'content_id' | 'source_id', ids: readonly string[]) =>
  db
    .all<RecordRow>(
      `select * from translation_sources where ${column} in (select value from json_each(?))`,
      JSON.stringify(ids),
    )
    .map(recordOf);

export const sourcePart: Part = {
  holds: (db, { item, parts: { source } }) => {
    if (source === undefined) return true;
    const stored = findItem(db, source.id);
    return (
      stored !== undefined &&
      source.versions.includes(stored.version) &&
      groupOf(stored).id === groupOf(item).id
    );
  },
  apply: (db, { item, parts: { source, state } }) => {
    if (source !== undefined) {
      const { id: sourceId, version, prints } = source;
      putRecord(db, { contentId: item.id, sourceId, version, prints }, undefined);
    }
    if (state === undefined) return;
    for (const record of findRecords(db, 'source_id', [item.id])) putRecord(db, record, state);
  },
  purged: ['translation_sources'],
};

interface MemberRow extends ItemRow {
  readonly made_from: string | null;
  readonly made_version: number;
  readonly changed: string;
}

const memberOf = (row: MemberRow): GroupMember => {
  const item: ContentItem = itemOf(row);
  const { id, title, slug, status, updatedAt, locale = '' } = item;
  const { made_from: sourceId, made_version: version } = row;
  return {
    id,
    title,
    slug,
    status,
    updatedAt,
    locale,
    groupId: groupOf(item).id,
    ...(sourceId !== null && {
      source: { id: sourceId, version, changed: JSON.parse(row.changed) as string[] },
    }),
  };
};

/** The record of an item counts while its source is in the group of the item. */
const counts = (item: string): string =>
  `exists (select 1 from items source where source.id = made.source_id and source.group_id = ${item}.group_id)`;

const work = `
  select own.group_id, ? as locale, 'outdated' as state, own.collection_id, own.id, own.title,
    made.source_id, made.version, own.translation_group ->> 'since' as since
  from items own join translation_sources made on made.content_id = own.id
  where own.locale = ? and made.changed <> '[]' and ${counts('own')}
  union all
  select lacking.group_id, ?, 'missing', lacking.collection_id, null, lacking.title,
    lacking.id, lacking.version, lacking.translation_group ->> 'since'
  from items lacking where lacking.locale is not null
    and not exists (select 1 from items other where other.group_id = lacking.group_id and other.locale = ?)
    and lacking.id = (
      select id from items first where first.group_id = lacking.group_id
      order by exists (
          select 1 from translation_sources made where made.content_id = first.id and ${counts('first')}),
        coalesce((select key from json_each(?) where value = first.locale), 1000)
      limit 1)`;

interface WorkRow {
  readonly group_id: string;
  readonly locale: string;
  readonly state: TranslationWork['state'];
  readonly collection_id: string;
  readonly id: string | null;
  readonly title: string;
  readonly source_id: string;
  readonly version: number;
}

export class SqliteTranslations implements TranslationRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async listGroup(
    id: string,
    { audience, shown }: View,
    basis: Basis,
  ): Promise<BasedRead<readonly GroupMember[]>> {
    return readOn(this.#access, basis, (db) =>
      db
        .all<MemberRow>(
          `select shown.*, made.source_id as made_from, made.version as made_version, made.changed
            from ${tableOf[shown]} shown
            left join translation_sources made on made.content_id = shown.id and ${counts('shown')}
            where shown.group_id = (select group_id from items where id = ?)`,
          id,
        )
        .filter((row) => isVisible(audience, itemOf(row)))
        .map(memberOf),
    );
  }

  async listWork(
    { locale, state, collectionIds, locales, limit, offset }: WorkQuery,
    basis: Basis,
  ): Promise<BasedRead<readonly TranslationWork[]>> {
    return readOn(this.#access, basis, (db) =>
      db
        .all<WorkRow>(
          `select * from (${work}) where coalesce(?, state) = state
            and collection_id in (select value from json_each(?))
            order by since desc, group_id desc limit ? offset ?`,
          locale,
          locale,
          locale,
          locale,
          JSON.stringify(locales),
          state,
          JSON.stringify(collectionIds),
          limit,
          offset,
        )
        .map((row) => ({
          groupId: row.group_id,
          locale: row.locale,
          state: row.state,
          collectionId: row.collection_id,
          ...(row.id !== null && { id: row.id }),
          title: row.title,
          source: { id: row.source_id, version: row.version },
        })),
    );
  }

  async findSources(ids: readonly string[]): Promise<readonly TranslationSource[]> {
    return this.#access.read((db) => findRecords(db, 'content_id', ids));
  }

  async findMadeFrom(sourceIds: readonly string[]): Promise<readonly TranslationSource[]> {
    return this.#access.read((db) => findRecords(db, 'source_id', sourceIds));
  }

  async record(record: TranslationSource, source: StoredSource | undefined): Promise<boolean> {
    return this.#access.write((db) => {
      // A backup has it for items in the trash, too.
      const isStored = db.get('select 1 from stamps where id = ?', record.contentId) !== undefined;
      if (!isStored || findItem(db, record.sourceId)?.version !== source?.version) return false;
      putRecord(db, record, source);
      return true;
    });
  }

  async share(collectionId: string, paths: readonly string[]): Promise<void> {
    await this.#access.write((db) =>
      db.run(
        `update translation_sources set changed = (
            select json_group_array(value) from json_each(changed)
            where value not in (select value from json_each(?)))
          where content_id in (
            select id from items where collection_id = ? union all
            select id from trash where collection_id = ?)`,
        JSON.stringify(paths),
        collectionId,
        collectionId,
      ),
    );
  }
}
