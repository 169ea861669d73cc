import {
  phraseBytesMax,
  visibleFilter,
  type ContentFilter,
  type SearchQuery,
  type SearchTerm,
  type Shown,
  type View,
} from '../../../../core/store.ts';
import { rankedMax } from '../../../../core/vocabulary.ts';
import { limitingIds } from '../content-keys.ts';
import { hasNoShownCopy, shownItems } from '../states/shown-items.ts';
import { prepared, type Statement, type Value } from '../../connection/statement.ts';

export interface SearchStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
}

/** The score of `searchScore`, for an entry named `found`. */
const score =
  'round(0.1 + case when found.title @@ asked.any_term then 0.8 * (select count(*) from unnest(asked.terms) term (query) ' +
  'where found.title @@ term.query) / cardinality(asked.terms) + ' +
  'case when length(found.title) <= asked.title_length and not exists (select from unnest(asked.terms) term (query) ' +
  'where not found.title @@ term.query) then 0.1 else 0 end else 0 end, 3)::float8';

interface SearchParts {
  /** Selects the newest matches. */
  readonly newest: string;
  /** The FROM clause, without the keyword, of the size of what a row with the name shows. */
  readonly sizeOf: (row: string) => string;
}

/**
 * Takes the keys, the words and the terms as queries of PostgreSQL, and the page. Phrases are checked in the entries
 * that have all words, because that reads their vectors.
 *
 * @param hasPhrases takes another value, for the data of these entries.
 */
const searchText = ({ newest, sizeOf }: SearchParts, hasPhrases: boolean): string => {
  const before =
    `coalesce(sum((select data_bytes from ${sizeOf('newest')})) over ` +
    '(order by created_at desc, content_id desc rows between unbounded preceding and 1 preceding), 0)';
  const considered = hasPhrases
    ? `select * from (select *, ${before} as bytes_before from newest limit $7::integer) each ` +
      'where bytes_before < $10'
    : 'select * from newest limit $7::integer';
  const asked =
    'select $1::tsquery && content_search_condition($2::text, false) as condition, ' +
    'case when $3::text is not null then content_search_condition($3::text, false) end as phrases, ' +
    'array(select content_search_condition(term, true) from unnest($4::text[]) term) as terms, ' +
    'content_search_condition($5::text, true) as any_term, ' +
    // Without positions, the words are a vector, too.
    "(select max(length(content_search_entry(each, $6::text, '', $6::text))) " +
    'from content_search_settings cross join unnest(languages) each) as title_length';
  const page = `from hits order by score desc, created_at desc, content_id desc limit $8 offset $9`;
  return (
    `with asked as materialized (${asked}), ` +
    `newest as materialized (${newest}), considered as materialized (${considered}), ` +
    `hits as materialized (select found.content_id, found.created_at, ${score} as score from asked cross join ` +
    `considered found${hasPhrases ? ' where found.vector @@ asked.phrases' : ''}), ` +
    `page as materialized (select content_id, score, (select data_bytes from ${sizeOf('hits')}) as bytes ${page}) ` +
    'select (select count(*) from hits)::integer as ranked, ' +
    '(select count(*) from newest) > (select count(*) from considered) as has_more, ' +
    'array(select content_id::text from page where bytes is not null) as ids, ' +
    'array(select score from page where bytes is not null) as scores, ' +
    'array(select bytes from page where bytes is not null) as bytes'
  );
};

/** The newest matches of stored items. @param wanted how many. */
const storedMatches = (wanted: string): string =>
  `from asked cross join lateral content_search_find(asked.condition, ${wanted}) found`;

const stored = (): SearchParts => ({
  newest: `select found.* ${storedMatches('$7::integer + 1')}`,
  sizeOf: (row) => `content where id = ${row}.content_id`,
});

/**
 * For what is unpublished, the matches of copies take the place of those of their items. So many further matches are
 * read that enough are left.
 */
const unpublished = (): SearchParts => {
  const replaced = '(select count(*)::integer from content_copies)';
  const columns = 'content_id, created_at, title, vector';
  return {
    newest:
      `select * from (select ${columns} ${storedMatches(`$7::integer + 1 + ${replaced}`)} ` +
      `where ${hasNoShownCopy('found.status', 'found.content_id')} ` +
      `union all select ${columns} from asked cross join lateral content_search_copies(asked.condition) found) found ` +
      'order by created_at desc, content_id desc limit $7::integer + 1',
    sizeOf: (row) =>
      `(${shownItems(`(select * from content where id = ${row}.content_id offset 0) item`)}) shown`,
  };
};

/** A search for phrases ends after this time: within its limits, only a busy server takes so long. */
const timeoutMs = 2_000;

const statements = {
  published: {
    words: prepared('search', () => searchText(stored(), false)),
    phrases: { ...prepared('search_phrases', () => searchText(stored(), true)), timeoutMs },
  },
  unpublished: {
    words: prepared('search_drafts', () => searchText(unpublished(), false)),
    phrases: {
      ...prepared('search_drafts_phrases', () => searchText(unpublished(), true)),
      timeoutMs,
    },
  },
} as const satisfies Record<Shown, unknown>;

/** The columns of a row of the statement. */
export const searchColumns = 5;

export type SearchRow = readonly [
  ranked: number,
  hasMore: boolean,
  ids: readonly string[],
  scores: readonly number[],
  bytes: readonly number[],
];

export const searchStatement = (
  { terms, limit, offset, phraseBytes = phraseBytesMax, ...conditions }: SearchQuery,
  { audience, shown }: View,
): SearchStatement => {
  const { wanted, excluded, title } = terms;
  const all = [...wanted.map(phrase), ...excluded.map((term) => `!(${phrase(term)})`)];
  const hasPhrase = [...wanted, ...excluded].some(({ words }) => words.length > 1);
  // An item may have the words of an excluded phrase.
  const words = [
    ...wanted.map(allWords),
    ...excluded.filter((term) => term.words.length === 1).map((term) => `!(${phrase(term)})`),
  ];
  return {
    statement: statements[shown][hasPhrase ? 'phrases' : 'words'],
    values: [
      keysOf(visibleFilter(conditions, audience)),
      words.length === 0 ? anything : words.join(' & '),
      hasPhrase ? all.join(' & ') : null,
      wanted.map(phrase),
      wanted.map(phrase).join(' | '),
      title,
      rankedMax,
      limit,
      offset,
      ...(hasPhrase ? [phraseBytes] : []),
    ],
  };
};

/** No word is in this query, so every entry matches it. */
const anything = '!(00000000000000000000)';

const joined = ({ words }: SearchTerm, operator: string): string =>
  `(${words.map(({ text, isPrefix }) => (isPrefix ? `${text}:*` : text)).join(operator)})`;

export const phrase = (term: SearchTerm): string => joined(term, ' <-> ');

const allWords = (term: SearchTerm): string => joined(term, ' & ');

/** The keys of an entry that matches the filter. */
const keysOf = (filter: ContentFilter): string => {
  const { status, locale } = filter;
  const ids = limitingIds(filter);
  return [
    ...(status === undefined ? [] : [`'s/${status}'`]),
    ...(ids === undefined ? [] : [anyKey('c', ['-', ...ids])]),
    ...(locale === undefined
      ? []
      : [`(${anyKey('o', [locale.code, '-'])} | ${anyKey('c', ['-', ...locale.others])})`]),
  ].join(' & ');
};

const anyKey = (kind: string, values: readonly string[]): string =>
  `(${values.map((value) => `'${kind}/${value}'`).join(' | ')})`;
