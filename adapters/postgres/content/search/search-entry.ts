import type { SearchText } from '../../../../core/index.ts';

/** Separates texts for the function `content_search_vector`. */
const gap = ' 00000000000000000000 ';

/** Joins the texts so that no phrase matches across two of them. */
export const searchBody = ({ texts }: SearchText): string => texts.join(gap);

/** The parameters of an entry besides the id. */
export const searchedParameters = [
  'collection_id',
  'status',
  'created_at',
  'version',
  'search_title',
  'search_body',
] as const;

/** The columns of an entry besides the id. */
const columns = [
  'collection_id',
  'status',
  'created_at',
  'version',
  'rebuild',
  'language',
  'title',
  'vector',
];

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
  const assignments = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  const unlessLater =
    rebuild === undefined ? '' : ' where content_search.rebuild <= excluded.rebuild';
  return (
    `insert into content_search (content_id, ${columns.join(', ')}) select entry.content_id, entry.collection_id, entry.status, ` +
    `entry.created_at, entry.version, ${rebuild ?? 'settings.rebuild'}, settings.language, ${vector("''")}, ` +
    `array_to_tsvector(${keys}) || ${vector('search_body')} ` +
    `from ${source} cross join content_search_settings settings ` +
    `on conflict (content_id) do update set ${assignments}${unlessLater}`
  );
};

/** The columns of the entry of a working copy, in its row. */
export const copyEntryColumns = [
  'search_version',
  'search_rebuild',
  'search_title',
  'search_vector',
] as const;

interface CopyEntry {
  readonly version: string;
  readonly collectionId: string;
  readonly title: string;
  readonly body: string;
  readonly rebuild: string;
}

/**
 * The values of the {@link copyEntryColumns}. They use `content_search_settings` as `settings`. Without a text, no search
 * finds the copy.
 */
export const copyEntryValues = ({
  version,
  collectionId,
  title,
  body,
  rebuild,
}: CopyEntry): readonly string[] => {
  const vector = (text: string): string =>
    `content_search_vector(settings.language, ${title}, ${text})`;
  const keys = `array['l/' || settings.language, 'c/' || ${collectionId}, 's/published']`;
  return [version, rebuild, vector("''"), `array_to_tsvector(${keys}) || ${vector(body)}`];
};
