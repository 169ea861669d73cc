import { describe, test } from 'vitest';
import { blobStoreSuite } from '../../conformance/media/blob-store.ts';
import { blobStoreInstancesSuite } from '../../conformance/media/blob-store-instances.ts';
import { blobStoreOutageSuite } from '../../conformance/media/blob-store-outages.ts';
import { registerSuite, type OpenSubject } from '../../conformance/suite.ts';
import type { BucketWorld } from '../../support/buckets/bucket-world.ts';
import { bucketServices } from './services.ts';

describe.each(bucketServices)('$name', ({ openWorld }) => {
  const opening =
    <Subject>(subjectOf: (world: BucketWorld) => Subject): OpenSubject<Subject> =>
    async () => {
      const world = await openWorld();
      return { subject: subjectOf(world), close: async () => world[Symbol.asyncDispose]() };
    };

  registerSuite(
    blobStoreSuite,
    opening(({ store, server }) => ({ store, usage: async () => server.bucket.usage })),
    test.concurrent,
  );

  registerSuite(
    blobStoreInstancesSuite,
    opening(({ store, open }) => ({ store, other: open().store })),
    test.concurrent,
  );

  registerSuite(
    blobStoreOutageSuite,
    opening(({ store, server }) => ({
      store,
      cut: async () => server.cut(),
      restore: async () => server.trouble.clear(),
    })),
    test.concurrent,
  );
});
