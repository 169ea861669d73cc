import type { SearchText } from '../../../../core/store.ts';

/** Separates texts for the function `content_search_entry`. */
const gap = ' 00000000000000000000 ';

/** Joins the texts so that no phrase matches across two of them. */
export const searchBody = ({ texts }: SearchText): string => texts.join(gap);

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

/** What makes an entry: its parameters, rendered, and the locale of its item. */
type EntryText = Readonly<Record<'title' | 'body' | 'words' | 'locale', string>>;

/**
 * The FROM clause, without the keyword, of the settings, and of the language and the vector of an entry without its keys.
 * `offset 0` keeps the planner from making the vector twice.
 */
export const entryMaker = ({ title, body, words, locale }: EntryText): string =>
  'content_search_settings settings cross join lateral ' +
  `(select coalesce(settings.locale_languages ->> ${locale}, settings.language) as language offset 0) spoken cross join lateral ` +
  `(select content_search_entry(spoken.language, ${title}, ${body}, ${words}) as vector offset 0) made`;

/** The words of the title. */
const madeTitle = "ts_filter(made.vector, '{a}')";

/**
 * Stores entries, in the language of new entries.
 *
 * @param source the FROM clause, without the keyword, of rows named `entry` with a `content_id`, `collection_id`, `status`,
 *   `created_at`, `version` and `locale`, and with the texts `search_title`, `search_body` and `search_words`.
 * @param rebuild the number of the entries; undefined for the current one. With a number, later entries stay.
 */
export const storeEntries = (source: string, rebuild?: string): string => {
  const keys =
    'content_search_keys(spoken.language, entry.collection_id, entry.status, entry.created_at)';
  const locale = "case when entry.locale is null then '{}' else array['o/' || entry.locale] end";
  const assignments = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  const unlessLater =
    rebuild === undefined ? '' : ' where content_search.rebuild <= excluded.rebuild';
  return (
    `insert into content_search (content_id, ${columns.join(', ')}) select entry.content_id, entry.collection_id, entry.status, ` +
    `entry.created_at, entry.version, ${rebuild ?? 'settings.rebuild'}, spoken.language, ${madeTitle}, ` +
    `array_to_tsvector(${keys} || ${locale}) || made.vector from ${source} cross join ` +
    `${entryMaker({ title: 'search_title', body: 'search_body', words: 'search_words', locale: 'entry.locale' })} ` +
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
  readonly rebuild: string;
  /** Of its item. */
  readonly locale: string;
}

/**
 * The values of the {@link copyEntryColumns}. They use what {@link entryMaker} selects from. Without a text, no search
 * finds the copy.
 */
export const copyEntryValues = ({
  version,
  collectionId,
  rebuild,
  locale,
}: CopyEntry): readonly string[] => {
  const keys = `array['l/' || spoken.language, 'c/' || ${collectionId}, 's/published', 'o/' || coalesce(${locale}, '-')]`;
  return [version, rebuild, madeTitle, `array_to_tsvector(${keys}) || made.vector`];
};
