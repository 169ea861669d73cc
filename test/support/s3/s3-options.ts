import type { S3Options } from '../../../adapters/s3/s3-bucket.ts';

/** The region and the keys of the double. */
export const s3Options = (endpoint: string) =>
  ({
    bucket: 'bucket',
    region: 'eu-west-1',
    endpoint,
    isPathStyle: true,
    keys: { accessKeyId: 'key', secretAccessKey: 'secret' },
  }) satisfies S3Options;
