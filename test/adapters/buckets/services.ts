import { gcs } from '../../support/gcs/gcs-world.ts';
import { s3 } from '../../support/s3/s3-world.ts';
import type { BucketService } from '../../support/buckets/bucket-world.ts';

/** All services that have an adapter. */
export const bucketServices: readonly BucketService[] = [gcs, s3];
