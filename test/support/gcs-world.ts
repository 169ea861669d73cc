import { GcsBlobStore } from '../../adapters/gcs/gcs-blob-store.ts';
import { GcsBucket, type GcsOptions } from '../../adapters/gcs/gcs-bucket.ts';
import { GcsHealthProbe } from '../../adapters/gcs/gcs-health-probe.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { madeBytes } from './gcs-objects.ts';
import { startGcsServer, type GcsServer } from './gcs-server.ts';

export interface GcsWorld extends AsyncDisposable {
  readonly server: GcsServer;
  readonly store: GcsBlobStore;
  readonly probe: GcsHealthProbe;
  /** A store on the same bucket, with short timeouts. */
  readonly hasty: GcsBlobStore;
  readonly close: () => Promise<void>;
}

/** Short, because tests wait for these timeouts, but long enough for a busy machine. */
const hastyTimeouts = { metadataMs: 1_000, progressMs: 1_500 };

/** The adapter, connected to a new double of Google Cloud Storage. */
export const gcsWorld = async (options: Partial<GcsOptions> = {}): Promise<GcsWorld> => {
  const server = await startGcsServer();
  const bucketWith = (other: Partial<GcsOptions>): GcsBucket =>
    new GcsBucket({ bucket: 'bucket', endpoint: server.url, ...other }, new SystemTimer());
  const gcs = bucketWith(options);
  const close = async (): Promise<void> => server[Symbol.asyncDispose]();
  return {
    server,
    store: new GcsBlobStore(gcs),
    probe: new GcsHealthProbe(gcs),
    hasty: new GcsBlobStore(bucketWith({ ...options, timeouts: hastyTimeouts })),
    close,
    [Symbol.asyncDispose]: close,
  };
};

/** More bytes than the adapter sends in one request, and not a multiple of the part size. */
export const largeSize = 12 * 1024 * 1024 + 17;

/** The same bytes that the double returns for objects it does not store. */
export async function* madeBody(size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size;) {
    const chunk = madeBytes(at, size - at);
    yield chunk;
    at += chunk.length;
  }
}
