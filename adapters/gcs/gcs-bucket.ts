import {
  IdempotencyStrategy,
  Storage,
  type Bucket,
  type FileMetadata,
} from '@google-cloud/storage';
import { DomainError, type Timer } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';

interface GcsTimeouts {
  /** In milliseconds, for a call that transfers no object, including retries. Defaults to 5 seconds. */
  readonly metadataMs: number;
  /**
   * In milliseconds, for a request that sends at most 8 MiB of an object, and for the next bytes of a
   * download. Defaults to 60 seconds.
   */
  readonly transferMs: number;
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

/** One bucket, whose objects have blob keys as names. */
export class GcsBucket {
  readonly bucket: Bucket;
  /**
   * The same bucket, without retries, for downloads and resumable uploads: when the library retries them,
   * it can throw errors that nothing catches, and they end the process.
   */
  readonly streamed: Bucket;
  readonly timeouts: GcsTimeouts;
  readonly #timer: Timer;

  constructor({ bucket, endpoint, timeouts }: GcsOptions, timer: Timer) {
    this.timeouts = { metadataMs: 5 * second, transferMs: 60 * second, ...timeouts };
    const { transferMs } = this.timeouts;
    this.bucket = storageAt(endpoint, transferMs, true).bucket(bucket);
    this.streamed = storageAt(endpoint, transferMs, false).bucket(bucket);
    this.#timer = timer;
  }

  /**
   * Waits for work of the library, which has no timeouts of its own. After the timeout the library may
   * continue in the background.
   *
   * @throws DomainError: what {@link domainError} makes of any error; `dependency_unavailable` after `ms`.
   */
  async call<T>(work: Promise<T>, ms = this.timeouts.metadataMs): Promise<T> {
    try {
      const result = await this.#timer.within(work, ms);
      if (result.inTime) return result.value;
      throw new Error(`The bucket did not respond within ${ms} ms`);
    } catch (error) {
      throw domainError(error);
    }
  }

  /** Undefined if the object does not exist. @throws DomainError `dependency_unavailable`. */
  findObject(key: string): Promise<FileMetadata | undefined> {
    return this.call(
      this.#unlessAbsent(async () => (await this.bucket.file(key).getMetadata())[0]),
    );
  }

  /** Also succeeds if the object does not exist. @throws DomainError `dependency_unavailable`. */
  async deleteObject(key: string): Promise<void> {
    await this.call(this.#unlessAbsent(() => this.bucket.file(key).delete()));
  }

  /** Missing objects and missing buckets have the same status. Only Google's message tells them apart. */
  async #unlessAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      const namesObject = error instanceof Error && error.message.includes('No such object');
      // Fails if the bucket does not exist.
      if (!namesObject) await this.bucket.getFiles({ maxResults: 1, autoPaginate: false });
      return undefined;
    }
  }
}

type RequestOptions = Parameters<Storage['request']>[0];

const storageAt = (endpoint: string | undefined, timeout: number, autoRetry: boolean): Storage => {
  const storage = new Storage({
    ...(endpoint === undefined ? {} : { apiEndpoint: endpoint }),
    retryOptions: {
      autoRetry,
      maxRetries: 3,
      // In seconds; the library cannot wait for less.
      maxRetryDelay: 1,
      // Writes are conditional, so every request may be retried. The other strategies turn retries off in
      // state that concurrent calls share.
      idempotencyStrategy: IdempotencyStrategy.RetryAlways,
    },
  });
  storage.interceptors.push({
    request: (request) => ({
      ...(request as RequestOptions),
      // Of each request of a resumable upload. The library ignores it for other requests.
      timeout,
      // When a reader leaves, the library closes all connections of its own agent, also those of others.
      forever: false,
    }),
  });
  return storage;
};

/**
 * The error that callers get when the bucket fails, with its cause: `id_taken` if the object to be created
 * exists, else `dependency_unavailable`.
 */
export const domainError = (cause: unknown): DomainError => {
  if (cause instanceof DomainError) return cause;
  return statusOf(cause) === 412
    ? new DomainError('id_taken', 'An object with this key exists already', { cause })
    : new DomainError('dependency_unavailable', 'The file storage cannot be used', {
        retryAfterMs: 2 * second,
        cause,
      });
};

/** The HTTP status of the response; undefined when there was no response. */
export const statusOf = (error: unknown): number | undefined => {
  // The library throws errors and the objects in responses. It uses either property, with a number or digits.
  const { status, code } = Object(error) as { readonly status?: unknown; readonly code?: unknown };
  return [status, code].map(Number).find((number) => number >= 100 && number < 600);
};
