import { randomUUID } from 'node:crypto';
import { S3BlobStore } from '../../../adapters/s3/s3-blob-store.ts';
import { S3Bucket } from '../../../adapters/s3/s3-bucket.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';

/**
 * Creates a bucket on a server with the API of S3, and opens it twice.
 *
 * @param address `https://<key>:<secret>@<host>?region=<region>`
 */
export const openS3Service = async (address: string) => {
  const url = new URL(address);
  const Bucket = `quoin-test-${randomUUID()}`;
  const options = {
    bucket: Bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: url.origin,
    isPathStyle: true,
    keys: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
  };
  const s3 = new S3Bucket(options, new SystemTimer());
  await s3.client.createBucket({ Bucket });
  const store = new S3BlobStore(s3);
  return {
    subject: {
      store,
      other: new S3BlobStore(new S3Bucket(options, new SystemTimer())),
      /** Objects and unfinished uploads. */
      usage: async () =>
        (await store.list(undefined, 1_000)).length +
        ((await s3.client.listMultipartUploads({ Bucket })).Uploads?.length ?? 0),
    },
    close: async () => {
      for (const { key } of await store.list(undefined, 1_000)) await store.delete(key);
      await s3.client.deleteBucket({ Bucket });
    },
  };
};
