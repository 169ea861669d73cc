import { readFile } from 'node:fs/promises';
import { ContainerModule } from 'inversify';
import type { GcsBucket } from '../../adapters/gcs/gcs-bucket.ts';
import type { GcsOptions } from '../../adapters/gcs/gcs-options.ts';
import { ConfigError } from '../config.ts';
import { token } from '../token.ts';
import { tokens } from '../tokens.ts';

const bucketToken = token<GcsBucket>('GcsBucket');

interface GcsModuleOptions extends GcsOptions {
  /** The key file that the library takes from the environment, if it does. */
  readonly keyFile?: string | undefined;
}

/**
 * Files in a bucket. The library, which is large, is loaded when the first of these is asked for:
 * a ConfigError then when the key file cannot be read, which the library would tell only at the
 * first request.
 */
export const gcsModule = ({ keyFile, ...options }: GcsModuleOptions): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(bucketToken).toResolvedValue(async () => {
      if (keyFile !== undefined) await assertReadable(keyFile);
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

/** @throws ConfigError, which tells nothing of what is in the file. */
const assertReadable = async (keyFile: string): Promise<void> => {
  try {
    await readFile(keyFile);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new ConfigError([
      `GOOGLE_APPLICATION_CREDENTIALS must name a key file that can be read${code}`,
    ]);
  }
};
