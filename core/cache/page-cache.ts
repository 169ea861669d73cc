import type { BasedRead, Basis } from '../model/basis.ts';
import type { PublishedView } from '../model/content/view.ts';
import type {
  ContentPage,
  ContentQuery,
  ContentRepository,
  PageTag,
} from '../ports/repositories/content-repository.ts';
import type { KeyValueCache } from '../ports/key-value-cache.ts';
import type { SiteState } from '../ports/repositories/site-repository.ts';
import type { Clock } from '../ports/time.ts';
import { utf8Length } from '../primitives/text.ts';
import type { EpochMs } from '../primitives/time.ts';
import { boundedEntries } from './bounded-entries.ts';
import type { CacheCounter } from './cache-counts.ts';
import { cacheLifetimeMs, uncachedReport, type CacheReport } from './cache-plugin.ts';

/** A page, and where it came from. */
export interface CachedPage {
  readonly page: ContentPage;
  readonly cache: CacheReport;
}

/**
 * Pages of content, each under the tag of the state that it was read in. Every read asks the repository for
 * the present tag of its page: an entry can be old, but is never taken for a newer one, so nothing is ever
 * invalidated.
 */
export interface PageCache {
  list(
    contents: Pick<ContentRepository, 'list' | 'tagOf'>,
    query: ContentQuery,
    view: PublishedView,
    decided: { readonly basis: Basis; readonly site: SiteState },
  ): Promise<BasedRead<CachedPage>>;
}

/** Every page is read from the store. */
export const uncachedPages: PageCache = {
  list: async (contents, query, view, { basis, site: { settings } }) => {
    const read = await contents.list(query, view, basis);
    if (!read.isCurrent) return read;
    return { ...read, value: { page: read.value, cache: uncachedReport(settings) } };
  },
};

interface Entry {
  readonly page: ContentPage;
  readonly expiresAt: EpochMs;
}

/** What pages may take in memory, in all and each, in bytes of UTF-8. */
const limits = { entries: Infinity, bytes: 8 * 1024 * 1024 } as const;
const maxPageBytes = 1024 * 1024;

/** An item without its data. */
const itemBytes = 512;

/**
 * @param shared holds pages for other instances, and for the time after a restart; undefined if there is none.
 * @param version of the program: what another version has stored is not read.
 */
export const pageCache = (
  shared: KeyValueCache | undefined,
  clock: Clock,
  counter: CacheCounter,
  version: string,
): PageCache => {
  const entries = boundedEntries<Entry>(limits);
  counter.measure(entries.usage);

  const find = (key: string): Entry | undefined => {
    const entry = entries.find(key);
    if (entry === undefined || entry.expiresAt > clock.now()) return entry;
    entries.drop(key, entry);
    return undefined;
  };

  const store = (key: string, page: ContentPage, lifetimeMs: number): boolean => {
    const bytes = bytesOf(page);
    if (bytes > maxPageBytes) return false;
    entries.add(key, { page, expiresAt: clock.now() + lifetimeMs }, bytes);
    return true;
  };

  const findShared = async (key: string): Promise<readonly [ContentPage, number] | undefined> => {
    const hit = await shared?.get(key).catch(() => undefined);
    return hit && [JSON.parse(hit.value) as ContentPage, hit.ttlMs];
  };

  const report = (hit: boolean, source: CacheReport['source'], ttlMs: number): CacheReport => {
    counter.count(hit);
    return { active: true, hit, source, ttlMs };
  };

  return {
    list: async (contents, query, view, decided) => {
      const { basis, site } = decided;
      const lifetimeMs = cacheLifetimeMs(site.settings);
      if (lifetimeMs === undefined) return uncachedPages.list(contents, query, view, decided);
      const tagged = await contents.tagOf(query, view, basis);
      if (!tagged.isCurrent) return tagged;
      const keyOf = (tag: PageTag): string =>
        `page:${version}:${site.settings.cacheEpoch ?? ''}:${tag}`;
      const key = keyOf(tagged.value);
      const inMemory = find(key);
      if (inMemory !== undefined) {
        const cache = report(true, 'memory', inMemory.expiresAt - clock.now());
        return { ...tagged, value: { page: inMemory.page, cache } };
      }
      const inShared = await findShared(key);
      if (inShared !== undefined) {
        const [page, ttlMs] = inShared;
        store(key, page, ttlMs);
        return { ...tagged, value: { page, cache: report(true, 'kv', ttlMs) } };
      }
      const read = await contents.list(query, view, basis);
      if (!read.isCurrent) return read;
      const page = read.value;
      // Only under the tag that came with the rows: membership may change and change back in between.
      const ownKey = page.tag === undefined ? undefined : keyOf(page.tag);
      const isCached = ownKey !== undefined && store(ownKey, page, lifetimeMs);
      if (isCached)
        void shared?.set(ownKey, JSON.stringify(page), lifetimeMs).catch(() => undefined);
      const cache = report(false, 'database', isCached ? lifetimeMs : 0);
      return { ...read, value: { page, cache } };
    },
  };
};

const bytesOf = (page: ContentPage): number =>
  'items' in page
    ? page.items.reduce((sum, { data }) => sum + utf8Length(data) + itemBytes, itemBytes)
    : Infinity;
