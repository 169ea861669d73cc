import type { BlobStore, HealthProbe } from '../../../core/index.ts';
import type { BucketServer, SeenRequest } from './bucket-server.ts';
import type { Step } from './planned-faults.ts';

interface Timeouts {
  readonly metadataMs: number;
  readonly transferMs: number;
}

interface BucketOptions {
  readonly bucket?: string;
  readonly endpoint: string;
  readonly timeouts?: Timeouts;
}

/** An adapter. */
export interface OpenBucket {
  readonly store: BlobStore;
  readonly probe: HealthProbe;
}

/** An adapter, connected to a double of its service. */
export interface BucketWorld<Server extends BucketServer = BucketServer>
  extends OpenBucket, AsyncDisposable {
  readonly server: Server;
  /** Opens the same bucket once more, or with other options. */
  readonly open: (options?: Partial<BucketOptions>) => OpenBucket;
}

/** A service that has buckets: its adapter, its double, and how its protocol differs from the others. */
export interface BucketService {
  readonly name: string;
  readonly open: (options: BucketOptions) => OpenBucket;
  readonly openWorld: () => Promise<BucketWorld>;
  /** The requests of an upload with a single request, of one in three parts, and of a look-up of a missing object. */
  readonly requests: Readonly<Record<'small' | 'large' | 'absent', readonly Step[]>>;
  /** The request that creates an object of three parts, and the number of requests of this kind before it. */
  readonly creatingLarge: { readonly step: Step; readonly after: number };
  /** Whether the request creates an object. */
  readonly isCreating: (request: SeenRequest) => boolean;
  /** The parameter of a list with the number of objects, and by how many this exceeds the limit of the port. */
  readonly limit: { readonly parameter: string; readonly extra: number };
  /** With which the service rejects requests. */
  readonly statuses: readonly number[];
  /** The requests that the adapter retries. */
  readonly retried: readonly Step[];
  /** Whether the adapter closes the connection of every request that takes too long. */
  readonly closesLate: boolean;
  /** How many bytes of a body the adapter has read, at most, before a part is acknowledged. */
  readonly readAhead: number;
}

export const bucketWorld = <Server extends BucketServer>(
  server: Server,
  openBucket: BucketService['open'],
): BucketWorld<Server> => {
  const open: BucketWorld['open'] = (options) => openBucket({ endpoint: server.url, ...options });
  return {
    server,
    ...open(),
    open,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};
