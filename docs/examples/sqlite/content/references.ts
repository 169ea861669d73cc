import {
  DomainError,
  meetsFilter,
  targetOf,
  lacksAlt,
  targetsOfMedia,
  visibleFilter,
  pageBytes,
  type BasedRead,
  type Basis,
  type BindingReference,
  type ContentFilter,
  type FormerId,
  type FoundTargets,
  type GroupNames,
  type ItemReferences,
  type ProblemStep,
  type Reference,
  type ReferenceIndex,
  type ReferencePlace,
  type ReferenceRepository,
  type Referrer,
  type ReferrerCount,
  type ReferrerQuery,
  type View,
  type WantedTargets,
} from 'quoin/core/store';
import {
  parseTarget,
  utf8Length,
  type Collection,
  type ContentItem,
  type MediaFile,
  type MediaProblem,
  type ReferenceProblem,
  type ReferenceTarget,
  type ReferrerWithTarget,
} from 'quoin/core/vocabulary';
import { mediaOf, type MediaRow } from '../records/media.ts';
import type { Access } from '../work/access.ts';
import { readOn } from '../work/basis.ts';
import type { Part } from './part.ts';
import type { Db } from '../work/db.ts';
import { groupsNamed, itemsNamed, putFormerId } from './former-ids.ts';
import { allOf, amongIds, findItem, itemsOfGroup, matching, tableOf } from './items.ts';
import { shownOfGroup } from './pages.ts';

/** How many rows one step of a search for problems examines. */
const stepSize = 500;

const referrer = 'i.id, i.title, i.slug, i.status, i.collection_id as collectionId, r.field';
const joined = 'from refs r join items i on i.id = r.content_id';

export class SqliteReferences implements ReferenceRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async listReferrers(
    { targets, limit, offset, ...filter }: ReferrerQuery,
    basis: Basis,
  ): Promise<BasedRead<readonly Referrer[]>> {
    const { sql, values } = allOf(amongIds(targets, 'r.target'), matching(filter, 'i.'));
    return readOn(this.#access, basis, (db) =>
      db
        .all<Referrer>(
          `select distinct ${referrer} ${joined} where ${sql}
            order by i.id desc, r.field desc limit ? offset ?`,
          ...values,
          limit,
          offset,
        )
        .map((row) => ({ ...row })),
    );
  }

  async listBinding(
    itemIds: readonly string[],
    limit: number,
  ): Promise<readonly BindingReference[]> {
    const targets = new Map<string, string>(itemIds.map((id) => [targetOf('item', id), id]));
    const among = amongIds([...targets.keys()], 'r.target');
    const own = amongIds(itemIds, 'i.id');
    return this.#access.read((db) =>
      db
        .all<Referrer & Pick<Reference, 'target'> & Pick<BindingReference, 'onDelete'>>(
          `select ${referrer}, r.target, r.on_delete as onDelete ${joined}
            where ${among.sql} and not (${own.sql}) and r.on_delete <> 'ignore'
            order by r.on_delete desc, i.id desc, r.field desc, r.target desc limit ?`,
          ...among.values,
          ...own.values,
          limit,
        )
        .map(({ target, ...row }) => ({ ...row, targetId: targets.get(target) ?? '' })),
    );
  }

  async countReferrers(
    collectionId: string,
    from: readonly string[],
    max: number,
  ): Promise<ReferrerCount> {
    const { sql, values } = amongIds(from, 'i.collection_id');
    return this.#access.read((db) => {
      const found = db.all(
        `with named as (
            select id from items where collection_id = ?
            union
            select former.id from former_ids former join items other on other.group_id = former.group_id
            where other.collection_id = ?)
          select distinct i.id from named
          join refs r on r.target = 'item/' || named.id join items i on i.id = r.content_id
          where ${sql} limit ?`,
        collectionId,
        collectionId,
        ...values,
        max,
      );
      return { count: found.length, isComplete: true };
    });
  }

  async findGroups(ids: readonly string[]): Promise<readonly GroupNames[]> {
    return this.#access.read((db) => groupsNamed(db, ids));
  }

  async addFormerIds(added: readonly FormerId[]): Promise<void> {
    await this.#access.write((db) => {
      for (const each of added) {
        const isItem = db.get('select 1 from stamps where id = ?', each.id) !== undefined;
        if (!isItem && itemsOfGroup(db, each.groupId).length > 0) putFormerId(db, each);
      }
    });
  }

  async findTargets(
    { items: ids, mediaIds, mediaKeys, maxItems }: WantedTargets,
    { audience, shown, languages }: View,
    basis: Basis,
  ): Promise<BasedRead<FoundTargets>> {
    const filter = visibleFilter({}, audience);
    const passes = (item: ContentItem): boolean => meetsFilter(filter, item);
    const [byId, byKey] = [amongIds(mediaIds), amongIds(mediaKeys, 'key')];
    return readOn(this.#access, basis, (db) => {
      const find = (id: string): ContentItem | undefined => {
        if (languages === undefined) return findItem(db, id, tableOf[shown]);
        const [named] = itemsNamed(db, id);
        return named && shownOfGroup(db, tableOf[shown], named.id, languages.chain, passes);
      };
      const visible = ids.flatMap((id) => {
        const item = find(id);
        return item !== undefined && passes(item) ? [{ id, item }] : [];
      });
      let bytes = 0;
      const found = visible.slice(0, maxItems).filter(({ item }, place) => {
        bytes += utf8Length(item.data);
        return place === 0 || bytes <= pageBytes;
      });
      const media = db.all<MediaRow>(
        `select * from media where state = 'ready' and (${byId.sql} or ${byKey.sql})`,
        ...byId.values,
        ...byKey.values,
      );
      return {
        items: found.map(({ item }) => item),
        ids: found.map(({ id }) => id),
        hasMore: found.length < visible.length,
        media: media.map(mediaOf),
      };
    });
  }

  async listProblems(
    problem: ReferenceProblem,
    after: ReferencePlace | undefined,
    limit: number,
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<ProblemStep<ReferrerWithTarget, ReferencePlace>>> {
    const { sql, values } = allOf(
      matching(filter, 'i.'),
      after && {
        sql: '(r.content_id, r.field, r.target) < (?, ?, ?)',
        values: [after.contentId, after.field, after.target],
      },
    );
    return readOn(this.#access, basis, (db) => {
      const rows = db.each<ReferrerWithTarget>(
        `select ${referrer}, r.target ${joined} where ${sql}
          order by r.content_id desc, r.field desc, r.target desc`,
        ...values,
      );
      const hasProblem = problem === 'broken' ? isBroken : isUnpublished;
      const { found, last } = examine(rows, limit, (row) => hasProblem(db, row, filter));
      const next = last && { contentId: last.id, field: last.field, target: last.target };
      return { found: found.map((row) => ({ ...row })), next };
    });
  }

  async listMediaProblems(
    problem: MediaProblem,
    after: string | undefined,
    limit: number,
    locales: readonly string[] = [],
  ): Promise<ProblemStep<MediaFile, string>> {
    return this.#access.read((db) => {
      const isUsed = (target: string): boolean =>
        db.get('select 1 from refs where target = ?', target) !== undefined;
      const hasProblem = (file: MediaFile): boolean =>
        problem === 'no_alt' ? lacksAlt(file, locales) : !targetsOfMedia(file).some(isUsed);
      const rows = db.each<MediaRow>(
        `select * from media where state = 'ready' and (?1 is null or id < ?1) order by id desc`,
        after,
      );
      const { found, last } = examine(rows, limit, (row) => hasProblem(mediaOf(row)));
      return { found: found.map(mediaOf), next: last?.id };
    });
  }

  async findReferences(
    contentIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Reference[]>> {
    const { sql, values } = amongIds(contentIds, 'content_id');
    return this.#access.read((db) => {
      const found = new Map<string, Reference[]>();
      const rows = db.all<Reference & { readonly content_id: string }>(
        `select content_id, field, target, on_delete as onDelete from refs
          where ${sql} order by content_id, place`,
        ...values,
      );
      for (const { content_id: id, ...reference } of rows) {
        found.set(id, [...(found.get(id) ?? []), reference]);
      }
      return found;
    });
  }

  async replaceReferences(
    { id, version }: Pick<Collection, 'id' | 'version'>,
    items: readonly ItemReferences[],
  ): Promise<boolean> {
    return this.#access.write((db) => {
      const sql = 'select 1 from collections where id = ? and version = ?';
      if (db.get(sql, id, version) === undefined) return false;
      for (const item of items) {
        if (findItem(db, item.id)?.version !== item.version) continue;
        putReferences(db, item.id, item.references);
      }
      return true;
    });
  }

  async findIndexes(): Promise<readonly ReferenceIndex[]> {
    return this.#access.read((db) =>
      db
        .all<{ readonly doc: string }>('select doc from reference_indexes')
        .map(({ doc }) => JSON.parse(doc) as ReferenceIndex),
    );
  }

  async saveIndex(index: ReferenceIndex): Promise<void> {
    const { collectionId } = index;
    await this.#access.write((db) => {
      if (db.get('select 1 from collections where id = ?', collectionId) === undefined) return;
      const row = { collection_id: collectionId, doc: JSON.stringify(index) };
      db.put('reference_indexes', 'collection_id', row);
    });
  }
}

/** Looks at a limited number of rows. @returns `last` where to continue; undefined at the end. */
const examine = <Row>(
  rows: Iterable<Row>,
  limit: number,
  isFound: (row: Row) => boolean,
): { readonly found: readonly Row[]; readonly last: Row | undefined } => {
  const found: Row[] = [];
  let examined = 0;
  for (const row of rows) {
    examined += 1;
    if (isFound(row)) found.push(row);
    if (found.length === limit || examined === stepSize) return { found, last: row };
  }
  return { found, last: undefined };
};

/** An item that the filter does not show does not exist. */
const shownItems = (db: Db, id: string, filter: ContentFilter): readonly ContentItem[] =>
  itemsNamed(db, id).filter((item) => meetsFilter(filter, item));

const isBroken = (
  db: Db,
  { target }: { readonly target: ReferenceTarget },
  filter: ContentFilter,
): boolean => {
  const { kind, name } = parseTarget(target);
  if (kind === 'url') return false;
  if (kind === 'none') return true;
  if (kind === 'item') return shownItems(db, name, filter).length === 0;
  const column = kind === 'media' ? 'id' : 'key';
  const sql = `select 1 from media where state = 'ready' and ${column} = ?`;
  return db.get(sql, name) === undefined;
};

const isUnpublished = (
  db: Db,
  { status, target }: ReferrerWithTarget,
  filter: ContentFilter,
): boolean => {
  const { kind, name } = parseTarget(target);
  const named = kind === 'item' ? shownItems(db, name, filter) : [];
  const isPublished = named.some((item) => item.status === 'published');
  return status === 'published' && named.length > 0 && !isPublished;
};

export const putReferences = (
  db: Db,
  contentId: string,
  references: readonly Reference[],
): void => {
  db.run('delete from refs where content_id = ?', contentId);
  for (const [place, { field, target, onDelete }] of references.entries()) {
    db.run('insert into refs values (?, ?, ?, ?, ?)', contentId, place, field, target, onDelete);
  }
};

/** In a group, the items that stay have the references of those that go. */
const isReferenced = (db: Db, id: string, leaving: readonly string[]): boolean => {
  const [group] = groupsNamed(db, [id]);
  if (group?.items.some((other) => other !== id && !leaving.includes(other)) === true) return false;
  const targets = [id, ...(group?.formerIds ?? [])].map((each) => targetOf('item', each));
  const { sql, values } = amongIds(targets, 'target');
  return (
    db.get(
      `select 1 from refs where ${sql} and on_delete <> 'ignore' and content_id <> ?
        and content_id not in (select value from json_each(?)) limit 1`,
      ...values,
      id,
      JSON.stringify(leaving),
    ) !== undefined
  );
};

/** A reference can prevent the deletion of what it leads to. */
export const referencePart: Part = {
  assert: (db, { kind, item }, leaving) => {
    if (kind === 'delete' && isReferenced(db, item.id, leaving)) {
      throw new DomainError('referenced', 'Other content refers to this content');
    }
  },
  apply: (db, { item, parts: { references } }) => {
    if (references !== undefined) putReferences(db, item.id, references);
  },
  leaving: ['refs'],
};
