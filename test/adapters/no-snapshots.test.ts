import { test } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import type { Store } from '../../core/store.ts';
import { registerSuite } from '../conformance/suite.ts';
import { noSnapshotSuite, snapshotSuite } from '../conformance/transactions/snapshots.ts';
import { altered } from '../support/core/altered.ts';

/** A copy whose methods return objects without `snapshot`. */
const withoutSnapshots = <Repository extends object>(repository: Repository): Repository =>
  new Proxy(repository, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        const result: unknown = await member.apply(target, args);
        const isRead = typeof result === 'object' && result !== null && 'isCurrent' in result;
        return isRead ? { ...result, snapshot: undefined } : result;
      };
    },
  });

const storeWithoutSnapshots = (): Store => {
  const store = new MemoryStore();
  const repositories = Object.entries(store.repositories).map(([name, repository]) => [
    name,
    withoutSnapshots<object>(repository),
  ]);
  return altered<Store>(store, {
    supports: { snapshots: false },
    snapshot: async () => undefined,
    repositories: Object.fromEntries(repositories),
  });
};

for (const suite of [snapshotSuite, noSnapshotSuite]) {
  registerSuite(suite, async () => ({ subject: storeWithoutSnapshots() }), test);
}
