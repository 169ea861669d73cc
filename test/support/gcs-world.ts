import { GcsBlobStore } from '../../adapters/gcs/gcs-blob-store.ts';
import { GcsBucket } from '../../adapters/gcs/gcs-bucket.ts';
import { GcsHealthProbe } from '../../adapters/gcs/gcs-health-probe.ts';
import type { GcsOptions } from '../../adapters/gcs/gcs-options.ts';
import { madeBytes } from './gcs-objects.ts';
import { startGcsServer, type GcsServer } from './gcs-server.ts';

export interface GcsWorld extends AsyncDisposable {
  readonly server: GcsServer;
  readonly store: GcsBlobStore;
  readonly probe: GcsHealthProbe;
  /** The store on the same bucket, in a hurry. */
  readonly hasty: GcsBlobStore;
  readonly close: () => Promise<void>;
}

/** Short for tests that wait for them to pass, long enough for a busy machine. */
const hastyDeadlines = { metadataMs: 1_000, progressMs: 1_500 };

/** The adapter on a double of its own. */
export const gcsWorld = async (options: Partial<GcsOptions> = {}): Promise<GcsWorld> => {
  const server = await startGcsServer();
  const bucketWith = (other: Partial<GcsOptions>): GcsBucket =>
    new GcsBucket({ bucket: 'bucket', endpoint: server.url, ...other });
  const gcs = bucketWith(options);
  const close = async (): Promise<void> => server[Symbol.asyncDispose]();
  return {
    server,
    store: new GcsBlobStore(gcs),
    probe: new GcsHealthProbe(gcs),
    hasty: new GcsBlobStore(bucketWith({ ...options, deadlines: hastyDeadlines })),
    close,
    [Symbol.asyncDispose]: close,
  };
};

/** More than the adapter sends with one request, and not a whole number of parts. */
export const largeSize = 20 * 1024 * 1024 + 17;

/** A body like those that the double makes up for objects it does not keep. */
export async function* madeBody(size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size;) {
    const chunk = madeBytes(at, size - at);
    yield chunk;
    at += chunk.length;
  }
}
