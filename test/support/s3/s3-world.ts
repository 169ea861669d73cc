import { S3BlobStore } from '../../../adapters/s3/s3-blob-store.ts';
import { S3Bucket, type S3Options } from '../../../adapters/s3/s3-bucket.ts';
import { S3HealthProbe } from '../../../adapters/s3/s3-health-probe.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { s3Options } from './s3-options.ts';
import { startS3Server, type S3Server } from './s3-server.ts';

export interface S3World extends AsyncDisposable {
  readonly server: S3Server;
  readonly store: S3BlobStore;
  readonly probe: S3HealthProbe;
  /** Opens the same bucket once more. */
  readonly another: () => S3BlobStore;
  /** A store on the same bucket, with short timeouts. */
  readonly hasty: S3BlobStore;
}

/** Short, because tests wait for these timeouts, but long enough for a busy machine. */
const hastyTimeouts = { metadataMs: 1_000, transferMs: 1_500 };

/** The adapter, connected to a new double of Amazon S3. */
export const s3World = async (): Promise<S3World> => {
  const server = await startS3Server();
  const bucketWith = (timeouts: Partial<S3Options['timeouts']> = {}): S3Bucket =>
    new S3Bucket({ ...s3Options(server.url), timeouts }, new SystemTimer());
  const s3 = bucketWith();
  return {
    server,
    store: new S3BlobStore(s3),
    probe: new S3HealthProbe(s3),
    another: () => new S3BlobStore(bucketWith()),
    hasty: new S3BlobStore(bucketWith(hastyTimeouts)),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};
