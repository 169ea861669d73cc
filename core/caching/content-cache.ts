import type { Visibility } from '../access/visibility.ts';
import type { ConfirmedReads } from '../freshness/confirmed-reads.ts';
import type { FreshMemory, MemoryEntry } from '../freshness/fresh-memory.ts';
import { subjects } from '../freshness/subjects.ts';
import { readCacheSettings, type CacheSettings } from '../plugins/cache-plugin.ts';
import type { Subject } from '../ports/coordinator.ts';
import type { SiteState } from '../ports/site-repository.ts';
import type { Clock } from '../ports/time.ts';
import { second } from '../time.ts';
import type { TextChunks } from './forms.ts';
import { frequentTexts } from './frequent-texts.ts';
import {
  joined,
  refreshed,
  type ListRefresh,
  type Loaded,
  type Rendered,
  type Whole,
} from './kept-text.ts';

/** Where a value came from: this process, the shared cache, or the database. */
export type CacheSource = 'memory' | 'kv' | 'database';

/** Where the result of a read came from. */
export interface CacheReport {
  /** Whether the cache plugin is on. */
  readonly active: boolean;
  readonly hit: boolean;
  readonly source: CacheSource;
  /** The entry's remaining lifetime in milliseconds, 0 without one; undefined while the plugin is off. */
  readonly ttlMs: number | undefined;
}

export interface CachedRead<Facts extends object> extends Rendered<Facts> {
  readonly cache: CacheReport;
  /** Undefined if the text is not in memory, or reads are limited. */
  readonly kept?: KeptText | undefined;
}

/** Text that is in memory. */
export interface KeptText {
  readonly text: TextChunks;
  /** Whether it may be sent without a confirmation: it was read while the cache plugin was on. */
  readonly isCached: boolean;
}

/** Text that was found in memory. */
export interface FoundText {
  readonly kept: KeptText;
  /** The text to send. */
  readonly text: TextChunks;
  /** Until it expires; infinite if it is not cached. */
  readonly ttlMs: number;
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
  /** Writes of these subjects change the text. */
  readonly subjects: readonly Subject[];
  /** Different for different reads. */
  readonly query: readonly (string | number | undefined)[];
  /** The key of the form; see `Form`. */
  readonly form: string;
}

/**
 * Keeps rendered content in memory. While the cache plugin is off, text from memory is sent only when the
 * database has confirmed, after the request arrived, that nothing has changed. Equal reads that run at the
 * same time share one load. Callers check the policy first; the visibility is part of the key.
 */
export interface ContentCache {
  /** @param isCacheable whether loaded text can be kept. Defaults to always. */
  read<Facts extends object>(
    read: ContentRead,
    load: () => Promise<Loaded<Facts>>,
    isCacheable?: (facts: Facts) => boolean,
    refresh?: ListRefresh<Facts>,
  ): Promise<CachedRead<Facts>>;

  /**
   * Where a text can be found again without a read; undefined if it may not be served any more.
   *
   * @param bytes the memory of what the caller keeps for it.
   */
  readonly entryOf: (kept: KeptText, bytes: number) => MemoryEntry | undefined;

  /**
   * A text that may be sent now if it is cached, and else if {@link isConfirmed}. Counts as a hit if it is
   * cached. Waits for nothing.
   */
  readonly findIn: (entry: MemoryEntry) => FoundText | undefined;

  /** Whether a text that was found is what the database contains. */
  readonly isConfirmed: (kept: KeptText) => Promise<boolean>;

  counts(): CacheCounts;
}

export const contentCache = (
  memory: FreshMemory,
  confirmed: ConfirmedReads,
  clock: Clock,
): ContentCache => {
  const since = clock.now();
  let hits = 0;
  let misses = 0;
  const frequent = frequentTexts();

  /** What a read returns while the plugin is off, also from memory: it is what the database contains. */
  const uncached = <Facts extends object>(value: Whole<Facts>): CachedRead<Facts> => ({
    facts: value.facts,
    text: frequent(value.text),
    kept: memory.holds(value) ? value : undefined,
    cache: { ...fromDatabase, active: false, ttlMs: undefined },
  });

  return {
    read: async <Facts extends object>(
      read: ContentRead,
      load: () => Promise<Loaded<Facts>>,
      isCacheable: (facts: Facts) => boolean = () => true,
      listRefresh?: ListRefresh<Facts>,
    ): Promise<CachedRead<Facts>> => {
      const plugin = readCacheSettings(read.site.settings);
      const key = keyOf(read, plugin === undefined ? 'uncached' : 'cached');
      const found = plugin && memory.find<Whole<Facts>>(key);
      if (found !== undefined) {
        hits += 1;
        const { value, ttlMs } = found;
        const cache = { active: true, hit: true, source: 'memory', ttlMs } as const;
        return { facts: value.facts, text: value.text, kept: keptBy(plugin, value), cache };
      }
      const lifetimeMs = plugin === undefined ? Infinity : plugin.ttlSeconds * second;
      const keepingOf = ({ facts, text, subjects: also }: Whole<Facts>) => {
        if (!isCacheable(facts)) return undefined;
        const bytes = 2 * key.length + entryBytes + also.length * subjectBytes;
        return { lifetimeMs, bytes, shared: text, subjects: also };
      };
      const loadWhole = async (): Promise<Whole<Facts>> => {
        const { subjectsOf, ...loaded } = await load();
        const isCached = plugin !== undefined;
        const whole = { ...loaded, subjects: subjectsOf?.() ?? [], isCached };
        return isCached ? joined(whole) : whole;
      };
      const dependsOn = [subjects.site, ...read.subjects];
      const refresh = listRefresh && refreshed(listRefresh);
      if (plugin === undefined) {
        return uncached(await confirmed.read(key, dependsOn, loadWhole, keepingOf, refresh));
      }
      const loaded = await memory.read(key, dependsOn, loadWhole, keepingOf, refresh);
      misses += 1;
      const { facts, text } = loaded;
      if (!memory.holds(loaded)) {
        return { facts, text, cache: { ...fromDatabase, active: true, ttlMs: 0 } };
      }
      const cache = { ...fromDatabase, active: true, ttlMs: lifetimeMs };
      return { facts, text, kept: keptBy(plugin, loaded), cache };
    },

    entryOf: (kept, bytes) => memory.entryOf(kept, bytes),

    findIn: (entry) => {
      const found = memory.findIn<KeptText>(entry);
      if (found === undefined) return undefined;
      const { value: kept, ttlMs } = found;
      if (kept.isCached) hits += 1;
      return { kept, text: kept.isCached ? kept.text : frequent(kept.text), ttlMs };
    },

    isConfirmed: confirmed.isConfirmed,

    counts: () => ({ since, hits, misses }),
  };
};

/** With a limit, every request must be counted. */
const keptBy = (plugin: CacheSettings | undefined, kept: KeptText): KeptText | undefined =>
  plugin?.requestsPerMinute === 0 ? kept : undefined;

const fromDatabase = { hit: false, source: 'database' } as const;

/** The facts of an entry; what it takes in maps; the same for each of its subjects, with a tag. */
const entryBytes = 1_024;
const subjectBytes = 512;

const keyOf = ({ visibility, query, form }: ContentRead, kind: 'cached' | 'uncached'): string =>
  `${kind}:${JSON.stringify([form, visibilityKey(visibility), query])}`;

const visibilityKey = ({ publishedOnly, activeCollectionsOnly, scope }: Visibility): unknown => [
  publishedOnly,
  activeCollectionsOnly,
  scope === 'all' ? scope : [...scope].sort(),
];
