import { pageBytes, type ContentFilter, type Shown } from '../../../../core/store.ts';
import { mediaFiles } from '../../media-row.ts';
import { prepared } from '../../connection/statement.ts';
import { unindexed } from '../content-list.ts';
import { contentColumns, contentSelectionWith } from '../content-row.ts';
import { chosenItem } from '../languages/chosen-items.ts';
import { shownItems } from '../states/shown-items.ts';
import { groupNamed } from './group-statements.ts';

/* What items refer to. `offset 0` keeps the planner from joining by reading a whole table. */

/** In a form that no index supports: an index of all files that are ready would be read as a whole. */
export const isReady = "(state = 'ready') is true";

/** The columns of {@link findTargets}: those of content, then the bytes of `data` up to and with the item. */
export const targetColumns: number = contentColumns.length + 1;

/** A media file in the shape of an item, whose other columns are null. */
const mediaAsItem = contentColumns
  .map((column) => {
    if (column === 'id') return 'file.id';
    return column === 'data'
      ? `json_build_object(${mediaFiles.columns.map(({ name }) => `'${name}', file.${name}`).join(', ')})::text`
      : 'null';
  })
  .join(', ');

/** @param more further columns. */
const ofMedia = (table: string, column: string, more = ''): string =>
  `select ${mediaAsItem}, null${more} from ${table} wanted (value) cross join lateral ` +
  `(select * from media where ${column} = wanted.value and ${isReady} offset 0) file`;

const targetSelection = contentSelectionWith(
  (data) => `case when number <= $2 and (number = 1 or bytes <= ${pageBytes}) then ${data} end`,
);

/**
 * The items `$1`, at most `$2`, and the media files with the ids `$3` or the keys `$4`. The data of the items is read up to
 * the limit of a page.
 */
export const findTargets = (filter: ContentFilter, shown: Shown) => {
  const { name, text, values } = unindexed(filter, 5);
  const published = `select * from content where id = wanted_id${text} offset 0`;
  const one = '(select * from content where id = wanted_id offset 0) item';
  const unpublished = `select * from (${shownItems(one)}) shown where true${text}`;
  const items =
    'select item.*, sum(data_bytes) over (order by n) as bytes, row_number() over (order by n) as number ' +
    'from unnest($1::uuid[]) with ordinality wanted (wanted_id, n) cross join lateral ' +
    `(${{ published, unpublished }[shown]}) item order by n limit $2 + 1`;
  const statement = prepared(
    `reference_targets${shown === 'unpublished' ? '_previews' : ''}${name}`,
    () =>
      `select ${targetSelection}, bytes from (${items}) items ` +
      `union all ${ofMedia('unnest($3::uuid[])', 'id')} union all ${ofMedia('unnest($4::text[])', 'key')}`,
  );
  return { statement, values };
};

/** As {@link findTargets}, of the groups of the items in the locales `$5`. The wanted id is a column more. */
export const findLanguageTargets = (filter: ContentFilter, shown: Shown) => {
  const { name, text, values } = unindexed(filter, 6);
  const of = { own: 'wanted_id', group: groupNamed('wanted_id'), chain: '$5::text[]' };
  const items =
    'select item.*, wanted_id, sum(data_bytes) over (order by n) as bytes, row_number() over (order by n) as number ' +
    'from unnest($1::uuid[]) with ordinality wanted (wanted_id, n) cross join lateral ' +
    `(${chosenItem[shown](of, text)}) item order by n limit $2 + 1`;
  const statement = prepared(
    `reference_targets_languages${shown === 'unpublished' ? '_previews' : ''}${name}`,
    () =>
      `select ${targetSelection}, bytes, wanted_id from (${items}) items ` +
      `union all ${ofMedia('unnest($3::uuid[])', 'id', ', null')} ` +
      `union all ${ofMedia('unnest($4::text[])', 'key', ', null')}`,
  );
  return { statement, values };
};
