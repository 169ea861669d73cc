import type {
  Alternate,
  ContentFilter,
  Languages,
  Shown,
  VisibleQuery,
} from '../../../../core/store.ts';
import type { Slug } from '../../../../core/vocabulary.ts';
import { prepared } from '../../connection/statement.ts';
import {
  columnsOf,
  statesText,
  unindexed,
  type ListStatement,
  type Selection,
} from '../content-list.ts';
import { contentSelection, pageSelection } from '../content-row.ts';
import { isFree, itemOfFormerSlug, seenCondition } from '../redirects/former-slugs.ts';
import { renamedByCopies, shownItems } from '../states/shown-items.ts';
import { chosenItem } from './chosen-items.ts';

/** The statement that returns what is shown of the group of an item. */
export const languageItemStatement = (
  id: string,
  filter: ContentFilter,
  { chain }: Languages,
  shown: Shown,
): Omit<ListStatement, 'trace'> => {
  const rest = unindexed(filter, 3);
  const statement = prepared(`content_language_item_${shown}${rest.name}`, () => {
    const group = '(select item.group_id from content item where item.id = $1)';
    const of = { own: '$1', group, chain: '$2::text[]' };
    return `select ${contentSelection} from (${chosenItem[shown](of, rest.text)}) item`;
  });
  return { statement, values: [id, chain, ...rest.values] };
};

/** A row of {@link alternatesStatement}. */
export type AlternateRow = readonly [id: string, slug: Slug, locale: string, groupId: string];

/** The statement that returns the items of the groups of these items. */
export const alternatesStatement = (
  ids: readonly string[],
  filter: ContentFilter,
  shown: Shown,
): Omit<ListStatement, 'trace'> => {
  const rest = unindexed(filter, 2);
  const statement = prepared(
    `content_alternates_${shown}${rest.name}`,
    () => `select id, slug, locale, group_id from ${itemsOfGroups[shown](rest.text)}`,
  );
  return { statement, values: [ids, ...rest.values] };
};

const ofGroups =
  'select * from content where group_id = any (array(select distinct item.group_id ' +
  'from content item where item.id = any ($1) and item.locale is not null)) and locale is not null';

/** The items of the groups of the items `$1`, as `shown`. @param rest further conditions. */
export const itemsOfGroups: Readonly<Record<Shown, (rest: string) => string>> = {
  published: (rest) => `(select * from (${ofGroups}) item where true${rest}) shown`,
  unpublished: (rest) =>
    `(select * from (${shownItems(`(${ofGroups}) item`)}) item where true${rest}) shown`,
};

export const alternateOf = ([id, slug, locale, groupId]: AlternateRow): Alternate => ({
  id,
  slug,
  locale,
  groupId,
});

/**
 * The statement of a list of at most one item, which it finds by a slug of its group. The item with the slug must meet the
 * conditions, too. Limit and offset are `$1` and `$2`, the slug is `$3`.
 */
export const languageSlugStatement = (
  query: VisibleQuery,
  slug: Slug,
  codes: readonly string[],
  shown: Shown,
  selection: Selection,
): ListStatement => {
  const { limit, offset } = query;
  const rest = unindexed(query, 5);
  const seen = seenCondition(query, 'former', 5 + rest.values.length);
  const name = `content_language_slug_${shown === 'published' ? selection : 'unpublished'}${rest.name}${seen.name}`;
  const statement = prepared(name, () => {
    const found = named[shown](rest.text, ` and ${isFree('former')}${seen.text}`);
    const of = { own: 'found.id', group: 'found.group_id', chain: '$4::text[]' };
    const source =
      `(${found}) found cross join lateral (${chosenItem[shown](of, rest.text)}) item ` +
      'limit least($1::bigint, 1) offset $2';
    const page = `(select item.* from ${source}) page`;
    if (shown === 'unpublished') return `select ${pageSelection} from ${page}`;
    const text = `select ${columnsOf(selection)} from ${page}`;
    return selection === 'states' ? statesText(text) : text;
  });
  return {
    statement,
    values: [limit, offset, slug, codes, ...rest.values, ...seen.values],
    trace: {
      statement: statement.text,
      parameters: [limit, offset, slug, codes.join(','), ...rest.requested],
    },
  };
};

/** Finds an item by its slug or, without one, by a former slug. */
const named: Readonly<Record<Shown, (rest: string, former: string) => string>> = {
  published: (rest, former) =>
    `select id, group_id from content where slug = $3${rest} union all ` +
    `select id, group_id from content where id = ${itemOfFormerSlug('$3', former)}${rest} limit 1`,
  unpublished: (rest, former) => {
    const own = 'select * from content where slug = $3';
    const shownOf = (source: string, condition: string): string =>
      `select id, group_id from (${shownItems(`(${source}) item`)}) candidate where ${condition}${rest}`;
    return (
      `${shownOf(own, 'slug = $3')} union all ${shownOf(renamedByCopies('$3'), 'slug = $3')} union all ` +
      `${shownOf(`select * from content where id = ${itemOfFormerSlug('$3', former)}`, 'true')} limit 1`
    );
  },
};
