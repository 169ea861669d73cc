import { GcsBlobStore } from '../../../adapters/gcs/gcs-blob-store.ts';
import { GcsBucket, type GcsOptions } from '../../../adapters/gcs/gcs-bucket.ts';
import { GcsHealthProbe } from '../../../adapters/gcs/gcs-health-probe.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import {
  bucketWorld,
  type BucketService,
  type BucketWorld,
  type OpenBucket,
} from '../buckets/bucket-world.ts';
import { startGcsServer, type GcsServer } from './gcs-server.ts';

export const openGcs = (options: Partial<GcsOptions> = {}): OpenBucket => {
  const bucket = new GcsBucket({ bucket: 'bucket', ...options }, new SystemTimer());
  return { store: new GcsBlobStore(bucket), probe: new GcsHealthProbe(bucket) };
};

/** The adapter, connected to a new double of Google Cloud Storage. */
export const gcsWorld = async (): Promise<BucketWorld<GcsServer>> =>
  bucketWorld(await startGcsServer(), openGcs);

export const gcs: BucketService = {
  name: 'GCS',
  open: openGcs,
  openWorld: gcsWorld,
  requests: { small: ['put'], large: ['start', 'part', 'part', 'part'], absent: ['head'] },
  creatingLarge: { step: 'part', after: 2 },
  // The last part says how large the object is.
  isCreating: ({ step, headers }) =>
    step === 'put' || /\/\d+$/.test(headers['content-range'] ?? ''),
  limit: { parameter: 'maxResults', extra: 1 },
  statuses: [400, 401, 403, 408, 429, 500, 502, 503, 504],
  retried: ['put', 'head', 'list', 'delete'],
  closesLate: false,
  readAhead: 20 * 1024 * 1024,
};
