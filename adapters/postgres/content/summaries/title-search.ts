import {
  keyPrefix,
  titleSearchDepth,
  titleSearchWords,
  type SummarySearch,
  type TitleSearch,
} from '../../../../core/store.ts';
import { equalitiesByRange, orderBy } from '../index-order.ts';
import { prepared } from '../../connection/statement.ts';
import { summaryKeys, summaryKeySource, timeOf, type SummaryShape } from './summary-keys.ts';
import { summarySelection, type SummaryStatement } from './summary-list.ts';

/**
 * The statement of a search by title. It reads a limited number of candidates, each with its row: the
 * items with the latest change, those whose title starts with the text, and those with each of the words.
 *
 * @param collectionIds the collections to which the search is limited; undefined if it is not limited.
 * @param searched the ids of all collections to search.
 */
export const titleSearchStatement = (
  { title, limit, status, locale }: SummarySearch,
  collectionIds: readonly string[] | undefined,
  searched: readonly string[],
): SummaryStatement => {
  const query = {
    order: 'updated',
    ...(status !== undefined && { status }),
    ...(locale && { locale }),
  } as const;
  const { shape, values } = summaryKeys(query, collectionIds);
  const ranges = entryRanges(title);
  return {
    statement: prepared(`title_search_${shape.name}`, () => {
      const latest =
        `select id from ${summaryKeySource(shape, { depth: '$2', first: 8 })} ` +
        `${orderBy(timeOf(shape))} limit $2`;
      return searchText(latest, conditionsOf(shape));
    }),
    values: [
      limit,
      titleSearchDepth,
      searched,
      ranges.map(([from]) => from),
      ranges.map(([, to]) => to),
      keyPrefix(title),
      [...title.words.map((word) => `% ${word} %`), `% ${title.prefix}%`],
      ...values,
    ],
  };
};

/** What must hold for an item. The first of the values of the keys are the status or the statuses, and the locale. */
const conditionsOf = ({ isExact, statuses }: SummaryShape): readonly string[] => {
  if (isExact) return ['item.status = any ($8::text[])', 'coalesce(item.locale, $9) = $9'];
  return statuses === 1 ? ['(item.status = $8) is true'] : [];
};

const searchText = (latest: string, more: readonly string[]): string => {
  const entries =
    'select content_id from content_title_words where collection_id = searched.id ' +
    'and entry >= range.low and entry < range.high order by entry, content_id desc limit $2';
  const inRange =
    `select entries.content_id from unnest($3::uuid[]) searched (id) cross join lateral (${entries}) ` +
    'entries order by entries.content_id desc limit $2';
  const candidates =
    `select id from (${latest}) latest union select found.content_id ` +
    `from unnest($4::text[], $5::text[]) range (low, high) cross join lateral (${inRange}) found`;
  // `offset 0` keeps the planner from joining by reading the whole table.
  const item = `select * from content where ${equalitiesByRange([['id', 'candidate.id']])} order by id offset 0`;
  const conditions = [`' ' || item.title_key || ' ' like all ($7::text[])`, ...more];
  return (
    `select ${summarySelection} from (${candidates}) candidate cross join lateral (${item}) item ` +
    `where ${conditions.join(' and ')} ` +
    'order by starts_with(item.title_key, $6) desc, item.updated_at desc, item.id desc limit $1'
  );
};

/** The length of entries in `content_title_words`, in characters. */
const entryLength = 100;

type Range = readonly [low: string, high: string];

/** The ranges of entries in `content_title_words` that contain all matching items. */
const entryRanges = (title: TitleSearch): readonly Range[] => {
  const { words, prefix } = title;
  const longest = [...new Set(words)]
    .toSorted((left, right) => right.length - left.length)
    .slice(0, titleSearchWords);
  return [
    ...(words.length === 0 ? [] : [startRange(keyPrefix(title))]),
    startRange(prefix),
    ...longest.map(wordRange),
  ];
};

/** All entries that start with the text. */
const startRange = (text: string): Range => [entryOf(text), `${entryOf(text)}\u{10FFFF}`];

/** The word as an entry, and all titles that start with it. A space is before `!`, and no letter is. */
const wordRange = (word: string): Range => [entryOf(word), `${entryOf(word)}!`];

const entryOf = (text: string): string => Array.from(text).slice(0, entryLength).join('');
