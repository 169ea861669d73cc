import type { ContentFilter, VisibleQuery } from '../../../../core/store.ts';
import type { Slug } from '../../../../core/vocabulary.ts';
import { prepared } from '../../connection/statement.ts';
import { keySource, limitingIds } from '../content-keys.ts';
import { unindexed, type ListStatement } from '../content-list.ts';
import { contentSelection, pageSelection } from '../content-row.ts';
import { equalitiesByRange, leadingColumns, orderBy, type Equality } from '../index-order.ts';
import { isFree, itemOfFormerSlug, seenCondition } from '../redirects/former-slugs.ts';
import { isMovedAway, movedInto } from './moving-copies.ts';
import { renamedByCopies, shownItems } from './shown-items.ts';

/** The statement of a list of what is unpublished. */
export const unpublishedListStatement = (query: VisibleQuery): ListStatement => {
  if (query.slug !== undefined) return ofSlug(query, query.slug);
  const collections = limitingIds(query);
  return collections === undefined ? ofAll(query) : ofCollections(query, [...new Set(collections)]);
};

/** A copy does not change the place of its item in a list of all collections. */
const ofAll = ({ status, limit, offset }: VisibleQuery): ListStatement => {
  const hasStatus = status !== undefined;
  const statement = prepared(`previews${hasStatus ? '_status' : ''}`, () => {
    const { text, leading } = keySource({ hasStatus, hasCollection: false, width: 0 }, 3);
    return pageText(
      `select id, created_at from ${text} ${orderBy({ leading })} limit $1 offset $2`,
    );
  });
  const values = [limit, offset, ...(hasStatus ? [status] : [])];
  return { statement, values, trace: { statement: statement.text, parameters: values } };
};

/** The collections are the last value, because they are a part of what the caller can see. */
const ofCollections = (
  { status, collectionId, limit, offset }: VisibleQuery,
  collections: readonly string[],
): ListStatement => {
  const hasStatus = status !== undefined;
  const statement = prepared(`previews_collections${hasStatus ? '_status' : ''}`, () =>
    pageText(
      `select id, created_at from (${keysIn(hasStatus)}) merged ${orderBy({})} limit $1 offset $2`,
    ),
  );
  const shown = [limit, offset, ...(hasStatus ? [status] : [])];
  return {
    statement,
    values: [...shown, collections],
    trace: {
      statement: statement.text,
      parameters: [...shown, ...(collectionId === undefined ? [] : [collectionId])],
    },
  };
};

/** For each collection, the first keys of the items that no copy moves away, and all keys that copies move there. */
const keysIn = (hasStatus: boolean): string => {
  const status: readonly Equality[] = hasStatus ? [['status', '$3']] : [];
  const equalities = [['collection_id', 'wanted.id'] as const, ...status];
  const leading = leadingColumns(equalities);
  const staying =
    `select id, created_at from content where ${equalitiesByRange(equalities)} ` +
    `and ${isMovedAway} is not true ${orderBy({ leading })} limit $1::bigint + $2::bigint`;
  const moved = `select id, created_at from (${movedInto('= wanted.id', hasStatus ? '$3' : undefined)}) item`;
  return (
    `select keys.* from unnest($${hasStatus ? 4 : 3}::uuid[]) wanted (id) ` +
    `cross join lateral ((${staying}) union all (${moved})) keys`
  );
};

/** @param keys selects the ids and the times of creation of a page. */
const pageText = (keys: string): string => {
  const item = `select * from content where ${equalitiesByRange([['id', 'page.id']])} order by id offset 0`;
  const items = shownItems(`(${keys}) page cross join lateral (${item}) item`);
  return `select ${pageSelection} from (${items}) shown ${orderBy({})}`;
};

/**
 * Finds the items that are shown with the slug: it is theirs and their copy keeps it, or it is that of their copy. If there
 * are none, finds the item that had the slug.
 */
const ofSlug = (query: VisibleQuery, slug: Slug): ListStatement => {
  const { limit, offset, locales } = query;
  const rest = unindexed(query, 4);
  const seen = seenCondition(query, 'former', 4 + rest.values.length);
  const order = 'order by own_slug = $3 desc, created_at desc, id desc';
  const codes = `$${4 + rest.values.length + seen.values.length}::text[]`;
  const name = `previews_slug${locales === undefined ? '' : '_locales'}${rest.name}${seen.name}`;
  const statement = prepared(name, () => {
    const copied =
      "(select copy.slug from content_copies copy where content_id = content.id and status = 'published')";
    const named = `select * from content where slug = $3 and coalesce(${copied}, slug) = $3`;
    // Runs only if the others find none.
    const former =
      `select * from content where id = ${itemOfFormerSlug('$3', ` and ${isFree('former')}${seen.text}`)} ` +
      'and not exists (select from found)';
    const any = `with found as (${named} union all ${renamedByCopies('$3')}) select * from found union all ${former}`;
    const items = shownItems(`(${any}) item`);
    const visible = `select * from (${items}) shown where true${rest.text}`;
    // Of translations that share the slug, the one whose locale comes first.
    const ofGroups =
      locales === undefined
        ? visible
        : 'select distinct on (coalesce(group_id, id)) * ' +
          `from (${visible}) each order by coalesce(group_id, id), own_slug = $3 desc, array_position(${codes}, locale)`;
    return (
      `select ${pageSelection} from (select * from (${ofGroups}) found ` +
      `${order} limit $1 offset $2) page ${order}`
    );
  });
  return {
    statement,
    values: [
      limit,
      offset,
      slug,
      ...rest.values,
      ...seen.values,
      ...(locales === undefined ? [] : [locales]),
    ],
    trace: { statement: statement.text, parameters: [limit, offset, slug, ...rest.requested] },
  };
};

/** The statement that returns the items with these ids that match the filter, or only their ids and sizes. */
export const unpublishedAmongStatement = (
  ids: readonly string[],
  filter: ContentFilter,
  selection: 'items' | 'sizes' = 'items',
): Omit<ListStatement, 'trace'> => {
  const rest = unindexed(filter, 2);
  const columns = selection === 'items' ? contentSelection : 'id, data_bytes';
  const statement = prepared(`previews_${selection}_among${rest.name}`, () => {
    const items = shownItems(
      '(select * from content where id = any ($1) order by id offset 0) item',
    );
    return `select ${columns} from (${items}) shown where true${rest.text}`;
  });
  return { statement, values: [ids, ...rest.values] };
};
