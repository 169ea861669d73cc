import { pageBytes, type Revision } from '../../../core/store.ts';
import type { Statement, Value } from '../connection/statement.ts';
import { anywhere, stampSelection } from './item-stamps.ts';
import { revisions, revisionSelection } from './revision-row.ts';

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

const types = revisions.columns.map(({ type }, index) => `$${index + 2}::${type}[]`);

/** Takes an array of ids, and then an array of values for each column. */
export const add: Statement = {
  name: 'revisions_add',
  text:
    `with ${anywhere('= any ($1::uuid[])')} insert into content_revisions (${revisions.written}) ` +
    `select new.* from unnest(${types.join(', ')}) as new (${revisions.written}) ` +
    'join item on item.id = new.content_id ' +
    'on conflict (content_id, version) do nothing returning content_id, version',
};

/** In the order of the columns. */
export const addedValues = (added: readonly Revision[]): readonly Value[] => [
  [...new Set(added.map(({ contentId }) => contentId))],
  ...revisions.arrays(added),
];
