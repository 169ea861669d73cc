import type { Languages, Shown, VisibleQuery } from '../../../../core/store.ts';
import { contentStatuses } from '../../../../core/vocabulary.ts';
import { prepared, type Value } from '../../connection/statement.ts';
import {
  columnsOf,
  statesText,
  unindexed,
  type ListStatement,
  type Selection,
} from '../content-list.ts';
import { pageSelection } from '../content-row.ts';
import {
  equalitiesByRange,
  equalityWithRange,
  leadingColumns,
  orderBy,
  type Equality,
} from '../index-order.ts';
import { isMovedAway, movedInto } from '../states/moving-copies.ts';
import { chosenItem } from './chosen-items.ts';

/*
 * A page of groups: of each of them one item. The keys of the groups are found in indexes alone, one scan for each locale of the
 * chain, in the order of the groups; the scans are merged as they are read. Then the item of each group on the page is chosen.
 */

const depth = '$1::bigint + $2::bigint';
const chain = '$3::text[]';
const inOrder = 'order by since desc, grp desc';

const statusesOf = (hasStatus: boolean): readonly string[] =>
  hasStatus ? ['$5'] : contentStatuses.map((status) => `'${status}'`);

/** No item that is shown as it is. */
const noOwn = 'null::uuid as own';

/** The first keys of one collection in one locale. */
const branch = (collection: string, code: string, status: string, more = ''): string =>
  'select group_since as since, group_id as grp from content ' +
  `where ${equalityWithRange(['collection_id', collection])} and locale = ${code} and status = ${status}${more} ` +
  `order by group_since desc, group_id desc limit ${depth}`;

/** The first keys of a collection that is not localised: each of its items is a group. */
const plainBranch = (collection: string, status: string, more = ''): string => {
  const equalities: readonly Equality[] = [
    ['collection_id', collection],
    ['status', status],
  ];
  return (
    `select created_at as since, id as grp, id as own from content where ${equalitiesByRange(equalities)}${more} ` +
    `${orderBy({ leading: leadingColumns(equalities) })} limit ${depth}`
  );
};

/** A page of one collection: a branch for each locale, which the planner merges as it reads them. */
const pageOfOne = (length: number, hasStatus: boolean): string => {
  const branches = Array.from({ length }, (_, index) =>
    statusesOf(hasStatus).map((status) => `(${branch('$4', `(${chain})[${index + 1}]`, status)})`),
  ).flat();
  return (
    `select *, ${noOwn} from (select distinct since, grp from (${branches.join(' union all ')}) merged ` +
    `${inOrder} limit $1 offset $2) page`
  );
};

/** A page of several collections: localised ones are `$4`, the others the value after the status. */
const pageOfMany = (hasStatus: boolean, shown: Shown): string => {
  const others = hasStatus ? '$6' : '$5';
  const statuses = `unnest(array[${statusesOf(hasStatus).join(', ')}]::text[]) one (status)`;
  const status = hasStatus ? '$5' : undefined;
  const stays = shown === 'published' ? '' : ` and ${isMovedAway} is not true`;
  const moved =
    shown === 'published'
      ? ''
      : ` union all select group_since, group_id, null::uuid from (${movedInto('= any ($4)', status)}) item where locale is not null` +
        ` union all select created_at, id, id from (${movedInto(`= any (${others})`, status)}) item where locale is null`;
  const keys =
    `select keys.*, ${noOwn} from unnest($4::uuid[]) wanted (id) cross join unnest(${chain}) lang (code) cross join ${statuses} ` +
    `cross join lateral (${branch('wanted.id', 'lang.code', 'one.status', stays)}) keys ` +
    `union all select keys.* from unnest(${others}::uuid[]) wanted (id) cross join ${statuses} ` +
    `cross join lateral (${plainBranch('wanted.id', 'one.status', stays)}) keys${moved}`;
  return `select distinct since, grp, own from (${keys}) merged ${inOrder} limit $1 offset $2`;
};

/** The item of each key of a page. @param rest what must hold for an item as it is shown. */
const itemsOfPage = (page: string, shown: Shown, rest: string): string => {
  const item = chosenItem[shown]({ own: 'page.own', group: 'page.grp', chain }, rest);
  return (
    `(select item.*, page.since, page.grp from (${page}) page ` +
    `cross join lateral (${item}) item) page`
  );
};

/** The statement of a list in languages. */
export const languageListStatement = (
  query: VisibleQuery,
  languages: Languages,
  shown: Shown,
  selection: Selection,
): ListStatement => {
  const { status, limit, offset } = query;
  const hasStatus = status !== undefined;
  const { chain: codes, localized, others } = languages;
  const [only] = localized;
  const isOne = shown === 'published' && localized.length === 1 && others.length === 0;
  const conditions: readonly Value[] = [
    isOne && only !== undefined ? only : localized,
    ...(hasStatus ? [status] : []),
    ...(isOne ? [] : [others]),
  ];
  // What is shown of a copy can have another collection than its item.
  const within = isOne ? 'all' : [...localized, ...others];
  const rest = unindexed({ ...(hasStatus && { status }), within }, 4 + conditions.length);
  const name = [
    'content_languages',
    shown === 'published' ? selection : 'unpublished',
    ...(isOne ? [codes.length] : ['many']),
    ...(hasStatus ? ['status'] : []),
  ].join('_');
  const statement = prepared(name, () => {
    const page = isOne ? pageOfOne(codes.length, hasStatus) : pageOfMany(hasStatus, shown);
    const source = itemsOfPage(page, shown, rest.text);
    if (shown === 'unpublished') return `select ${pageSelection} from ${source} ${inOrder}`;
    const text = `select ${columnsOf(selection)} from ${source} ${inOrder}`;
    return selection === 'states' ? statesText(text) : text;
  });
  return {
    statement,
    values: [limit, offset, codes, ...conditions, ...rest.values],
    trace: {
      statement: statement.text,
      parameters: [limit, offset, codes.join(','), ...(hasStatus ? [status] : [])],
    },
  };
};
