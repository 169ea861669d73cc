import type { Visibility } from '../access/visibility.ts';
import type { Found, FreshMemory } from '../freshness/fresh-memory.ts';
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

/** Text that is in memory. An adapter can keep a complete answer beside it: see {@link ContentCache}. */
export interface KeptText {
  /** One chunk. */
  readonly text: TextChunks;
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
  /** Writes of this subject change the text. */
  readonly subject: Subject;
  readonly query: readonly (string | number | undefined)[];
  /** The key of the form; see `Form`. */
  readonly form: string;
}

/**
 * Keeps rendered content in memory while the cache plugin is on. Equal reads that run at the same time
 * share one load in any case. Callers check the policy first; the visibility is part of the key.
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
   * Keeps a complete answer for as long as the text in it can be served. Does nothing if that time is over.
   *
   * @param key must differ for answers that differ, also between callers.
   * @param bytes the memory that the answer takes, without the text.
   */
  readonly keepAnswer: (kept: KeptText, key: string, answer: object, bytes: number) => void;

  /** An answer that may be served now. Counts as a hit. Waits for nothing. */
  readonly findAnswer: <T extends object>(key: string) => Found<T> | undefined;

  counts(): CacheCounts;
}

export const contentCache = (memory: FreshMemory, clock: Clock): ContentCache => {
  const since = clock.now();
  let hits = 0;
  let misses = 0;
  const frequent = frequentTexts();

  return {
    read: async <Facts extends object>(
      read: ContentRead,
      load: () => Promise<Loaded<Facts>>,
      isCacheable: (facts: Facts) => boolean = () => true,
      refresh?: ListRefresh<Facts>,
    ): Promise<CachedRead<Facts>> => {
      const key = keyOf(read);
      const plugin = readCacheSettings(read.site.settings);
      const found = plugin && memory.find<Whole<Facts>>(key);
      if (found !== undefined) {
        hits += 1;
        const { value, ttlMs } = found;
        const cache = { active: true, hit: true, source: 'memory', ttlMs } as const;
        return { facts: value.facts, text: value.text, kept: keptBy(plugin, value), cache };
      }
      const lifetimeMs = (plugin?.ttlSeconds ?? 0) * second;
      const keepingOf = ({ facts, text, subjects: also = [] }: Whole<Facts>) => {
        if (plugin === undefined || !isCacheable(facts)) return undefined;
        const size = (text[0]?.length ?? 0) + 2 * key.length + entryBytes;
        return { lifetimeMs, bytes: size + also.length * subjectBytes, subjects: also };
      };
      const loadWhole = async (): Promise<Whole<Facts>> => {
        const { facts, text, subjectsOf, tags } = await load();
        if (plugin === undefined) return { facts, text: frequent(text) };
        return joined({ facts, text, subjects: subjectsOf?.() ?? [], ...(tags && { tags }) });
      };
      const loaded = await memory.read(
        key,
        [subjects.site, read.subject],
        loadWhole,
        keepingOf,
        plugin && refresh && refreshed(refresh),
      );
      const { facts, text } = loaded;
      if (plugin === undefined) {
        return { facts, text, cache: { ...fromDatabase, active: false, ttlMs: undefined } };
      }
      misses += 1;
      if (!memory.holds(loaded)) {
        return { facts, text, cache: { ...fromDatabase, active: true, ttlMs: 0 } };
      }
      const cache = { ...fromDatabase, active: true, ttlMs: lifetimeMs };
      return { facts, text, kept: keptBy(plugin, loaded), cache };
    },

    keepAnswer: (kept, key, answer, bytes) =>
      memory.keepBeside(kept, `answer:${key}`, answer, bytes + 2 * key.length + entryBytes),

    findAnswer: <T extends object>(key: string) => {
      const found = memory.find<T>(`answer:${key}`);
      if (found !== undefined) hits += 1;
      return found;
    },

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

const keyOf = ({ visibility, subject, query, form }: ContentRead): string =>
  `read:${subject}:${JSON.stringify([form, visibilityKey(visibility), query])}`;

const visibilityKey = ({ publishedOnly, activeCollectionsOnly, scope }: Visibility): unknown => [
  publishedOnly,
  activeCollectionsOnly,
  scope === 'all' ? scope : [...scope].sort(),
];
