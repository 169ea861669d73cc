import { S3BlobStore } from '../../../adapters/s3/s3-blob-store.ts';
import { S3Bucket, type S3Options } from '../../../adapters/s3/s3-bucket.ts';
import { S3HealthProbe } from '../../../adapters/s3/s3-health-probe.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import {
  bucketWorld,
  type BucketService,
  type BucketWorld,
  type OpenBucket,
} from '../buckets/bucket-world.ts';
import { s3Options } from './s3-options.ts';
import { startS3Server, type S3Server } from './s3-server.ts';

export const openS3 = ({
  endpoint,
  ...more
}: Partial<S3Options> & { readonly endpoint: string }): OpenBucket => {
  const bucket = new S3Bucket({ ...s3Options(endpoint), ...more }, new SystemTimer());
  return { store: new S3BlobStore(bucket), probe: new S3HealthProbe(bucket) };
};

/** The adapter, connected to a new double of Amazon S3. */
export const s3World = async (): Promise<BucketWorld<S3Server>> =>
  bucketWorld(await startS3Server(), openS3);

export const s3: BucketService = {
  name: 'S3',
  open: openS3,
  openWorld: s3World,
  requests: {
    small: ['head', 'list', 'put'],
    large: ['start', 'part', 'part', 'part', 'head', 'list', 'complete'],
    absent: ['head', 'list'],
  },
  creatingLarge: { step: 'complete', after: 0 },
  isCreating: ({ step }) => step === 'put' || step === 'complete',
  limit: { parameter: 'max-keys', extra: 0 },
  statuses: [301, 400, 401, 403, 408, 409, 429, 500, 502, 503, 504],
  retried: ['put', 'start', 'part', 'complete', 'get', 'head', 'list', 'delete'],
  closesLate: true,
  readAhead: 10 * 1024 * 1024,
};
