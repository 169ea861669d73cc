import {
  meetsFilter,
  rankMatches,
  visibleFilter,
  wordsMatching,
  type BasedRead,
  type Basis,
  type ClaimStep,
  type CopySearchEntry,
  type IndexStep,
  type SearchEntry,
  type SearchPage,
  type SearchQuery,
  type SearchRepository,
  type SearchTerm,
  type View,
} from '../../../core/store.ts';
import { simpleLanguage, type ContentItem, type IndexProgress } from '../../../core/vocabulary.ts';
import { readOn } from '../memory-basis.ts';
import { newestFirst, nextById } from '../memory-order.ts';
import type {
  MemoryAccess,
  MemoryTables,
  SearchIndex,
  StoredSearchEntry,
} from '../memory-tables.ts';
import { bytesOf } from '../page-bytes.ts';
import { itemsIn } from './memory-items.ts';

/** Outdated items that one step brings up to date. */
const stepSize = 50;

const noIndex: SearchIndex = {
  rebuild: 0,
  rebuilds: {},
  walk: undefined,
  done: 0,
  endedAt: 0,
  leasedUntil: 0,
};

/** The search in memory, in the language `simple`. */
export class MemorySearchRepository implements SearchRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async search(query: SearchQuery, view: View, basis: Basis): Promise<BasedRead<SearchPage>> {
    return readOn(this.#access, basis, (tables) => pageOf(tables, query, view));
  }

  async matchingWords(
    words: readonly string[],
    terms: readonly SearchTerm[],
  ): Promise<ReadonlySet<string>> {
    return wordsMatching(words, terms);
  }

  async languages(): Promise<readonly string[]> {
    return [simpleLanguage];
  }

  async useLanguages(): Promise<void> {
    await this.outdate(all);
  }

  async outdate(collectionId: string): Promise<void> {
    await this.#access.write((tables) => {
      const index = indexOf(tables);
      const rebuild = index.rebuild + 1;
      put(tables, { rebuild, rebuilds: { ...index.rebuilds, [collectionId]: rebuild } });
    });
  }

  async claimStep(claim: ClaimStep): Promise<IndexStep | undefined> {
    // A write changes the snapshot, and so ends what is cached.
    if (!(await this.#access.read((tables) => isDue(indexOf(tables), claim)))) return undefined;
    return this.#access.write((tables) => {
      const index = indexOf(tables);
      if (!isDue(index, claim)) return undefined;
      const walk = index.walk ?? { target: index.rebuild, after: undefined };
      put(tables, { walk, leasedUntil: Date.now() + claim.leaseMs });
      const { contents, copies } = tables;
      const ids = new Set([...contents.keys(), ...copies.keys()]);
      const walked = [...ids].map((id) => ({ id }));
      const outdated = nextById(walked, walk.after, Infinity)
        .map(({ id }) => ({
          id,
          isOutdated: isOutdated(tables, contents.get(id), tables.search.get(id)),
          isCopyOutdated: isOutdated(tables, copies.get(id), tables.copySearch.get(id)),
        }))
        .filter((each) => each.isOutdated || each.isCopyOutdated)
        .slice(0, stepSize);
      const after = outdated.length === stepSize ? outdated.at(-1)?.id : undefined;
      return {
        ids: outdated.flatMap((each) => (each.isOutdated ? [each.id] : [])),
        copyIds: outdated.flatMap((each) => (each.isCopyOutdated ? [each.id] : [])),
        step: JSON.stringify({ ...walk, after }),
      };
    });
  }

  async progress(): Promise<IndexProgress> {
    return this.#access.read((tables) => {
      const { rebuilds, walk, done } = indexOf(tables);
      const last = Math.max(0, ...Object.values(rebuilds));
      const ids = [...new Set([...tables.contents.keys(), ...tables.copies.keys()])];
      const total = ids.length;
      if (last <= done) return { status: 'current', remaining: 0, total };
      // A walk that began before the last cause makes no entry current.
      const after = walk !== undefined && walk.target >= last ? walk.after : undefined;
      const remaining = after === undefined ? total : ids.filter((id) => id > after).length;
      return { status: 'rebuilding', remaining, total };
    });
  }

  async store(step: string, entries: readonly SearchEntry[]): Promise<void> {
    const { target: rebuild } = JSON.parse(step) as NonNullable<SearchIndex['walk']>;
    await this.#access.write((tables) => {
      for (const { id, version, text } of entries) {
        const isLater = (tables.search.get(id)?.rebuild ?? 0) > rebuild;
        if (tables.contents.get(id)?.version !== version || isLater) continue;
        tables.search.set(id, { text, version, rebuild });
      }
    });
  }

  async storeCopies(step: string, entries: readonly CopySearchEntry[]): Promise<void> {
    const { target: rebuild } = JSON.parse(step) as NonNullable<SearchIndex['walk']>;
    await this.#access.write((tables) => {
      for (const { contentId, version, text } of entries) {
        const isLater = (tables.copySearch.get(contentId)?.rebuild ?? 0) > rebuild;
        if (tables.copies.get(contentId)?.version !== version || isLater) continue;
        tables.copySearch.set(contentId, { text, version, rebuild });
      }
    });
  }

  async endStep(step: string): Promise<void> {
    const { target, after } = JSON.parse(step) as NonNullable<SearchIndex['walk']>;
    await this.#access.write((tables) => {
      if (indexOf(tables).walk?.target !== target) return;
      put(tables, {
        leasedUntil: 0,
        ...(after === undefined
          ? { walk: undefined, done: target, endedAt: Date.now() }
          : { walk: { target, after } }),
      });
    });
  }
}

/** In the place of the id of a collection. */
const all = '';

const indexOf = ({ searchIndex }: MemoryTables): SearchIndex =>
  searchIndex.get('current') ?? noIndex;

const put = (tables: MemoryTables, changes: Partial<SearchIndex>): void => {
  tables.searchIndex.set('current', { ...indexOf(tables), ...changes });
};

const isDue = (
  { rebuilds, walk, done, endedAt, leasedUntil }: SearchIndex,
  { intervalMs }: ClaimStep,
): boolean => {
  const now = Date.now();
  return (
    leasedUntil <= now &&
    (walk !== undefined ||
      endedAt <= now - intervalMs ||
      Object.values(rebuilds).some((number) => number > done))
  );
};

/** Whether the entry is not that of the item or the copy. */
const isOutdated = <Version>(
  tables: MemoryTables,
  stored: { readonly version: Version; readonly collectionId: string } | undefined,
  entry: StoredSearchEntry<Version> | undefined,
): boolean => {
  if (stored === undefined) return false;
  const { rebuilds } = indexOf(tables);
  return (
    entry?.version !== stored.version ||
    [stored.collectionId, all].some((each) => (rebuilds[each] ?? 0) > entry.rebuild)
  );
};

const pageOf = (
  tables: MemoryTables,
  query: SearchQuery,
  { audience, shown }: View,
): SearchPage => {
  const filter = visibleFilter(query, audience);
  const { search, copySearch } = tables;
  const hasShownCopy = ({ id, status }: ContentItem): boolean =>
    shown === 'unpublished' && status === 'published' && tables.copies.has(id);
  const candidates = itemsIn(tables, shown)
    .filter((item) => meetsFilter(filter, item))
    .sort(newestFirst)
    .map((item) => ({
      id: item.id,
      bytes: bytesOf(item),
      text: (hasShownCopy(item) ? copySearch : search).get(item.id)?.text,
    }));
  return rankMatches(candidates, query);
};
