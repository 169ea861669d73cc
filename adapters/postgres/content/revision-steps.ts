import { pageBytes, type Revision } from '../../../core/index.ts';
import { jsonArray } from '../connection/json-array.ts';
import type { Statement, Value } from '../connection/statement.ts';
import { revisionColumns } from './changes/parts/revision-part.ts';
import { anywhere, stampSelection, type StampColumns } from './item-stamps.ts';
import { revisionSelection, type RevisionRow } from './revision-row.ts';

export type SteppedRow = RevisionRow & StampColumns;

const inOrder = 'order by content_id, version';

/** Ends with the revision whose data exceeds the limit of a page; see the port. */
const step = (name: string, where: string): Statement => ({
  name,
  text:
    `select ${revisionSelection}, ${stampSelection('revision')} from (select *, ` +
    `sum(octet_length(data::text)) over (${inOrder} rows between unbounded preceding and 1 preceding) ` +
    `as bytes_before from content_revisions ${where} ${inOrder} limit $1) revision ` +
    `where bytes_before is null or bytes_before <= ${pageBytes} ` +
    'order by revision.content_id, revision.version',
});

export const listFirst = step('revisions_first', '');
export const listAfter = step('revisions_after', 'where (content_id, version) > ($2, $3)');

export interface AddedRow {
  readonly content_id: string;
  readonly version: number;
}

const types = [
  'uuid',
  'integer',
  'text',
  'text',
  'text',
  'uuid',
  'uuid',
  'json',
  'text',
  'boolean',
  'bigint',
  'json',
] as const;

/** Takes an array of ids, and then an array of values for each column. */
export const add: Statement = {
  name: 'revisions_add',
  text:
    `with ${anywhere('= any ($1::uuid[])')} insert into content_revisions (${revisionColumns}) ` +
    `select new.* from unnest(${types.map((type, index) => `$${index + 2}::${type}[]`).join(', ')}) ` +
    `as new (${revisionColumns}) join item on item.id = new.content_id ` +
    'on conflict (content_id, version) do nothing returning content_id, version',
};

/** In the order of the columns. */
export const addedValues = (revisions: readonly Revision[]): readonly Value[] => {
  const each = <T>(valueOf: (revision: Revision) => T): readonly T[] => revisions.map(valueOf);
  const values = [
    [...new Set(each(({ contentId }) => contentId))],
    each(({ contentId }) => contentId),
    each(({ version }) => version),
    each(({ title }) => title),
    each(({ slug }) => slug),
    each(({ status }) => status),
    each(({ collectionId }) => collectionId),
    each(({ authorId }) => authorId ?? null),
    jsonArray(each(({ changed }) => JSON.stringify(changed))),
    each(({ note }) => note ?? null),
    each(({ isAutosave }) => isAutosave),
    each(({ createdAt }) => createdAt),
    jsonArray(each(({ data }) => data)),
  ];
  return values;
};
