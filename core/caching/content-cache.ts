import type { Visibility } from '../access/visibility.ts';
import type { ContentItem } from '../content/content-item.ts';
import type { Settings } from '../settings/settings.ts';
import { readCacheSettings } from '../plugins/cache-plugin.ts';
import { second } from '../time.ts';
import type { CacheEpoch } from './cache-epoch.ts';
import type { Stamps } from './stamps.ts';
import { packText, unpackText, type Rendered } from './packed-text.ts';
import type { CacheSource, TieredCache } from './tiered-cache.ts';

/** How a read was answered. */
export interface CacheReport {
  /** Whether the cache plugin is on at all. */
  readonly active: boolean;
  readonly hit: boolean;
  readonly source: CacheSource;
  /** Milliseconds that the entry has left, 0 without one; undefined while the plugin is off. */
  readonly ttlMs: number | undefined;
}

export interface CachedRead<Facts extends object> extends Rendered<Facts> {
  readonly cache: CacheReport;
}

/** Names a read: what it depends on, and all that makes its answer differ from another's. */
export interface ContentRead {
  readonly settings: Settings;
  readonly visibility: Visibility;
  /** What must not have changed; see {@link subjects}. */
  readonly subject: string;
  readonly query: readonly (string | number | undefined)[];
}

/** What cached reads depend on. */
export const subjects = {
  allContent: 'content',
  collection: (id: string): string => `collection:${id}`,
  item: (id: string): string => `item:${id}`,
} as const;

/**
 * Rendered content while the cache plugin is on; a plain pass-through while it is off. Callers ask
 * the policy first: its outcome, the visibility, is part of the key.
 */
export interface ContentCache {
  /** @param isKept whether what was loaded may be answered again. */
  read<Facts extends object>(
    read: ContentRead,
    load: () => Promise<Rendered<Facts>>,
    isKept?: (facts: Facts) => boolean,
  ): Promise<CachedRead<Facts>>;
  /** Whatever showed these items is not found again. */
  forget(items: readonly ContentItem[]): Promise<void>;
  /** No entry is found again. @throws DomainError `dependency_unavailable`. */
  forgetAll(): Promise<void>;
}

export const contentCache = (
  stamps: Stamps,
  epoch: CacheEpoch,
  cache: TieredCache,
): ContentCache => ({
  read: async ({ settings, visibility, subject, query }, load, isKept = () => true) => {
    const plugin = readCacheSettings(settings);
    if (plugin === undefined) return { ...(await load()), cache: { ...uncached, active: false } };
    const stamp = await stamps.current(subject, settings.cacheEpoch);
    if (stamp === undefined) {
      return { ...(await load()), cache: { ...uncached, active: true, ttlMs: 0 } };
    }
    const key = `read:${stamp}:${subject}:${JSON.stringify([visibilityKey(visibility), query])}`;
    const lifetimeMs = plugin.ttlSeconds * second;
    const { value, source, ttlMs } = await cache.read(key, lifetimeMs, {
      load,
      encode: (rendered) => (isKept(rendered.facts) ? packText(rendered) : undefined),
      decode: unpackText,
    });
    return { ...value, cache: { active: true, hit: source !== 'database', source, ttlMs } };
  },

  forget: async (items) => {
    if (items.length === 0) return;
    const touched = items.flatMap(({ id, collectionId }) => [
      subjects.item(id),
      subjects.collection(collectionId),
    ]);
    await stamps.advance([...new Set([subjects.allContent, ...touched])]);
  },

  forgetAll: () => epoch.renew(),
});

const uncached = { hit: false, source: 'database', ttlMs: undefined } as const;

const visibilityKey = ({ publishedOnly, activeCollectionsOnly, scope }: Visibility): unknown => [
  publishedOnly,
  activeCollectionsOnly,
  scope === 'all' ? scope : [...scope].sort(),
];
