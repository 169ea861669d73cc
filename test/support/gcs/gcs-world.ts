import { GcsBlobStore } from '../../../adapters/gcs/gcs-blob-store.ts';
import { GcsBucket, type GcsOptions } from '../../../adapters/gcs/gcs-bucket.ts';
import { GcsHealthProbe } from '../../../adapters/gcs/gcs-health-probe.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { startGcsServer, type GcsServer } from './gcs-server.ts';

export interface GcsWorld extends AsyncDisposable {
  readonly server: GcsServer;
  readonly store: GcsBlobStore;
  readonly probe: GcsHealthProbe;
  /** Opens the same bucket once more. */
  readonly another: () => GcsBlobStore;
  /** A store on the same bucket, with short timeouts. */
  readonly hasty: GcsBlobStore;
}

/** Short, because tests wait for these timeouts, but long enough for a busy machine. */
const hastyTimeouts = { metadataMs: 1_000, transferMs: 1_500 };

/** The adapter, connected to a new double of Google Cloud Storage. */
export const gcsWorld = async (): Promise<GcsWorld> => {
  const server = await startGcsServer();
  const bucketWith = (timeouts: Partial<GcsOptions['timeouts']> = {}): GcsBucket =>
    new GcsBucket({ bucket: 'bucket', endpoint: server.url, timeouts }, new SystemTimer());
  const gcs = bucketWith();
  return {
    server,
    store: new GcsBlobStore(gcs),
    probe: new GcsHealthProbe(gcs),
    another: () => new GcsBlobStore(bucketWith()),
    hasty: new GcsBlobStore(bucketWith(hastyTimeouts)),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};
