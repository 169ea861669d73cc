import type { PerspectiveRequest } from '../access/perspective.ts';
import { visibleFilter, type RequestedFilter } from '../access/visibility.ts';
import { dataTexts } from '../collections/data/item-text.ts';
import { emptySchema } from '../collections/schema/parse-schema.ts';
import { readPortions } from '../content/large-page.ts';
import {
  contentsOf,
  readOnBasis,
  requestedFilter,
  type BasisDependencies,
  type Decided,
} from '../content/read-on-basis.ts';
import type { Gate } from '../limits/gate.ts';
import { pauses } from '../limits/pauses.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import { pageBytes, type ContentItem, type ContentStatus } from '../model/content/content-item.ts';
import type { CollectionSchema } from '../model/field.ts';
import { simpleLanguage, type SearchTerms } from '../model/content/search.ts';
import { searchLanguageOf } from '../model/site/settings.ts';
import type { MarkdownReader } from '../ports/markdown-reader.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { SearchHit, SearchPage } from '../ports/repositories/search-repository.ts';
import { wordsIn } from '../primitives/fold-words.ts';
import { parsePage, type Page, type PageRequest } from '../primitives/paging.ts';
import { makeSnippet, matchExactly, snippetTextMax, type Snippet } from './make-snippet.ts';
import { parseSearchQuery } from './parse-query.ts';

export interface SearchContent extends PageRequest, PerspectiveRequest {
  /** See {@link parseSearchQuery}. */
  readonly q: string;
  readonly status?: ContentStatus | undefined;
  /** The name of a collection. */
  readonly collection?: string | undefined;
  /** Whether an unknown or inactive collection is an error, and not an empty page. */
  readonly mustExist?: boolean | undefined;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

export interface SearchResult {
  readonly item: ContentItem;
  /** See `SearchHit`. */
  readonly score: number;
  /** From the data of the item. */
  readonly snippet: Snippet;
}

export interface SearchListing extends Page {
  /** How many items were found and ranked, on all pages. */
  readonly ranked: number;
  /** Whether there may be further matches, which are on no page. */
  readonly hasMore: boolean;
  /** In the order of the ranking. Each part is read when it is requested; a page of usual size is one part. */
  readonly portions: AsyncIterable<readonly SearchResult[]>;
}

/** The maximum number of results on a page: each of them takes time to make its snippet. */
export const searchPageMax = 100;

type SearchDependencies = BasisDependencies &
  Pick<Dependencies, 'timer' | 'search' | 'markdown'> & { readonly largePageGate: Gate };

/**
 * Searches the items that lists of content show to the caller, in the perspective of the request. Empty for an unknown or
 * inactive collection, and with the token of an item.
 *
 * @throws DomainError `invalid_input`, `invalid_text`, `token_scope`, `rate_limited`, `invalid_preview`, `forbidden`.
 */
export const searchContent =
  (dependencies: SearchDependencies) =>
  async (
    actor: Actor,
    { q, status, collection, mustExist, client, perspective, preview, ...request }: SearchContent,
  ): Promise<SearchListing> => {
    const page = atMost(parsePage(request), searchPageMax);
    const terms = parseSearchQuery(q);
    const { value } = await readOnBasis(
      dependencies,
      actor,
      { client, collection, perspective, preview, isAboutItem: true },
      async (decided) => readPage(decided, { status, collection, mustExist }, { ...page, terms }),
    );
    const { found, filter, items, language } = value;
    const portions =
      items === undefined
        ? readPortions(dependencies, actor, {
            filter,
            items: found.hits,
            viewpoint: { perspective, preview },
          })
        : [items];
    return {
      ...page,
      ranked: found.ranked,
      hasMore: found.hasMore,
      portions: resultsOf(dependencies, portions, { hits: found.hits, terms, language }),
    };
  };

const atMost = ({ limit, offset }: Page, max: number): Page => ({
  limit: Math.min(limit, max),
  offset,
});

interface FoundPage {
  readonly found: SearchPage;
  readonly filter: RequestedFilter;
  readonly language: string;
  /** Undefined if they are too large to hold in memory. */
  readonly items: readonly ContentItem[] | undefined;
}

/** The hits of a page, and their items. */
const readPage = async (
  decided: Decided,
  requested: Parameters<typeof requestedFilter>[1],
  query: Page & { readonly terms: SearchTerms },
): Promise<BasedRead<FoundPage>> => {
  const { repositories, basis, audience, site, perspective } = decided;
  const filter = requestedFilter(decided, requested);
  const visible = visibleFilter(filter, audience);
  const read = await repositories.search.search({ ...query, ...visible, perspective }, basis);
  if (!read.isCurrent) return read;
  const found = read.value;
  const bytes = found.hits.reduce((sum, hit) => sum + hit.bytes, 0);
  const language = searchLanguageOf(site.settings);
  const value = { found, filter, language, items: undefined };
  if (bytes > pageBytes) return { ...read, value };
  const ids = found.hits.map(({ id }) => id);
  const items = await contentsOf(decided).listAmong(ids, visible, basis);
  return items.isCurrent ? { ...items, value: { ...value, items: items.value } } : items;
};

interface Found {
  readonly hits: readonly SearchHit[];
  readonly terms: SearchTerms;
  readonly language: string;
}

/** Adds the scores and the snippets to the items. An item that the caller can no longer see is left out. */
async function* resultsOf(
  dependencies: SearchDependencies,
  portions: Iterable<readonly ContentItem[]> | AsyncIterable<readonly ContentItem[]>,
  { hits, terms: { wanted }, language }: Found,
): AsyncGenerator<readonly SearchResult[]> {
  const collections = await dependencies.collections.list();
  const schemas = new Map(collections.map(({ id, schema }) => [id, schema]));
  const pause = pauses(dependencies);
  for await (const items of portions) {
    const byId = new Map(items.map((item) => [item.id, item]));
    const shown = hits.flatMap(({ id, score }) => {
      const item = byId.get(id);
      return item === undefined ? [] : [{ item, score }];
    });
    const texts: string[] = [];
    for (const { item } of shown) {
      texts.push(
        textOf(dependencies.markdown, schemas.get(item.collectionId) ?? emptySchema, item),
      );
      await pause();
    }
    const matchWord =
      language === simpleLanguage
        ? matchExactly
        : await matcherOf(dependencies.search, texts, wanted);
    const results: SearchResult[] = [];
    for (const [index, { item, score }] of shown.entries()) {
      const snippet = makeSnippet(texts[index] ?? '', wanted, matchWord);
      results.push({ item, score, snippet });
      await pause();
    }
    yield results;
  }
}

/** The beginning of the text of an item. */
const textOf = (reader: MarkdownReader, schema: CollectionSchema, item: ContentItem): string => {
  const texts: string[] = [];
  let length = 0;
  for (const text of dataTexts(reader, schema, item, snippetTextMax * 3)) {
    texts.push(text);
    length += text.length + 1;
    if (length > snippetTextMax) break;
  }
  return texts.join(' ').slice(0, snippetTextMax).toWellFormed();
};

/** The store knows which words match by the rules of the language. */
const matcherOf = async (
  search: Dependencies['search'],
  texts: readonly string[],
  wanted: SearchTerms['wanted'],
) => {
  const words = new Set(texts.flatMap((text) => wordsIn(text).map(({ word }) => word)));
  const all = wanted.flatMap((term) => term.words);
  const matching = await Promise.all(
    all.map((word) => search.matchingWords([...words], [{ words: [word] }])),
  );
  const byWord = new Map(all.map((word, index) => [word, matching[index]]));
  return (found: string, word: (typeof all)[number]): boolean =>
    byWord.get(word)?.has(found) ?? false;
};
