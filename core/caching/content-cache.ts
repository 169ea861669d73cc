import type { Visibility } from '../access/visibility.ts';
import type { ContentItem } from '../content/content-item.ts';
import { isJsonObject } from '../json.ts';
import { readCacheSettings } from '../plugins/cache-plugin.ts';
import type { SiteRepository, SiteState } from '../ports/site-repository.ts';
import type { Clock } from '../ports/time.ts';
import { second } from '../time.ts';
import type { CacheEpoch } from './cache-epoch.ts';
import type { Stamps } from './stamps.ts';
import type { CacheSource, TieredCache } from './tiered-cache.ts';

/**
 * How a driving adapter renders content. All instances share the cached text of a form.
 */
export interface Form<T> {
  /**
   * Part of the cache key: names the adapter, the version of the form and everything else that
   * changes the text, for example `rest:1`.
   */
  readonly key: string;
  /** Equal values must give equal text. */
  readonly render: (value: T) => string;
}

/** Where the result of a read came from. */
export interface CacheReport {
  /** Whether the cache plugin is on. */
  readonly active: boolean;
  readonly hit: boolean;
  readonly source: CacheSource;
  /** The entry's remaining lifetime in milliseconds, 0 without one; undefined while the plugin is off. */
  readonly ttlMs: number | undefined;
}

/** Rendered text, and facts about it that are available without parsing it. */
export interface Rendered<Facts extends object> {
  readonly facts: Facts;
  readonly text: string;
}

export interface CachedRead<Facts extends object> extends Rendered<Facts> {
  readonly cache: CacheReport;
}

/** How many reads the cache has answered since the start. Reads while the plugin is off do not count. */
export interface CacheCounts {
  /** When the count began. */
  readonly since: number;
  readonly hits: number;
  readonly misses: number;
}

/** What a read depends on: everything that can change its text. */
export interface ContentRead {
  readonly site: SiteState;
  readonly visibility: Visibility;
  /** Changes of this subject invalidate the text; see {@link subjects}. */
  readonly subject: string;
  readonly query: readonly (string | number | undefined)[];
  /** The key of the form; see `Form`. */
  readonly form: string;
}

/** The subjects of cached reads. */
export const subjects = {
  allContent: 'content',
  collection: (id: string): string => `collection:${id}`,
  item: (id: string): string => `item:${id}`,
} as const;

/**
 * Caches rendered content while the cache plugin is on. Callers check the policy first; the visibility
 * is part of the key.
 */
export interface ContentCache {
  /** @param isCacheable whether loaded text can be stored. Defaults to always. */
  read<Facts extends object>(
    read: ContentRead,
    load: () => Promise<Rendered<Facts>>,
    isCacheable?: (facts: Facts) => boolean,
  ): Promise<CachedRead<Facts>>;

  /**
   * Invalidates everything that shows these items. Call it after the commit. Does nothing while the
   * plugin is off. Never throws.
   */
  invalidate(items: readonly ContentItem[]): Promise<void>;

  /** Invalidates every entry. @throws DomainError `dependency_unavailable`. */
  invalidateAll(): Promise<void>;

  counts(): CacheCounts;
}

interface CacheDependencies {
  readonly clock: Clock;
  readonly site: Pick<SiteRepository, 'load'>;
  readonly stamps: Stamps;
  readonly epoch: CacheEpoch;
  readonly cache: TieredCache;
}

export const contentCache = ({
  clock,
  site,
  stamps,
  epoch,
  cache,
}: CacheDependencies): ContentCache => {
  const since = clock.now();
  let hits = 0;
  let misses = 0;

  const count = <T extends { readonly cache: CacheReport }>(result: T): T => {
    if (result.cache.hit) hits += 1;
    else misses += 1;
    return result;
  };

  return {
    read: async (read, load, isCacheable = () => true) => {
      const plugin = readCacheSettings(read.site.settings);
      if (plugin === undefined) return { ...(await load()), cache: { ...uncached, active: false } };
      const stamp = await stamps.current(read.subject, read.site.cacheEpoch);
      if (stamp === undefined) {
        return count({ ...(await load()), cache: { ...uncached, active: true, ttlMs: 0 } });
      }
      const { value, source, ttlMs } = await cache.read(
        keyOf(read, stamp),
        plugin.ttlSeconds * second,
        {
          load,
          encode: (rendered) => (isCacheable(rendered.facts) ? pack(rendered) : undefined),
          decode: unpack,
        },
      );
      return count({
        ...value,
        cache: { active: true, hit: source !== 'database', source, ttlMs },
      });
    },

    invalidate: async (items) => {
      // Read after the commit: if the plugin is switched on later, that starts a new epoch.
      if (items.length === 0 || !(await isActive(site))) return;
      const touched = items.flatMap(({ id, collectionId }) => [
        subjects.item(id),
        subjects.collection(collectionId),
      ]);
      await stamps.advance([...new Set([subjects.allContent, ...touched])]);
    },

    invalidateAll: () => epoch.renew(),

    counts: () => ({ since, hits, misses }),
  };
};

const uncached = { hit: false, source: 'database', ttlMs: undefined } as const;

const isActive = async (site: Pick<SiteRepository, 'load'>): Promise<boolean> => {
  try {
    return readCacheSettings((await site.load()).settings) !== undefined;
  } catch {
    return true;
  }
};

const keyOf = ({ visibility, subject, query, form }: ContentRead, stamp: string): string =>
  `read:${stamp}:${subject}:${JSON.stringify([form, visibilityKey(visibility), query])}`;

const visibilityKey = ({ publishedOnly, activeCollectionsOnly, scope }: Visibility): unknown => [
  publishedOnly,
  activeCollectionsOnly,
  scope === 'all' ? scope : [...scope].sort(),
];

/** The facts come first, so that a hit does not parse the text. */
const pack = <Facts extends object>({ facts, text }: Rendered<Facts>): string =>
  `${JSON.stringify(facts)}\n${text}`;

/** @returns undefined for text that {@link pack} cannot have returned. */
const unpack = <Facts extends object>(packed: string): Rendered<Facts> | undefined => {
  // JSON text contains no raw line feed, so the first one ends the facts.
  const end = packed.indexOf('\n');
  if (end < 0) return undefined;
  try {
    const facts: unknown = JSON.parse(packed.slice(0, end));
    return isJsonObject(facts)
      ? { facts: facts as unknown as Facts, text: packed.slice(end + 1) }
      : undefined;
  } catch {
    return undefined;
  }
};
