import type { Coordinator, MemoryListener, Subject } from '../ports/coordinator.ts';
import type { Clock } from '../ports/time.ts';

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
   * @throws what `load` throws.
   */
  read<T extends object | undefined>(
    key: string,
    subjects: readonly Subject[],
    load: () => Promise<T>,
    keepingOf?: (value: NonNullable<T>) => Keeping | undefined,
  ): Promise<T>;

  /** The value, if it is in memory and may be served now. Waits for nothing. */
  find<T extends object>(key: string): Found<T> | undefined;

  /** Whether this very value, which was read before, is in memory and may be served now. */
  holds(value: object): boolean;

  /**
   * Keeps a value that was derived from `source`: it depends on the same subjects and expires at the same
   * time. Does nothing if {@link holds} is false for `source`.
   */
  keepBeside(source: object, key: string, derived: object, bytes: number): void;

  readonly usage: MemoryUsage;
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
  /** What changes the value too. */
  readonly subjects?: readonly Subject[];
}

interface Kept {
  readonly key: string;
  readonly value: object;
  readonly subjects: readonly Subject[];
  readonly bytes: number;
  readonly expiresAt: number;
  /** Whether it was read since it was last considered for dropping. */
  isRead: boolean;
}

interface Load {
  /** Undefined when the load has ended: the sets and maps of loads may keep it for some time (ADR 0050). */
  result: Promise<object | undefined> | undefined;
  /** The subjects of all writes that ran at some time during the load. */
  readonly blocked: Subject[];
}

/** A small value with its key and its entries in maps. */
const smallValueBytes = 640;

/**
 * @param maxBytes the limit of what values take. Values are dropped by the clock algorithm (Corbató 1968):
 *   first those that were not read since they were last considered. A read only marks its value.
 */
export const freshMemory = (
  coordinator: Coordinator,
  clock: Clock,
  maxBytes: number,
): FreshMemory => {
  /** In the order in which they are considered for dropping. */
  const values = new Map<string, Kept>();
  const keptOf = new WeakMap<object, Kept>();
  const keysBySubject = new Map<Subject, Set<string>>();
  const loads = new Set<Load>();
  /** The loads that began after the last write, of any subject. Their subjects are not all known yet. */
  const sharedLoads = new Map<string, Load>();
  /** How many writes of a subject are running. */
  const blocks = new Map<Subject, number>();
  let bytes = 0;

  const remove = (kept: Kept): void => {
    const { key, subjects } = kept;
    if (!values.delete(key)) return;
    bytes -= kept.bytes;
    for (const subject of subjects) {
      const keys = keysBySubject.get(subject);
      keys?.delete(key);
      if (keys?.size === 0) keysBySubject.delete(subject);
    }
  };

  const makeRoom = (needed: number): void => {
    for (const [key, kept] of values) {
      if (bytes + needed <= maxBytes) return;
      if (kept.isRead) {
        kept.isRead = false;
        values.delete(key);
        values.set(key, kept);
      } else {
        remove(kept);
      }
    }
  };

  const keep = (kept: Kept): void => {
    const { key, value, subjects } = kept;
    const replaced = values.get(key);
    if (replaced !== undefined) remove(replaced);
    makeRoom(kept.bytes);
    values.set(key, kept);
    keptOf.set(value, kept);
    bytes += kept.bytes;
    for (const subject of subjects) {
      const keys = keysBySubject.get(subject) ?? new Set();
      keysBySubject.set(subject, keys.add(key));
    }
  };

  const drop = (subject: Subject): void => {
    for (const key of keysBySubject.get(subject) ?? []) {
      const kept = values.get(key);
      if (kept !== undefined) remove(kept);
    }
    for (const { blocked } of loads) blocked.push(subject);
  };

  const listener: MemoryListener = {
    block: (subjects) => {
      sharedLoads.clear();
      for (const subject of subjects) {
        blocks.set(subject, (blocks.get(subject) ?? 0) + 1);
        drop(subject);
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
      keysBySubject.clear();
      loads.clear();
      sharedLoads.clear();
      bytes = 0;
    },
  };
  coordinator.join(listener);

  const isCurrent = (kept: Kept): boolean => {
    if (!coordinator.mayServe()) return false;
    if (kept.expiresAt > clock.now()) return true;
    remove(kept);
    return false;
  };

  const startLoad = <T extends object | undefined>(
    key: string,
    subjects: readonly Subject[],
    load: () => Promise<T>,
    keepingOf: (value: NonNullable<T>) => Keeping | undefined,
  ): Promise<T> => {
    const result = load();
    const started: Load = { result, blocked: [...blocks.keys()] };
    loads.add(started);
    if (blocks.size === 0) sharedLoads.set(key, started);
    const finish = (value: T | undefined): void => {
      started.result = undefined;
      if (sharedLoads.get(key) === started) sharedLoads.delete(key);
      const keeping = loads.delete(started) && value ? keepingOf(value) : undefined;
      if (value === undefined || keeping === undefined) return;
      const { lifetimeMs = Infinity, bytes: size = smallValueBytes } = keeping;
      const all = [...subjects, ...(keeping.subjects ?? [])];
      if (size > maxBytes || all.some((subject) => started.blocked.includes(subject))) return;
      const expiresAt = clock.now() + lifetimeMs;
      keep({ key, value, subjects: all, bytes: size, expiresAt, isRead: false });
    };
    result.then(finish, () => finish(undefined));
    return result;
  };

  const find = (key: string): Kept | undefined => {
    const kept = values.get(key);
    if (kept === undefined || !isCurrent(kept)) return undefined;
    kept.isRead = true;
    return kept;
  };

  const keptAs = (value: object): Kept | undefined => {
    const kept = keptOf.get(value);
    return kept !== undefined && values.get(kept.key) === kept && isCurrent(kept)
      ? kept
      : undefined;
  };

  return {
    read: async <T extends object | undefined>(
      key: string,
      subjects: readonly Subject[],
      load: () => Promise<T>,
      keepingOf: (value: NonNullable<T>) => Keeping | undefined = () => ({}),
    ) => {
      const kept = find(key);
      if (kept !== undefined) return kept.value as T;
      if (!coordinator.mayServe() || subjects.some((subject) => blocks.has(subject))) return load();
      const running = sharedLoads.get(key)?.result as Promise<T> | undefined;
      return running ?? startLoad(key, subjects, load, keepingOf);
    },

    find: <T extends object>(key: string) => {
      const kept = find(key);
      return kept && { value: kept.value as T, ttlMs: kept.expiresAt - clock.now() };
    },

    holds: (value) => keptAs(value) !== undefined,

    keepBeside: (source, key, derived, size) => {
      const kept = keptAs(source);
      if (kept === undefined || size > maxBytes) return;
      keep({ ...kept, key, value: derived, bytes: size, isRead: false });
    },

    get usage() {
      return { entries: values.size, bytes };
    },
  };
};
