import type { Statement } from '../../connection/statement.ts';
import { hasEnded } from '../../connection/process-mark.ts';
import { storeTime } from '../../connection/store-time.ts';
import { copyEntryColumns, copyEntryValues, entryMaker, storeEntries } from './search-entry.ts';

/** The id that names all collections in `content_search_rebuilds`. */
const allCollections = "'00000000-0000-0000-0000-000000000000'::uuid";

export const languages: Statement = {
  name: 'search_languages',
  text:
    'select distinct cfgname::text as name from pg_ts_config ' +
    'where cfgname::text = content_search_language(cfgname::text)::text order by name',
};

/** Takes words, a query of PostgreSQL and a language. */
export const matchingWords: Statement = {
  name: 'search_matching_words',
  text:
    'with asked as materialized (select content_search_language($3::text) as config, ' +
    "case when $3::text = 'simple' then $2::text::tsquery else to_tsquery(content_search_language($3::text), $2::text) end as condition) " +
    'select word from asked cross join unnest($1::text[]) word ' +
    'where to_tsvector(asked.config, word) @@ asked.condition',
};

/** Makes entries outdated: those of a collection, or all. */
const begin = (id: string, settings: string): string =>
  `with settings as (update content_search_settings set rebuild = rebuild + 1${settings} returning rebuild) ` +
  'insert into content_search_rebuilds (collection_id, number, begun_at) ' +
  `select ${id}, rebuild, ${storeTime} from settings ` +
  'on conflict (collection_id) do update set number = excluded.number, begun_at = excluded.begun_at';

export const outdate: Statement = { name: 'search_outdate', text: begin('$1::uuid', '') };

/** Takes the standard language, and those of locales as an object of JSON. */
export const useLanguages: Statement = {
  name: 'search_use_languages',
  text: begin(
    allCollections,
    ', language = $1, locale_languages = $2::jsonb, languages = array(select unnest(languages) ' +
      'union select $1::text union select value from jsonb_each_text($2::jsonb))',
  ),
};

/** Up to this number, items are counted. */
const countedMax = 10_000;

/**
 * How many items a walk that begins now will see. A larger number is estimated: from the walk before, or from what the
 * last analysis has found.
 */
const expectedItems =
  `(select case when count(*) < ${countedMax} then count(*) else greatest(count(*), walk.seen, ` +
  "(select reltuples::bigint from pg_class where oid = 'content'::regclass)) end " +
  `from (select from content limit ${countedMax}) counted)`;

/**
 * Continues the walk through all items. Begins one if entries have become outdated, or after the interval. Takes the
 * length of the lease and the interval, both in milliseconds, and the number of the process.
 */
export const claim: Statement = {
  name: 'search_claim',
  text:
    `update content_search_walk walk set leased_until = ${storeTime} + $1::bigint, process = $3, ` +
    'target = coalesce(walk.target, (select rebuild from content_search_settings)), ' +
    `items = case when walk.target is null then ${expectedItems} else walk.items end, ` +
    'seen = case when walk.target is null then 0 else walk.seen end ' +
    `where (walk.leased_until <= ${storeTime} or ${hasEnded('walk.process')}) and (` +
    `walk.target is not null ` +
    `or walk.ended_at <= ${storeTime} - $2::bigint or exists (select from content_search_rebuilds ` +
    'where number > walk.done)) ' +
    'returning target, place',
};

/** A walk that began before the last cause makes no entry current. */
export const progress: Statement = {
  name: 'search_progress',
  text:
    "select case when last.number > walk.done then 'rebuilding' else 'current' end as status, " +
    'case when last.number <= walk.done then 0 ' +
    'when walk.target >= last.number then greatest(0, walk.items - walk.seen) ' +
    'else walk.items end as remaining, walk.items as total from content_search_walk walk ' +
    'cross join (select max(number) as number from content_search_rebuilds) last',
};

/** Whether an entry was stored after the last change that made those of its collection outdated. */
const isLaterThanRebuilds = (rebuild: string, collectionId: string): string =>
  `${rebuild} >= all (select number from content_search_rebuilds where collection_id in (${collectionId}, ${allCollections}))`;

/** The next ids of one table. */
const nextIds = (id: string, table: string): string =>
  `(select ${id} from ${table} where ${id} > ` +
  `coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') order by ${id} limit $2)`;

/**
 * The next items and items with copies by their ids, and which of them have no entry or an outdated one. Takes the place,
 * the number of ids, and the number of outdated ones after which it ends.
 */
export const findOutdated: Statement = {
  name: 'search_find_outdated',
  text:
    'with seen as materialized (select walked.id, ' +
    'item.id is not null and not exists (select from content_search entry ' +
    'where entry.content_id = item.id and entry.version = item.version ' +
    `and ${isLaterThanRebuilds('entry.rebuild', 'item.collection_id')}) as is_outdated, ` +
    'copy.version is not null and (copy.has_entry ' +
    `and ${isLaterThanRebuilds('copy.search_rebuild', 'copy.collection_id')}) is not true as is_copy_outdated ` +
    `from (${nextIds('id', 'content')} union ${nextIds('content_id', 'content_copies')} order by 1 limit $2) walked ` +
    // `offset 0` keeps the planner from joining by reading the whole table.
    'left join lateral (select id, version, collection_id from content where id = walked.id offset 0) item on true ' +
    'left join lateral (select version, collection_id, search_rebuild, ' +
    'search_vector is not null and search_version = version as has_entry ' +
    'from content_copies where content_id = walked.id offset 0) copy on true) ' +
    'select id, is_outdated, is_copy_outdated from (select *, ' +
    'count(*) filter (where is_outdated or is_copy_outdated) ' +
    'over (order by id rows between unbounded preceding and 1 preceding) as before ' +
    'from seen) counted where before < $3 order by id',
};

/**
 * Takes ids, versions, titles, bodies, words and the number of the entries. The lock makes a write of the item wait for this
 * one; after a write that was first, the version differs.
 */
export const storeAll: Statement = {
  name: 'search_store',
  text:
    'with given as (select * from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[], $5::text[]) ' +
    'as given (id, version, search_title, search_body, search_words)), ' +
    'item as materialized (select content.id, content.version, collection_id, status, created_at, locale ' +
    'from content where id = any ($1::uuid[]) order by id for share), ' +
    'same as (select item.id as content_id, item.collection_id, item.status, item.created_at, item.version, item.locale, ' +
    `search_title, search_body, search_words from item join given using (id, version)) ${storeEntries('same entry', '$6::integer')}`,
};

const copyEntry = copyEntryValues({
  version: 'version',
  collectionId: 'collection_id',
  rebuild: '$6::integer',
  locale: 'item.locale',
});

/** Takes the item and the version of a copy, the title, the body, the words and the number of its entry. Later entries stay. */
export const storeCopy: Statement = {
  name: 'search_store_copy',
  text:
    `update content_copies set ${copyEntryColumns.map((column, at) => `${column} = ${copyEntry[at]}`).join(', ')} ` +
    'from (select item_locale as locale from content_copies where content_id = $1::uuid) item cross join ' +
    `${entryMaker({ title: '$3::text', body: '$4::text', words: '$5::text', locale: 'item.locale' })} ` +
    'where content_id = $1::uuid and version = $2::uuid ' +
    'and (search_rebuild > $6::integer and search_vector is not null) is not true',
};

const ofNewEntries =
  'array(select language union select value from jsonb_each_text(locale_languages))';

/**
 * Continues the walk after a place, or ends it. Takes the number of the walk, the place, and how many items the step
 * has seen. At its end, all entries have the languages of new ones, unless these have changed again.
 */
export const advance: Statement = {
  name: 'search_advance',
  text:
    'with walk as (update content_search_walk set place = $2::uuid, leased_until = 0, ' +
    'seen = seen + $3::bigint, ' +
    'target = case when $2::uuid is not null then target end, ' +
    'done = case when $2::uuid is null then target else done end, ' +
    `ended_at = case when $2::uuid is null then ${storeTime} else ended_at end ` +
    'where target = $1::integer returning done, target) ' +
    `update content_search_settings set languages = ${ofNewEntries} where cardinality(languages) > cardinality(${ofNewEntries}) ` +
    'and exists (select from walk where walk.target is null and walk.done >= (select max(number) ' +
    `from content_search_rebuilds where collection_id = ${allCollections}))`,
};
