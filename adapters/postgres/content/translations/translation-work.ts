import type { WorkQuery } from '../../../../core/store.ts';
import type { TranslationWork, WorkState } from '../../../../core/vocabulary.ts';
import { prepared, type Statement, type Value } from '../../connection/statement.ts';

/*
 * A page of what there is to translate. The keys are found in indexes alone: one scan for each collection and each set of locales
 * that groups have there without the wanted one, and one for each collection of what is outdated. The sets are found by skipping
 * from one to the next in the index. Then the items of the page are read.
 */

const depth = '$1::bigint + $2::bigint';
const code = '$3::text';
const collections = '$4::uuid[]';
const codes = '$5::text[]';

/** Each set of locales that a group of a collection has. */
const sets =
  'with recursive sets (collection_id, locales) as (' +
  `select wanted.id, first.locales from unnest(${collections}) wanted (id) cross join lateral (` +
  'select locales from content_groups where collection_id = wanted.id order by locales limit 1) first ' +
  'union all select sets.collection_id, next.locales from sets cross join lateral (' +
  'select locales from content_groups each where each.collection_id = sets.collection_id ' +
  'and each.locales > sets.locales order by each.locales limit 1) next)';

const missing =
  `(${sets} select keys.*, 'missing' as state from sets cross join lateral (` +
  'select since, id as grp, null::uuid as item from content_groups each ' +
  'where each.collection_id = sets.collection_id and each.locales = sets.locales ' +
  `order by since desc, id desc limit ${depth}) keys where not ${code} = any (sets.locales))`;

const outdated =
  `(select keys.*, 'outdated' as state from unnest(${collections}) wanted (id) cross join lateral (` +
  'select group_since as since, group_id as grp, content_id as item from content_sources each ' +
  `where each.collection_id = wanted.id and each.locale = ${code} and is_outdated ` +
  `order by group_since desc, group_id desc limit ${depth}) keys)`;

const keys: Readonly<Record<WorkState, string>> = { missing, outdated };

/** What is found of a key: the outdated item with its source, or the item to translate. */
const found =
  '(select content.id, content.title, content.collection_id, made.source_id, made.version ' +
  'from content_sources made join content on content.id = made.content_id where made.content_id = page.item) ' +
  'union all (select null, title, collection_id, id, version from content ' +
  'where page.item is null and group_id = page.grp and locale is not null order by exists (' +
  'select from content_sources made where made.content_id = content.id and made.source_group = content.group_id), ' +
  `array_position(${codes}, locale) limit 1)`;

const inOrder = 'order by since desc, grp desc';

const statementOf = (state: WorkState | undefined): Statement =>
  prepared(`translation_work_${state ?? 'all'}`, () => {
    const all = state === undefined ? Object.values(keys).join(' union all ') : keys[state];
    return (
      'select page.grp, page.state, found.collection_id, found.id, found.title, found.source_id, found.version ' +
      `from (select * from (${all}) merged ${inOrder} limit $1 offset $2) page ` +
      `cross join lateral (${found}) found ${inOrder}`
    );
  });

export type WorkRow = readonly [
  groupId: string,
  state: WorkState,
  collectionId: string,
  id: string | null,
  title: string,
  sourceId: string,
  version: number | string,
];

export const workColumns = 7;

export const workStatement = ({
  state,
  limit,
  offset,
  locale,
  collectionIds,
  locales,
}: WorkQuery): { readonly statement: Statement; readonly values: readonly Value[] } => ({
  statement: statementOf(state),
  values: [limit, offset, locale, collectionIds, locales],
});

export const workOf =
  (locale: string) =>
  ([groupId, state, collectionId, id, title, sourceId, version]: WorkRow): TranslationWork => ({
    groupId,
    locale,
    state,
    collectionId,
    title,
    ...(id !== null && { id }),
    source: { id: sourceId, version: Number(version) },
  });
