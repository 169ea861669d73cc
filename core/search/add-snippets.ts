import { dataTexts } from '../collections/data/item-text.ts';
import { emptySchema } from '../collections/schema/parse-schema.ts';
import type { CostlyReads, Spender } from '../limits/costly-reads.ts';
import type { RunPiece } from '../limits/work-queue.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { simpleLanguage, type SearchTerms, type SearchWord } from '../model/content/search.ts';
import type { LocaleCode } from '../model/locale.ts';
import type { CollectionSchema } from '../model/field.ts';
import type { MarkdownReader } from '../ports/markdown-reader.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { SearchHit } from '../ports/repositories/search-repository.ts';
import { visitWords } from '../primitives/fold-words.ts';
import { never } from '../primitives/signal.ts';
import { makeSnippet, snippetTextMax, type Finding, type Snippet } from './make-snippet.ts';
import { partNear } from './part-near.ts';
import { shortenAddresses } from './shorten-addresses.ts';
import { exactLookup, type WordLookup } from './word-lookup.ts';

export interface SearchResult {
  readonly item: ContentItem;
  /** See `SearchHit`. */
  readonly score: number;
  /** From the data of the item. */
  readonly snippet: Snippet;
}

/** The language of the search in items of a locale, or in those without one. */
export type LanguageOf = (locale: LocaleCode | undefined) => string;

/** What a search found, and how. */
interface Found {
  readonly hits: readonly SearchHit[];
  readonly terms: SearchTerms;
  readonly languageOf: LanguageOf;
}

/** How much text the snippets of a page can be from together, in UTF-16 code units. */
const pageTextMax = 2 ** 20;

/**
 * Adds the scores and the snippets to the items. An item that the caller can no longer see is left out. Ends when the
 * caller has left.
 */
export async function* addSnippets(
  dependencies: Pick<Dependencies, 'collections' | 'search' | 'markdown'> & {
    readonly costlyReads: CostlyReads;
    readonly runPiece: RunPiece;
  },
  spender: Spender,
  portions: Iterable<readonly ContentItem[]> | AsyncIterable<readonly ContentItem[]>,
  { hits, terms: { wanted }, languageOf }: Found,
): AsyncGenerator<readonly SearchResult[]> {
  const { runPiece } = dependencies;
  const { signal = never } = spender;
  const collections = await dependencies.collections.list();
  const schemas = new Map(collections.map(({ id, schema }) => [id, schema]));
  const textMax = Math.min(snippetTextMax, Math.floor(pageTextMax / Math.max(1, hits.length)));
  type Made = readonly (readonly [id: string, result: Omit<SearchResult, 'score'>])[];

  /** The items are in one language. */
  const makeSnippets = async (language: string, items: readonly ContentItem[]): Promise<Made> => {
    const partOf = partNear(wanted, language === simpleLanguage);
    const texts: string[] = [];
    for (const item of items) {
      if (signal.aborted) break;
      const schema = schemas.get(item.collectionId) ?? emptySchema;
      texts.push(
        await runPiece(() =>
          shortenAddresses(textOf(dependencies.markdown, schema, item, textMax), wanted),
        ),
      );
    }
    const lookup =
      language === simpleLanguage
        ? exactLookup(wanted)
        : await lookupIn(dependencies, { texts, wanted, partOf, language });
    const made: Made[number][] = [];
    for (const [index, text] of texts.entries()) {
      const item = items[index];
      if (item === undefined || signal.aborted) break;
      const snippet = await runPiece(() => makeSnippet(text, wanted, { lookup, partOf }));
      made.push([item.id, { item, snippet }]);
    }
    return made;
  };

  for await (const items of portions) {
    const made = await dependencies.costlyReads.run(spender, async (spend) => {
      await spend(items.reduce((sum, { data }) => sum + data.length, 0));
      const results: Made[number][] = [];
      // One language after the other: a search must not take all connections.
      for (const [language, some] of Map.groupBy(items, ({ locale }) => languageOf(locale))) {
        results.push(...(await makeSnippets(language, some)));
      }
      return new Map(results);
    });
    if (signal.aborted) return;
    yield hits.flatMap(({ id, score }) => {
      const result = made.get(id);
      return result === undefined ? [] : [{ ...result, score }];
    });
  }
}

/** The beginning of the text of an item, of at most `max` code units. */
const textOf = (
  reader: MarkdownReader,
  schema: CollectionSchema,
  item: ContentItem,
  max: number,
): string => {
  const texts: string[] = [];
  let length = 0;
  for (const text of dataTexts(reader, schema, item, max * 3)) {
    texts.push(text);
    length += text.length + 1;
    if (length > max) break;
  }
  return texts.join(' ').slice(0, max).toWellFormed();
};

/** So many different words of a portion are compared by the rules of a language, the others as they are. */
const comparedMax = 10_000;

/** The store knows which words match by the rules of the language. */
const lookupIn = async (
  { search, runPiece }: Pick<Dependencies, 'search'> & { readonly runPiece: RunPiece },
  {
    texts,
    wanted,
    partOf,
    language,
  }: Pick<SearchTerms, 'wanted'> & {
    readonly texts: readonly string[];
    readonly partOf: Finding['partOf'];
    readonly language: string;
  },
): Promise<WordLookup> => {
  const words = new Set<string>();
  for (const text of texts) {
    await runPiece(() => {
      const { start, end } = partOf(text);
      visitWords(text.slice(start, end), (word) => {
        if (words.size < comparedMax) words.add(word);
      });
    });
  }
  const all = wanted.flatMap((term) => term.words);
  const terms = all.map((word) => ({ words: [word] }));
  const some = [...(await search.matchingWords([...words], terms, language))];
  const byWord = new Map<string, SearchWord[]>();
  // One after the other: a search must not take all connections.
  for (const word of all) {
    const matching =
      all.length === 1 ? some : await search.matchingWords(some, [{ words: [word] }], language);
    for (const found of matching) byWord.set(found, [...(byWord.get(found) ?? []), word]);
  }
  const exact = exactLookup(wanted);
  return (found) => byWord.get(found) ?? (words.has(found) ? [] : exact(found));
};
