import { describe, test } from 'vitest';
import { blobStoreSuite } from '../../conformance/media/blob-store.ts';
import { blobStoreInstancesSuite } from '../../conformance/media/blob-store-instances.ts';
import { blobStoreOutageSuite } from '../../conformance/media/blob-store-outages.ts';
import { registerSuite, type OpenSubject } from '../../conformance/suite.ts';
import { openS3Service } from '../../support/s3/s3-service.ts';
import { s3World, type S3World } from '../../support/s3/s3-world.ts';

const opening =
  <Subject>(subjectOf: (world: S3World) => Subject): OpenSubject<Subject> =>
  async () => {
    const world = await s3World();
    return { subject: subjectOf(world), close: async () => world[Symbol.asyncDispose]() };
  };

registerSuite(
  blobStoreSuite,
  opening(({ store, server }) => ({
    store,
    usage: async () => server.bucket.usage,
  })),
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

const { TEST_S3_URL: address } = process.env;

if (address === undefined) {
  console.warn(
    'Not tested: a server with the API of S3. TEST_S3_URL is not set; the double is tested.',
  );
} else {
  describe('on the server in TEST_S3_URL', () => {
    registerSuite(blobStoreSuite, () => openS3Service(address), test);
    registerSuite(blobStoreInstancesSuite, () => openS3Service(address), test);
  });
}
