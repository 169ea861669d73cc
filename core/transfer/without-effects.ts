import type { Notify } from '../events/notification.ts';
import type { LockName, Repositories, Store } from '../ports/store.ts';

interface Effects {
  readonly notify: Notify;
  readonly store: Pick<Store, 'exclusively'>;
}

/** Rolls every write back and sends no notification. */
export const withoutEffects = <D extends Effects>(dependencies: D): D => ({
  ...dependencies,
  notify: async () => undefined,
  store: {
    exclusively: async <T>(
      lock: LockName,
      work: (repositories: Repositories) => Promise<T>,
    ): Promise<T> => {
      const rollback = new Error('A dry run stores nothing');
      const results: T[] = [];
      try {
        await dependencies.store.exclusively(lock, async (repositories) => {
          results.push(await work(repositories));
          throw rollback;
        });
      } catch (error) {
        if (error !== rollback) throw error;
      }
      return results.at(-1) as T;
    },
  },
});
