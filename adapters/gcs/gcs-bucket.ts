import {
  IdempotencyStrategy,
  Storage,
  type Bucket,
  type File,
  type FileOptions,
} from '@google-cloud/storage';
import { hour, second, type Timer } from '../../core/index.ts';

interface GcsTimeouts {
  /** In milliseconds, for a call that transfers no object, including retries. Defaults to 5 seconds. */
  readonly metadataMs: number;
  /** In milliseconds, for a transfer during which no bytes arrive or leave. Defaults to 15 seconds. */
  readonly progressMs: number;
}

export interface GcsOptions {
  readonly bucket: string;
  /**
   * URL of an emulator. All requests go there, without credentials. By default, requests go to Google with
   * the application default credentials.
   */
  readonly endpoint?: string | undefined;
  readonly timeouts?: Partial<GcsTimeouts>;
}

const defaultTimeouts: GcsTimeouts = { metadataMs: 5 * second, progressMs: 15 * second };

/** One bucket, whose objects have blob keys as names. */
export class GcsBucket {
  readonly bucket: Bucket;
  readonly timeouts: GcsTimeouts;
  readonly timer: Timer;

  constructor(options: GcsOptions, timer: Timer) {
    this.bucket = storageOf(options).bucket(options.bucket);
    this.timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.timer = timer;
  }

  object(key: string, options?: FileOptions): File {
    return this.bucket.file(key, options);
  }
}

type RequestOptions = Parameters<Storage['request']>[0];

const storageOf = ({ endpoint }: GcsOptions): Storage => {
  const storage = new Storage({
    ...(endpoint === undefined ? {} : { apiEndpoint: endpoint }),
    retryOptions: {
      maxRetries: 3,
      // In seconds; the library cannot wait for less.
      maxRetryDelay: 1,
      // In seconds from the start of an upload. Long, because the timeouts above apply.
      totalTimeout: hour / second,
      // Every request of this adapter may be retried: writes are conditional, and no object is deleted while
      // it is written. The other strategies turn retries off in state that all calls share, and concurrent
      // calls leave them off.
      idempotencyStrategy: IdempotencyStrategy.RetryAlways,
    },
  });
  storage.interceptors.push({ request: (request) => adjusted(request as RequestOptions) });
  // Otherwise STORAGE_EMULATOR_HOST in the environment redirects some of the requests.
  if (endpoint !== undefined) storage.baseUrl = `${storage.apiEndpoint}/storage/v1`;
  return storage;
};

const adjusted = (request: RequestOptions): RequestOptions => {
  const { alt } = (request.qs as { readonly alt?: unknown } | undefined) ?? {};
  return Object.assign(request, {
    // The library destroys its own agent, with the connections of all other calls, when one reader
    // leaves. Without it Node's agent is used, which keeps connections open, too.
    forever: false,
    // To retry a download, the library destroys a stream and then uses it: the resulting unhandled
    // rejection would end the process.
    ...(alt === 'media' && { maxRetries: 0 }),
  });
};
