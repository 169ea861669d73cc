import type { Repositories, Store } from '../../../core/store.ts';
import { altered } from './altered.ts';

/** The store with some repositories replaced, also within its transactions. */
export const alteredStore = (
  store: Store,
  alter: (intact: Repositories) => Partial<Repositories>,
): Store => {
  const all = (intact: Repositories): Repositories => ({ ...intact, ...alter(intact) });
  return altered(store, {
    repositories: all(store.repositories),
    exclusively: (lock, work) => store.exclusively(lock, (inside) => work(all(inside))),
    consistently: (work) => store.consistently((inside) => work(all(inside))),
  });
};
