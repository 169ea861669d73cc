import type { Coordinator, MemoryListener, Subject } from '../ports/coordinator.ts';
import type { Clock } from '../ports/time.ts';
import { keptValues, type Kept } from './kept-values.ts';

/**
 * Values in the memory of this instance. A read returns the state after every write that was
 * acknowledged before the read began, on any instance: the coordinator drops values before a write that
 * changes them is stored.
 */
export interface FreshMemory {
  /**
   * The value in memory, else what `load` returns. Equal reads share one load. Undefined is not kept.
   *
   * @param subjects everything that changes the value, except for what is known only after the load; see
   *   {@link Keeping}.
   * @param keepingOf how a loaded value is kept; undefined for one that is not. Defaults to forever.
   * @param refresh replaces `load` if only subjects of {@link Keeping} were written since a value was kept.
   * @throws what `load` and `refresh` throw.
   */
  read<T extends object | undefined>(
    key: string,
    subjects: readonly Subject[],
    load: () => Promise<T>,
    keepingOf?: (value: NonNullable<T>) => Keeping | undefined,
    refresh?: Refresh<NonNullable<T>>,
  ): Promise<T>;

  /** The value, if it is in memory and may be served now. Waits for nothing. */
  find<T extends object>(key: string): Found<T> | undefined;

  /** Whether this very value, which was read before, is in memory and may be served now. */
  holds(value: object): boolean;

  /**
   * The entry of this very value, to find it again without its key; undefined if {@link holds} is false.
   *
   * @param bytes the memory that the caller keeps for the value, from now on.
   */
  entryOf(value: object, bytes: number): MemoryEntry | undefined;

  /** What is in the entry, if it may be served now. Waits for nothing. */
  findIn<T extends object>(entry: MemoryEntry): Found<T> | undefined;

  readonly usage: MemoryUsage;
}

/**
 * Reads the changed parts of a value, and returns the value with them. Its other parts have not changed.
 * Undefined if the value must be loaded.
 */
export type Refresh<T> = (stale: T, changed: readonly Subject[]) => Promise<T | undefined>;

/** Where a value is kept. */
export interface MemoryEntry {
  /** Undefined once the value has been dropped: then the entry stays empty. */
  readonly value: object | undefined;
}

/** What a memory holds. */
export interface MemoryUsage {
  readonly entries: number;
  readonly bytes: number;
}

export interface Found<T> {
  readonly value: T;
  /** Until it expires; infinite for values that do not. */
  readonly ttlMs: number;
}

/** How a value is kept. */
export interface Keeping {
  /** Defaults to infinite. */
  readonly lifetimeMs?: number;
  /** The memory that the value takes. Defaults to that of a small value. */
  readonly bytes?: number;
  /** What the value takes too, and other values may contain as well. */
  readonly shared?: readonly Uint8Array[];
  /** What changes the value too. */
  readonly subjects?: readonly Subject[];
}

interface Load {
  /** Undefined when the load has ended: the sets and maps of loads may keep it for some time (ADR 0050). */
  result: Promise<object | undefined> | undefined;
  /** The subjects of all writes that ran at some time during the load. */
  readonly blocked: Subject[];
}

/** A small value with its key and its entries in maps. */
const smallValueBytes = 640;

/** @param maxBytes the limit of what values take. */
export const freshMemory = (
  coordinator: Coordinator,
  clock: Clock,
  maxBytes: number,
): FreshMemory => {
  const values = keptValues(maxBytes);
  const loads = new Set<Load>();
  /** The loads that began after the last write, of any subject. Their subjects are not all known yet. */
  const sharedLoads = new Map<string, Load>();
  /** How many writes of a subject are running. */
  const blocks = new Map<Subject, number>();

  const listener: MemoryListener = {
    block: (subjects) => {
      sharedLoads.clear();
      for (const subject of subjects) {
        blocks.set(subject, (blocks.get(subject) ?? 0) + 1);
        values.invalidate(subject);
        for (const { blocked } of loads) blocked.push(subject);
      }
      return () => {
        for (const subject of subjects) {
          const rest = (blocks.get(subject) ?? 1) - 1;
          if (rest === 0) blocks.delete(subject);
          else blocks.set(subject, rest);
        }
      };
    },
    dropAll: () => {
      values.clear();
      loads.clear();
      sharedLoads.clear();
    },
  };
  coordinator.join(listener);

  /** Drops the value if it has expired. */
  const isCurrent = (kept: Kept): boolean => {
    if (!coordinator.mayServe()) return false;
    if (kept.expiresAt > clock.now()) return true;
    values.remove(kept);
    return false;
  };

  const found = <T extends object>(kept: Kept | undefined): Found<T> | undefined =>
    kept !== undefined && isCurrent(kept)
      ? { value: kept.value as T, ttlMs: kept.expiresAt - clock.now() }
      : undefined;

  const keptAs = (value: object): Kept | undefined => {
    const kept = values.keptAs(value);
    return kept !== undefined && isCurrent(kept) ? kept : undefined;
  };

  /** A new value from a stale one; undefined if there is none, or if more was written meanwhile. */
  const refreshed = async <T extends object>(
    key: string,
    started: Load,
    refresh: Refresh<T>,
  ): Promise<T | undefined> => {
    const [kept, changed] = values.findStale(key) ?? [];
    if (kept === undefined || changed === undefined || !isCurrent(kept)) return undefined;
    const value = await refresh(kept.value as T, changed);
    // Later reads need not try again: what they load may be a value that is not kept.
    if (value === undefined) values.remove(kept);
    // The rest of the value must not have changed. Several parts are read one after the other.
    const mustRest = changed.length > 1 ? kept.subjects : without(kept.subjects, changed);
    const hasChanged = mustRest.some((subject) => started.blocked.includes(subject));
    return hasChanged || !loads.has(started) || !coordinator.mayServe() ? undefined : value;
  };

  const startLoad = <T extends object | undefined>(
    key: string,
    subjects: readonly Subject[],
    load: () => Promise<T>,
    keepingOf: (value: NonNullable<T>) => Keeping | undefined,
    refresh: Refresh<NonNullable<T>> | undefined,
  ): Promise<T> => {
    const started: Load = { result: undefined, blocked: [...blocks.keys()] };
    loads.add(started);
    const result =
      refresh === undefined
        ? load()
        : refreshed(key, started, refresh).then((value) => value ?? load());
    started.result = result;
    if (blocks.size === 0) sharedLoads.set(key, started);
    const finish = (value: T | undefined): void => {
      started.result = undefined;
      if (sharedLoads.get(key) === started) sharedLoads.delete(key);
      const keeping = loads.delete(started) && value ? keepingOf(value) : undefined;
      if (value === undefined || keeping === undefined) return;
      const {
        lifetimeMs = Infinity,
        bytes = smallValueBytes,
        shared = [],
        subjects: parts = [],
      } = keeping;
      const all = [...subjects, ...parts];
      if (all.some((subject) => started.blocked.includes(subject))) return;
      const expiresAt = clock.now() + lifetimeMs;
      const own = refresh === undefined ? [] : parts;
      values.keep({ key, value, subjects: all, parts: own, bytes, shared, expiresAt });
    };
    result.then(finish, () => finish(undefined));
    return result;
  };

  return {
    read: async <T extends object | undefined>(
      key: string,
      subjects: readonly Subject[],
      load: () => Promise<T>,
      keepingOf: (value: NonNullable<T>) => Keeping | undefined = () => ({}),
      refresh?: Refresh<NonNullable<T>>,
    ) => {
      const known = found<NonNullable<T>>(values.find(key));
      if (known !== undefined) return known.value;
      if (!coordinator.mayServe() || subjects.some((subject) => blocks.has(subject))) return load();
      const running = sharedLoads.get(key)?.result as Promise<T> | undefined;
      return running ?? startLoad(key, subjects, load, keepingOf, refresh);
    },

    find: <T extends object>(key: string) => found<T>(values.find(key)),

    findIn: <T extends object>(entry: MemoryEntry) => found<T>(values.findIn(entry)),

    holds: (value) => keptAs(value) !== undefined,

    entryOf: (value, bytes) => {
      const kept = keptAs(value);
      if (kept !== undefined) values.grow(kept, bytes);
      return kept;
    },

    get usage() {
      return values.usage;
    },
  };
};

const without = (all: readonly Subject[], some: readonly Subject[]): readonly Subject[] =>
  all.filter((subject) => !some.includes(subject));
