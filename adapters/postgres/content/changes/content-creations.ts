import type { ContentChange, ContentItem } from '../../../../core/index.ts';
import type { Database } from '../../connection/connections.ts';
import { jsonArray } from '../../connection/json-array.ts';
import { execute, type Statement, type Value } from '../../connection/statement.ts';
import { existingAuthor, types, valueOf, type Parameter } from './change-template.ts';
import { contentColumnValues, writtenColumns } from '../content-row.ts';
import { storeEntries } from '../search/search-entry.ts';
import { orReplace, revisionColumns } from './content-writes.ts';
import { afterTargets, boundIds, lockOf, referencesIn } from './reference-parts.ts';

export type Creation = Extract<ContentChange, { readonly kind: 'create' }>;

const columnCount = writtenColumns.length;

/** Adds to {@link insertAll} what the items refer to. */
const withReferences = {
  lock: `targets as (${lockOf(`$${columnCount + 13}::uuid[]`)}), `,
  condition: ` and ${afterTargets}`,
  insert:
    ', refs as (insert into content_references (content_id, field, target, on_delete) ' +
    `select found.* from unnest($${columnCount + 14}::uuid[], $${columnCount + 15}::text[], ` +
    `$${columnCount + 16}::text[], $${columnCount + 17}::text[]) ` +
    'as found (content_id, field, target, on_delete) join item on item.id = found.content_id)',
} as const;

/**
 * Takes an array of values for each column, then the ids and versions of the collections, then the revisions, the events
 * and what is searched, then what {@link withReferences} takes. Stores all items, or none.
 */
const insertAll = (name: string, references: Partial<typeof withReferences> = {}): Statement => ({
  name,
  text:
    `with ${references.lock ?? ''}wanted as (select distinct * from unnest($${columnCount + 1}::uuid[], ` +
    `$${columnCount + 2}::integer[]) as each (id, version)), ` +
    'checked as (select collections.id from wanted join collections using (id, version) ' +
    'order by collections.id for share of collections), ' +
    `new as (select * from unnest(${writtenColumns
      .map((column, index) => `$${index + 1}::${types[column]}[]`)
      .join(', ')}) as new (${writtenColumns.join(', ')})), ` +
    `item as (insert into content (${writtenColumns.join(', ')}) select ` +
    `${writtenColumns
      .map((column) => (column === 'author_id' ? existingAuthor('new.author_id') : `new.${column}`))
      .join(', ')} from new ` +
    `where (select count(*) from checked) = (select count(*) from wanted)${references.condition ?? ''} returning id), ` +
    `revision as (insert into content_revisions (${revisionColumns}) ` +
    'select new.id, new.version, new.title, new.slug, new.status, new.collection_id, facts.author_id, ' +
    'facts.changed, facts.note, facts.is_autosave, new.updated_at, new.data ' +
    `from unnest($${columnCount + 3}::uuid[], $${columnCount + 4}::uuid[], $${columnCount + 5}::json[], ` +
    `$${columnCount + 6}::text[], $${columnCount + 7}::boolean[]) ` +
    `as facts (id, author_id, changed, note, is_autosave) join item using (id) join new using (id) ${orReplace}), ` +
    `event as (insert into outbox (event) select event from unnest($${columnCount + 8}::json[]) ` +
    'as events (event) where exists (select from item)), ' +
    `search as (${storeEntries(
      '(select item.id as content_id, new.collection_id, new.status, new.created_at, new.version, search_title, search_body, search_words ' +
        `from unnest($${columnCount + 9}::uuid[], $${columnCount + 10}::text[], $${columnCount + 11}::text[], ` +
        `$${columnCount + 12}::text[]) as searched (id, search_title, search_body, search_words) join item using (id) join new using (id)) entry`,
    )})${references.insert ?? ''} ` +
    'select from item',
});

const plain = insertAll('content_insert_all');
const referring = insertAll('content_insert_all_ref', withReferences);

/** Stores all new items, or none. @returns whether they were stored. */
export const writeCreations = async (
  database: Database,
  creations: readonly Creation[],
): Promise<boolean> => {
  const items: readonly ContentItem[] = creations.map(({ item }) => item);
  const revised = creations.filter(({ revision }) => revision !== undefined);
  const searched = creations.filter(({ search }) => search !== undefined);
  const ofRevised = (name: Parameter) => revised.map((change) => valueOf(change, name));
  const values = [
    ...contentColumnValues(items),
    items.map(({ collectionId }) => collectionId),
    creations.map(({ collectionVersion }) => collectionVersion),
    revised.map(({ item }) => item.id),
    ofRevised('revision_author_id'),
    jsonArray(revised.map(({ revision }) => JSON.stringify(revision?.changed ?? []))),
    ofRevised('note'),
    ofRevised('is_autosave'),
    jsonArray(creations.flatMap(({ event }) => event ?? [])),
    searched.map(({ item }) => item.id),
    ...(['search_title', 'search_body', 'search_words'] as const).map((name) =>
      searched.map((change) => valueOf(change, name)),
    ),
  ];
  const found = creations.flatMap((change) =>
    referencesIn(change).map((reference) => ({ ...reference, id: change.item.id })),
  );
  if (found.length === 0) return (await execute(database, plain, values as readonly Value[])) > 0;
  values.push(
    creations.flatMap(boundIds),
    found.map(({ id }) => id),
    found.map(({ field }) => field),
    found.map(({ target }) => target),
    found.map(({ onDelete }) => onDelete),
  );
  return (await execute(database, referring, values as readonly Value[])) > 0;
};
