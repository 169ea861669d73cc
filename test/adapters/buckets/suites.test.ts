import { describe, test } from 'vitest';
import { blobStoreSuite } from '../../conformance/media/blob-store.ts';
import { blobStoreInstancesSuite } from '../../conformance/media/blob-store-instances.ts';
import { blobStoreOutageSuite } from '../../conformance/media/blob-store-outages.ts';
import { registerSuite, type OpenSubject } from '../../conformance/suite.ts';
import type { BucketWorld } from '../../support/buckets/bucket-world.ts';
import { bucketServices } from './services.ts';

/** For suites whose subject is not time: many writes at once take long on a busy machine. */
const timeouts = { metadataMs: 60_000, transferMs: 60_000 };

describe.each(bucketServices)('$name', ({ openWorld }) => {
  const opening =
    <Subject>(subjectOf: (world: BucketWorld) => Subject): OpenSubject<Subject> =>
    async () => {
      const world = await openWorld();
      return { subject: subjectOf(world), close: async () => world[Symbol.asyncDispose]() };
    };

  registerSuite(
    blobStoreSuite,
    opening(({ open, server }) => ({
      store: open({ timeouts }).store,
      usage: async () => server.bucket.usage,
    })),
    test.concurrent,
  );

  registerSuite(
    blobStoreInstancesSuite,
    opening(({ open }) => ({ store: open({ timeouts }).store, other: open({ timeouts }).store })),
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
