import type { SearchText } from '../../../../core/index.ts';

/** Separates texts for the function `content_search_vector`. */
const gap = ' 00000000000000000000 ';

/** The texts as one, of which no phrase goes across two. */
export const searchBody = ({ texts }: SearchText): string => texts.join(gap);

/** What an entry takes besides the id. */
export const searchedParameters = [
  'collection_id',
  'status',
  'created_at',
  'version',
  'search_title',
  'search_body',
] as const;

const columns =
  'content_id, collection_id, status, created_at, version, rebuild, language, title, vector';

/**
 * Stores entries, in the language of new entries.
 *
 * @param source the FROM clause, without the keyword, of rows named `entry` with a `content_id` and the
 *   {@link searchedParameters}.
 * @param rebuild the number of the entries; undefined for the current one. With a number, later entries stay.
 */
export const storeEntries = (source: string, rebuild?: string): string => {
  const vector = (body: string): string =>
    `content_search_vector(settings.language, search_title, ${body})`;
  const keys =
    'content_search_keys(settings.language, entry.collection_id, entry.status, entry.created_at)';
  return (
    `insert into content_search (${columns}) select entry.content_id, entry.collection_id, entry.status, ` +
    `entry.created_at, entry.version, ${rebuild ?? 'settings.rebuild'}, settings.language, ${vector("''")}, ` +
    `array_to_tsvector(${keys}) || ${vector('search_body')} ` +
    `from ${source} cross join content_search_settings settings ` +
    `on conflict (content_id) do update set ${columns
      .split(', ')
      .slice(1)
      .map((column) => `${column} = excluded.${column}`)
      .join(
        ', ',
      )}${rebuild === undefined ? '' : ' where content_search.rebuild <= excluded.rebuild'}`
  );
};
