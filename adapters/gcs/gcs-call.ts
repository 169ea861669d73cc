import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Timer } from '../../core/index.ts';
import type { GcsBucket } from './gcs-bucket.ts';
import { namesObject, statusOf, storageUnavailable } from './gcs-errors.ts';

const currentCall = new AsyncLocalStorage<GcsCall>();

/**
 * One use of the library, with a timeout. The library accepts neither an abort signal nor a timeout: when
 * a caller stops waiting, requests and retries go on. Therefore a call tracks the requests that the library
 * makes for it: Node reports each new request on a diagnostics channel, and the asynchronous context
 * identifies the call.
 */
export class GcsCall {
  readonly #timer: Timer;
  readonly #timeoutMs: number;
  readonly #requests = new Set<ClientRequest>();
  #restartTimeout: () => void = () => undefined;
  #isClosed = false;

  constructor(timer: Timer, timeoutMs: number) {
    this.#timer = timer;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Runs work of the library. A call runs one piece of work at a time.
   *
   * @throws what `work` throws; Error, after {@link close}, when it makes no progress for too long.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const result = currentCall.run(this, work).then((value) => ({ value }));
    for (;;) {
      const progress = new Promise<undefined>((resolve) => {
        this.#restartTimeout = () => resolve(undefined);
      });
      const outcome = await this.#timer.within(Promise.race([result, progress]), this.#timeoutMs);
      if (!outcome.inTime) {
        this.close();
        throw new Error(`No bytes arrived or left for ${this.#timeoutMs} ms`);
      }
      if (outcome.value !== undefined) return outcome.value.value;
    }
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Restarts the timeout, because bytes arrived or left. */
  progress(): void {
    this.#restartTimeout();
  }

  /** Ends all requests of this call, also those that the library makes later. */
  close(): void {
    this.#isClosed = true;
    for (const request of this.#requests) request.destroy(closedError());
  }

  track(request: ClientRequest): void {
    if (this.#isClosed) {
      request.destroy(closedError());
      return;
    }
    this.#requests.add(request);
    request.once('close', () => this.#requests.delete(request));
  }
}

const closedError = (): Error => new Error('The call was closed');

/** https://nodejs.org/api/diagnostics_channel.html#http */
subscribe('http.client.request.created', (message) => {
  currentCall.getStore()?.track((message as { readonly request: ClientRequest }).request);
});

/**
 * Runs a call that transfers no object.
 *
 * @throws DomainError `dependency_unavailable`.
 */
export const callBucket = async <T>(
  { timer, timeouts }: GcsBucket,
  work: () => Promise<T>,
): Promise<T> => {
  const call = new GcsCall(timer, timeouts.metadataMs);
  try {
    return await call.run(work);
  } catch (error) {
    throw storageUnavailable(error);
  } finally {
    call.close();
  }
};

/**
 * Runs a call about one object that transfers no bytes of it.
 *
 * @returns undefined when the object does not exist.
 * @throws DomainError `dependency_unavailable`, also when the bucket does not exist.
 */
export const callObject = <T>(gcs: GcsBucket, work: () => Promise<T>): Promise<T | undefined> =>
  callBucket(gcs, async () => {
    try {
      return await work();
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      if (!namesObject(error)) await assertBucketExists(gcs);
      return undefined;
    }
  });

const assertBucketExists = async ({ bucket }: GcsBucket): Promise<void> => {
  await bucket.getFiles({ maxResults: 1, autoPaginate: false });
};
