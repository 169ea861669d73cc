import {
  IdempotencyStrategy,
  Storage,
  type Bucket,
  type File,
  type FileOptions,
} from '@google-cloud/storage';
import { hour, second } from '../../core/index.ts';
import type { GcsDeadlines, GcsOptions } from './gcs-options.ts';

const defaultDeadlines: GcsDeadlines = { metadataMs: 5 * second, progressMs: 15 * second };

/** One bucket, whose objects have keys for names, and how long to wait for it. */
export class GcsBucket {
  readonly bucket: Bucket;
  readonly deadlines: GcsDeadlines;

  constructor(options: GcsOptions) {
    this.deadlines = { ...defaultDeadlines, ...options.deadlines };
    this.bucket = storageOf(options).bucket(options.bucket);
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
      // In seconds, counted from the start of an upload: the deadlines decide, not this.
      totalTimeout: hour / second,
      // All that is asked here may be asked twice: writes are conditional, and the key of an object
      // that is deleted is not written at the same time. The other strategies switch repetition off in
      // a place that all calls share, and calls that overlap leave it off.
      idempotencyStrategy: IdempotencyStrategy.RetryAlways,
    },
  });
  storage.interceptors.push({ request: (request) => tamed(request as RequestOptions) });
  // STORAGE_EMULATOR_HOST in the environment would otherwise take a part of the requests elsewhere.
  if (endpoint !== undefined) storage.baseUrl = `${storage.apiEndpoint}/storage/v1`;
  return storage;
};

const tamed = (request: RequestOptions): RequestOptions => {
  const { alt } = (request.qs as { readonly alt?: unknown } | undefined) ?? {};
  return Object.assign(request, {
    // The agent of the library's own is destroyed, with the connections of everybody else, when one
    // reader leaves. Without it, Node's is used, which keeps connections as well.
    forever: false,
    // To repeat a download, the library destroys a stream that it then uses: a rejection that nobody
    // handles, which ends the process.
    ...(alt === 'media' && { maxRetries: 0 }),
  });
};
