import { ContainerModule } from 'inversify';
import type { GcsBucket } from '../../adapters/gcs/gcs-bucket.ts';
import type { GcsOptions } from '../../adapters/gcs/gcs-options.ts';
import { token } from '../token.ts';
import { tokens } from '../tokens.ts';

const bucketToken = token<GcsBucket>('GcsBucket');

/** Files in a bucket. The library, which is large, is loaded when the first of these is asked for. */
export const gcsModule = (options: GcsOptions): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(bucketToken).toResolvedValue(async () => {
      const { GcsBucket } = await import('../../adapters/gcs/gcs-bucket.ts');
      return new GcsBucket(options);
    });
    bind(tokens.blobs).toResolvedValue(
      async (bucket) => {
        const { GcsBlobStore } = await import('../../adapters/gcs/gcs-blob-store.ts');
        return new GcsBlobStore(bucket);
      },
      [bucketToken],
    );
    bind(tokens.storageProbe).toResolvedValue(
      async (bucket) => {
        const { GcsHealthProbe } = await import('../../adapters/gcs/gcs-health-probe.ts');
        return new GcsHealthProbe(bucket);
      },
      [bucketToken],
    );
  });
