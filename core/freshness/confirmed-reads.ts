import type { Coordinator, Subject } from '../ports/coordinator.ts';
import type { FreshMemory, Keeping, Refresh } from './fresh-memory.ts';

/**
 * Reads through a memory that also see every change by programs that do not coordinate their writes, such as a
 * database client. A value from memory costs a question to the database, which is cheaper than a load.
 */
export interface ConfirmedReads {
  /** Like {@link FreshMemory.read}. */
  readonly read: FreshMemory['read'];

  /** Whether this very value, which was read before, is what a read would return now. */
  readonly isConfirmed: (value: object) => Promise<boolean>;
}

export const confirmedReads = (
  memory: FreshMemory,
  coordinator: Pick<Coordinator, 'confirm'>,
): ConfirmedReads => {
  // In this order: what is written during the question drops the value, and so does a lost registration. The
  // answer alone says nothing about values from before the present one.
  const isConfirmed = async (value: object): Promise<boolean> =>
    (await coordinator.confirm()) && memory.holds(value);

  return {
    isConfirmed,

    read: async <T extends object | undefined>(
      key: string,
      subjects: readonly Subject[],
      load: () => Promise<T>,
      keepingOf?: (value: NonNullable<T>) => Keeping | undefined,
      refresh?: Refresh<NonNullable<T>>,
    ) => {
      const found = memory.find<NonNullable<T>>(key);
      if (found !== undefined && (await isConfirmed(found.value))) return found.value;
      let isOwn = false;
      const loadOwn = (): Promise<T> => {
        isOwn = true;
        return load();
      };
      const refreshOwn: Refresh<NonNullable<T>> = async (stale, changed) => {
        isOwn = true;
        const value = await refresh?.(stale, changed);
        // The parts that were not read must not have changed.
        return value !== undefined && (await coordinator.confirm()) ? value : undefined;
      };
      const value = await memory.read(key, subjects, loadOwn, keepingOf, refresh && refreshOwn);
      if (isOwn) return value;
      // The load of another read may have begun before a change.
      return value !== undefined && (await isConfirmed(value)) ? value : load();
    },
  };
};
