import type { ContentFilter } from '../../../../core/store.ts';
import type { MediaProblem, ReferenceProblem } from '../../../../core/vocabulary.ts';
import { mediaFiles, noOwnAlt } from '../../media-row.ts';
import { prepared, type Statement, type Value } from '../../connection/statement.ts';
import { limitingIds } from '../content-keys.ts';
import { unindexed } from '../content-list.ts';
import { equalitiesByRange, leadingColumns, type Equality } from '../index-order.ts';
import { exists, formerGroup, groupNamed } from './group-statements.ts';
import { isReady } from './target-statements.ts';

/* `offset 0` keeps the planner from joining by reading a whole table. */

/** The item of a reference as a lateral subquery. */
const itemOf = (contentId: string): string =>
  `cross join lateral (select id, title, slug, status, collection_id from content ` +
  `where id = ${contentId} offset 0) item`;

const referrer = 'item.id, item.title, item.slug, item.status, item.collection_id';

/** The number of columns of a referrer and its field. */
export const referrerColumns = 6;

/** A condition that the referring item matches the filter; empty if every item does. */
const matching = (filter: ContentFilter, first: number, contentId: string) => {
  const { name, text, values } = unindexed(filter, first);
  const exists =
    text === '' ? '' : ` and exists (select from content where id = ${contentId}${text} offset 0)`;
  return { name, text: exists, values };
};

/** How the referrers of `asked.target` are found, in the order of which index. */
const ofAnyCollection = {
  wanted: '',
  condition: 'target = asked.target',
  leading: 'target',
};

/** In the collections `$5`. */
const inCollection: readonly Equality[] = [
  ['target', 'asked.target'],
  ['collection_id', 'wanted.id'],
];
const ofCollections = {
  wanted: 'cross join unnest($5::uuid[]) wanted (id) ',
  condition: equalitiesByRange(inCollection),
  leading: leadingColumns(inCollection).join(' desc, '),
};

/**
 * A page of the items that refer to one of the targets `$4`. Limit and offset are `$1` and `$2`, their sum is `$3`. Each
 * target, or each collection of its referrers if the filter limits them, is read in the order of an index, no further than
 * the page needs.
 */
export const listReferrers = (filter: ContentFilter) => {
  const ids = limitingIds(filter);
  const { status } = filter;
  const rest = { within: 'all', ...(status !== undefined && { status }) } as const;
  const { name, text, values } = matching(rest, ids === undefined ? 5 : 6, 'content_id');
  const { wanted, condition, leading } = ids === undefined ? ofAnyCollection : ofCollections;
  const found =
    `select content_id, field from content_references where ${condition}${text} ` +
    `order by ${leading} desc, content_id desc, field desc limit $3`;
  return {
    statement: prepared(
      `referrers${name}${ids === undefined ? '' : '_within'}`,
      () =>
        `select ${referrer}, page.field from (select content_id, field from unnest($4::text[]) asked (target) ` +
        `${wanted}cross join lateral (${found}) found group by content_id, field ` +
        `order by content_id desc, field desc limit $1 offset $2) page ${itemOf('page.content_id')} ` +
        'order by page.content_id desc, page.field desc',
    ),
    values: [...(ids === undefined ? [] : [ids]), ...values],
  };
};

/** The targets are `$1`, the referring items that do not count `$2`, the limit `$3`. */
export const listBinding: Statement = prepared('references_binding', () => {
  const ofRule =
    'select content_id, field from content_references where target = asked.target ' +
    "and on_delete = rule.name and on_delete <> 'ignore' and content_id <> all ($2::uuid[]) " +
    'order by content_id desc, field desc limit $3';
  return (
    `select ${referrer}, page.field, page.target, page.rule from (select found.*, asked.target, rule.name as rule ` +
    "from unnest($1::text[]) asked (target) cross join unnest('{refuse,clear}'::text[]) rule (name) " +
    `cross join lateral (${ofRule}) found order by rule.name desc, found.content_id desc, found.field desc ` +
    `limit $3) page ${itemOf('page.content_id')} ` +
    'order by page.rule desc, page.content_id desc, page.field desc, page.target desc'
  );
});

/** How many rows a step examines. */
const stepSize = 2_000;

const id = (prefix: string): string => `substr(step.target, ${prefix.length + 1})::uuid`;

/** @param shown the condition that an item is shown: what is not shown does not exist. */
const problems = (shown: string): Readonly<Record<ReferenceProblem, string>> => ({
  broken:
    "case split_part(step.target, '/', 1) " +
    `when 'item' then not ${exists('content', `id = ${id('item/')}${shown}`)} ` +
    `and not ${exists('content', `group_id = ${formerGroup(id('item/'))} and locale is not null${shown}`)} ` +
    `when 'media' then not ${exists('media', `id = ${id('media/')} and ${isReady}`)} ` +
    `when 'file' then not ${exists('media', `key = substr(step.target, 6) and ${isReady}`)} ` +
    "else starts_with(step.target, 'none/') end",
  unpublished:
    "item.status = 'published' and case when starts_with(step.target, 'item/') then " +
    `(${exists('content', `id = ${id('item/')}${shown} and status <> 'published'`)} ` +
    `or ${exists('content', `group_id = ${formerGroup(id('item/'))} and locale is not null${shown}`)}) ` +
    `and not ${exists('content', `group_id = ${groupNamed(id('item/'))} and locale is not null${shown} and status = 'published'`)} ` +
    'else false end',
});

/** The columns of {@link listProblems}: a referrer with its field, the target, and whether the row is the end of the step. */
export const problemColumns: number = referrerColumns + 2;

/**
 * References after the place `$2`, `$3`, `$4` in descending order that have a problem, at most `$1`. If the step ends
 * before the last reference, its end follows, with nulls for the item.
 */
export const listProblems = (problem: ReferenceProblem, filter: ContentFilter) => {
  const { name, text, values } = matching(filter, 5, 'step.content_id');
  const { text: shown } = unindexed(filter, 5);
  const order = 'order by content_id desc, field desc, target desc';
  const statement = prepared(
    `references_${problem}${name}`,
    () =>
      'with step as materialized (select content_id, field, target from content_references ' +
      `where (content_id, field, target) < ($2::uuid, $3::text, $4::text) ${order} limit ${stepSize}) ` +
      `(select ${referrer}, step.field, step.target, false from step ${itemOf('step.content_id')} ` +
      `where ${problems(shown)[problem]}${text} ` +
      'order by step.content_id desc, step.field desc, step.target desc limit $1) ' +
      'union all (select content_id, null, null, null, null, field, target, true from step ' +
      `${order} offset ${stepSize - 1})`,
  );
  return { statement, values };
};

/** Before every place. */
export const firstPlace: readonly [string, string, string] = [
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '\u{10FFFF}',
  '\u{10FFFF}',
];

/** Images after `$2` without an alternative text. */
const mediaWithoutAlt: Statement = {
  name: 'media_without_alt',
  text:
    `select ${mediaFiles.selection}, false as is_end from media where state = 'ready' and ${noOwnAlt} ` +
    'and id < $2 order by id desc limit $1',
};

/** The same for images that also lack a text in one of the locales `$3`. The end of a step that is not the last one follows. */
const mediaWithoutAltIn: Statement = {
  name: 'media_without_alt_in',
  text:
    `with step as materialized (select ${mediaFiles.selection} from media where state = 'ready' ` +
    `and ${noOwnAlt} and id < $2 order by id desc limit ${stepSize}) ` +
    '(select *, false as is_end from step where exists (select from unnest($3::text[]) code ' +
    "where step.texts #>> array[code, 'alt'] is null) order by id desc limit $1) " +
    `union all (select *, true from step order by id desc offset ${stepSize - 1})`,
};

const isUnused = ["'media/' || file.id", "'file/' || file.key", "'url/' || file.key"]
  .map((target) => `not ${exists('content_references', `target = ${target}`)}`)
  .join(' and ');

/** Files after `$2` to which no item refers. The end of a step that is not the last one follows. */
const unusedMedia: Statement = {
  name: 'media_unused',
  text:
    `with step as materialized (select ${mediaFiles.selection} from media where id < $2 order by id desc limit ${stepSize}) ` +
    `(select *, false as is_end from step file where state = 'ready' and ${isUnused} order by id desc limit $1) ` +
    `union all (select *, true from step order by id desc offset ${stepSize - 1})`,
};

/** The statement that finds a problem, and its values after the first two. */
export const mediaProblem = (
  problem: MediaProblem,
  locales: readonly string[],
): { readonly statement: Statement; readonly values: readonly Value[] } => {
  if (problem === 'unused') return { statement: unusedMedia, values: [] };
  return locales.length === 0
    ? { statement: mediaWithoutAlt, values: [] }
    : { statement: mediaWithoutAltIn, values: [locales] };
};

export const findReferences: Statement = {
  name: 'references_of_items',
  text:
    'select content_id, field, target, on_delete from unnest($1::uuid[]) asked (id) cross join lateral ' +
    '(select * from content_references where content_id = asked.id order by field, target offset 0) found',
};

/** Waits for a change of the collection, which decides anew, or makes it wait. */
export const lockCollection: Statement = {
  name: 'references_lock_collection',
  text: 'select id from collections where id = $1 and version = $2 for share',
};

/** The references of one item, if it still has its version. The function runs after the lock. */
export const replaceReferences: Statement = {
  name: 'references_replace',
  text:
    'select write_content_references(locked.id, $3::text[], $4::text[], $5::text[], locked.collection_id) from ' +
    '(select id, collection_id from content where id = $1 and version = $2 for no key update) locked',
};

const indexColumns = 'collection_id, form, after_created_at, after_id, ended_at';

export const findIndexes: Statement = {
  name: 'reference_indexes',
  text: `select ${indexColumns} from content_reference_indexes`,
};

export const saveIndex: Statement = {
  name: 'reference_index_save',
  text:
    `insert into content_reference_indexes (${indexColumns}) ` +
    'select id, $2, $3::bigint, $4::uuid, $5::bigint from collections where id = $1 for key share ' +
    'on conflict (collection_id) do update set form = excluded.form, ' +
    'after_created_at = excluded.after_created_at, after_id = excluded.after_id, ended_at = excluded.ended_at',
};
