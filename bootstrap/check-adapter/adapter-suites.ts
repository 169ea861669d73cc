import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '../../core/index.ts';
import { keyValueCacheSuite } from '../../test/conformance/key-value-cache.ts';
import { blobStoreSuite } from '../../test/conformance/media/blob-store.ts';
import { storeSuites } from '../../test/conformance/store.ts';
import type { ConformanceSuite } from '../../test/conformance/suite.ts';
import type { FilePorts, PortName } from '../ports/port-factories.ts';

/** The suites of one port, and how a port is prepared for one case. */
export interface AdapterSuites<Port> {
  readonly suites: readonly ConformanceSuite<Port>[];
  /** Makes a new port ready. @returns whether it contains data; then nothing was written. */
  readonly prepare: (port: Port) => Promise<'empty' | 'in use'>;
}

export const adapterSuites: { readonly [Name in PortName]: AdapterSuites<FilePorts[Name]> } = {
  store: {
    suites: storeSuites,
    prepare: async (store) => {
      const pending = await store.pendingMigrations();
      const isNew = pending.some(({ creates }) => creates);
      if (pending.length > 0 && !isNew) return 'in use';
      if (isNew) await store.migrate();
      const { collections, users } = store.repositories;
      // A read that fails is the subject of a promise.
      const found = await Promise.allSettled([
        collections.list().then((all) => all.length > 0),
        users.any(),
      ]);
      const hasData = found.some((read) => read.status === 'fulfilled' && read.value);
      return hasData ? 'in use' : 'empty';
    },
  },
  blobs: {
    suites: [ofPort(blobStoreSuite, (store) => ({ store }))],
    prepare: async (blobs) => {
      const [found] = await Promise.allSettled([blobs.list(undefined, 1)]);
      return found.status === 'fulfilled' && found.value.length > 0 ? 'in use' : 'empty';
    },
  },
  keyValue: {
    suites: [ofPort(keyValueCacheSuite, (cache) => ({ cache, elapse: (ms) => sleep(ms) }))],
    // A key-value store cannot be listed: a mark shows that two calls share their data.
    prepare: async (cache) => {
      const mark = 'quoin check-adapter';
      const [found] = await Promise.allSettled([cache.get(mark)]);
      if (found.status === 'fulfilled' && found.value !== undefined) return 'in use';
      await Promise.allSettled([cache.set(mark, mark, minute)]);
      return 'empty';
    },
  },
};

/** The suite with the port itself as its subject. */
function ofPort<Subject, Port>(
  { port: name, cases }: ConformanceSuite<Subject>,
  subjectOf: (port: Port) => Subject,
): ConformanceSuite<Port> {
  return {
    port: name,
    cases: cases.map((each) => ({
      name: each.name,
      run: (port) => each.run(subjectOf(port)),
    })),
  };
}
