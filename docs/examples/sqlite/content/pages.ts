import type { FormerSlugFilter, Shown, VisibleQuery } from 'quoin/core/store';
import type { ContentItem, Slug } from 'quoin/core/vocabulary';
import type { Db, Sql } from '../work/db.ts';
import { allOf, amongIds, itemOf, matching, tableOf, type ItemRow, type Items } from './items.ts';
import { knownSlugs } from './redirects.ts';

/** The part of a statement behind `from`, with the page of a list. */
export const pageSql = (db: Db, query: VisibleQuery, shown: Shown): Sql => {
  const { slug, limit, offset, languages } = query;
  const items = tableOf[shown];
  const ids = slug === undefined ? undefined : amongIds(idsOfSlug(db, items, slug, query));
  const found = allOf(matching(query), ids);
  const { sql, values } =
    languages !== undefined
      ? pageInLanguages(items, query, languages.chain, ids && found)
      : slug !== undefined
        ? pageOfSlug(items, slug, query, found)
        : { sql: `where ${found.sql} order by created_at desc, id desc`, values: found.values };
  return { sql: `${sql} limit ? offset ?`, values: [...values, limit, offset] };
};

/** The place of the locale of an item in a list of locales; behind all for another one. */
const placeOfLocale = 'ifnull((select key from json_each(?) where value = locale), 99)';

const groupOfItem = 'ifnull(group_id, id)';

/** The first item of each group, in an order. */
const firstOfGroups = (items: Items, { sql, values }: Sql, order: Sql): Sql => ({
  sql:
    `id in (select id from (select id, row_number() over (partition by ${groupOfItem} order by ${order.sql}) ` +
    `as place from ${items} where ${sql}) where place = 1)`,
  values: [...order.values, ...values],
});

/** The item that has the slug outside of its copy comes first; of translations, that whose locale does. */
const pageOfSlug = (items: Items, slug: Slug, { locales = [] }: VisibleQuery, found: Sql): Sql => {
  const own = `exists (select 1 from items own where own.id = ${items}.id and own.slug = ?)`;
  const order = {
    sql: `${own} desc, ${placeOfLocale}, created_at desc, id desc`,
    values: [slug, JSON.stringify(locales)],
  };
  const first = firstOfGroups(items, found, order);
  return {
    sql: `where ${first.sql} order by ${order.sql}`,
    values: [...first.values, ...order.values],
  };
};

/** Of each group the first item in the order of the chain. @param named what is listed instead of all groups. */
const pageInLanguages = (
  items: Items,
  query: VisibleQuery,
  chain: readonly string[],
  named: Sql | undefined,
): Sql => {
  const groups = named && {
    sql: `${groupOfItem} in (select ${groupOfItem} from ${items} where ${named.sql})`,
    values: named.values,
  };
  const inChain = {
    sql: 'locale is null or locale in (select value from json_each(?))',
    values: [JSON.stringify(chain)],
  };
  const order = { sql: placeOfLocale, values: [JSON.stringify(chain)] };
  const { sql, values } = firstOfGroups(items, allOf(matching(query), inChain, groups), order);
  return {
    sql: `where ${sql} order by ifnull(translation_group ->> 'since', created_at) desc, ${groupOfItem} desc`,
    values,
  };
};

/** What is shown of the group of an item: the first one that passes, in the order of the chain. */
export const shownOfGroup = (
  db: Db,
  items: Items,
  id: string,
  chain: readonly string[],
  passes: (item: ContentItem) => boolean,
): ContentItem | undefined =>
  db
    .all<ItemRow>(
      `select * from ${items} where ${groupOfItem} = (select ${groupOfItem} from items where id = ?) ` +
        `and (locale is null or locale in (select value from json_each(?))) order by ${placeOfLocale}`,
      id,
      JSON.stringify(chain),
      JSON.stringify(chain),
    )
    .map(itemOf)
    .find(passes);

interface IdRow {
  readonly id: string;
}

/** The items that are shown under the slug or, if no item has it, the one that had it. */
const idsOfSlug = (
  db: Db,
  items: Items,
  slug: Slug,
  filter: FormerSlugFilter,
): readonly string[] => {
  const former = allOf({ sql: 'slug = ?', values: [slug] }, knownSlugs(filter));
  const shown = db.all<IdRow>(
    `select id from ${items} where slug = ?1 and id in
      (select id from items where slug = ?1 union all select content_id from copies where slug = ?1)`,
    slug,
  );
  if (shown.length > 0) return shown.map(({ id }) => id);
  if (db.get('select 1 from items where slug = ?', slug) !== undefined) return [];
  return db
    .all<IdRow>(`select content_id as id from former_slugs where ${former.sql}`, ...former.values)
    .map(({ id }) => id);
};
