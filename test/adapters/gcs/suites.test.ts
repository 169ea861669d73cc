import { test } from 'vitest';
import { blobStoreSuite } from '../../conformance/media/blob-store.ts';
import { blobStoreInstancesSuite } from '../../conformance/media/blob-store-instances.ts';
import { blobStoreOutageSuite } from '../../conformance/media/blob-store-outages.ts';
import { registerSuite, type OpenSubject } from '../../conformance/suite.ts';
import { gcsWorld, type GcsWorld } from '../../support/gcs/gcs-world.ts';

const opening =
  <Subject>(subjectOf: (world: GcsWorld) => Subject): OpenSubject<Subject> =>
  async () => {
    const world = await gcsWorld();
    return { subject: subjectOf(world), close: async () => world[Symbol.asyncDispose]() };
  };

// Google hides unfinished uploads, and removes them after a week.
registerSuite(
  blobStoreSuite,
  opening(({ store }) => ({ store })),
  test,
);

registerSuite(
  blobStoreInstancesSuite,
  opening(({ store, another }) => ({ store, other: another() })),
  test,
);

registerSuite(
  blobStoreOutageSuite,
  opening(({ store, server }) => ({
    store,
    cut: async () => server.cut(),
    restore: async () => server.trouble.clear(),
  })),
  test,
);
