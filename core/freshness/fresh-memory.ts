import type { Coordinator, MemoryListener, Subject } from '../ports/coordinator.ts';

/**
 * Values in the memory of this process. A read returns the state after every write that was
 * acknowledged before the read began, on any instance: the coordinator drops values before a write that
 * changes them is stored.
 */
export interface FreshMemory {
  /**
   * The value in memory, else what `load` returns. Equal reads share one load. Undefined is not kept.
   *
   * @param subjects everything that changes the value.
   * @throws what `load` throws.
   */
  read<T extends object | undefined>(
    key: string,
    subjects: readonly Subject[],
    load: () => Promise<T>,
  ): Promise<T>;
}

interface Kept {
  readonly value: object;
  readonly subjects: readonly Subject[];
}

interface Load {
  readonly result: Promise<object | undefined>;
  readonly subjects: readonly Subject[];
}

/** @param maxValues the values that were not read for the longest time are dropped beyond it. */
export const freshMemory = (coordinator: Coordinator, maxValues: number): FreshMemory => {
  /** In the order of the last read. */
  const values = new Map<string, Kept>();
  const keysBySubject = new Map<Subject, Set<string>>();
  const loads = new Map<string, Load>();
  /** How many writes of a subject are running. */
  const blocks = new Map<Subject, number>();

  const remove = (key: string, { subjects }: Pick<Kept, 'subjects'>): void => {
    values.delete(key);
    for (const subject of subjects) {
      const keys = keysBySubject.get(subject);
      keys?.delete(key);
      if (keys?.size === 0) keysBySubject.delete(subject);
    }
  };

  const keep = (key: string, kept: Kept): void => {
    values.set(key, kept);
    for (const subject of kept.subjects) {
      const keys = keysBySubject.get(subject) ?? new Set();
      keysBySubject.set(subject, keys.add(key));
    }
    for (const [oldest, each] of values) {
      if (values.size <= maxValues) return;
      remove(oldest, each);
    }
  };

  const drop = (subject: Subject): void => {
    for (const key of keysBySubject.get(subject) ?? []) {
      const kept = values.get(key);
      if (kept !== undefined) remove(key, kept);
    }
    for (const [key, load] of loads) if (load.subjects.includes(subject)) loads.delete(key);
  };

  const listener: MemoryListener = {
    block: (subjects) => {
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
    },
  };
  coordinator.join(listener);

  /** A load that began after the last write can be shared, and its result kept if no write began since. */
  const startLoad = (
    key: string,
    subjects: readonly Subject[],
    load: () => Promise<object | undefined>,
  ): Promise<object | undefined> => {
    const started: Load = { result: load(), subjects };
    loads.set(key, started);
    const finish = (value: object | undefined): void => {
      if (loads.get(key) !== started) return;
      loads.delete(key);
      if (value !== undefined) keep(key, { value, subjects });
    };
    started.result.then(finish, () => finish(undefined));
    return started.result;
  };

  return {
    read: async <T extends object | undefined>(
      key: string,
      subjects: readonly Subject[],
      load: () => Promise<T>,
    ) => {
      if (!coordinator.mayServe() || subjects.some((subject) => blocks.has(subject))) return load();
      const kept = values.get(key);
      if (kept !== undefined) {
        values.delete(key);
        values.set(key, kept);
        return kept.value as T;
      }
      const running = loads.get(key)?.result ?? startLoad(key, subjects, load);
      return running as Promise<T>;
    },
  };
};
