import {
  DomainError,
  type CacheHit,
  type KeyValueCache,
  type WindowCount,
} from '../../core/index.ts';
import {
  isOfKind,
  type CacheReplies,
  type CacheReply,
  type CacheRequest,
  type CacheRequests,
} from './cache-messages.ts';
import type { Channel } from './channel.ts';

export interface ClusterCacheOptions {
  /** How long the primary may take to answer, in milliseconds. */
  readonly answerLimitMs?: number;
}

interface Batch {
  readonly requests: CacheRequest[];
  readonly replies: Promise<readonly CacheReply[]>;
}

const defaultAnswerLimitMs = 500;
const retryAfterMs = 1_000;

/**
 * A worker's end of the cache that its primary holds for all workers. Calls that are made together
 * travel together.
 *
 * Every call may throw DomainError `dependency_unavailable`: when the primary does not answer in
 * time, or is gone. It is not known then whether the call took effect.
 */
export class ClusterKeyValueCache implements KeyValueCache {
  readonly #channel: Channel;
  readonly #answerLimitMs: number;
  readonly #awaited = new Map<number, (replies: readonly CacheReply[]) => void>();
  #batches = 0;
  #open: Batch | undefined;

  constructor(
    channel: Channel,
    { answerLimitMs = defaultAnswerLimitMs }: ClusterCacheOptions = {},
  ) {
    this.#channel = channel;
    this.#answerLimitMs = answerLimitMs;
    channel.onMessage((message) => {
      if (!isOfKind<CacheReplies>(message, 'cache-replies')) return;
      this.#awaited.get(message.batch)?.(message.replies);
    });
  }

  async get(key: string): Promise<CacheHit | undefined> {
    return (await this.#ask({ call: 'get', key })).hit;
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    await this.#ask({ call: 'set', key, value, ttlMs });
  }

  async increment(key: string, ttlMs: number): Promise<WindowCount> {
    const { window } = await this.#ask({ call: 'increment', key, ttlMs });
    if (window === undefined) throw unavailable();
    return window;
  }

  async #ask(request: CacheRequest): Promise<CacheReply> {
    this.#open ??= this.#openBatch();
    const { requests, replies } = this.#open;
    const index = requests.push(request) - 1;
    const reply = (await replies)[index];
    if (reply === undefined || reply.hasFailed === true) throw unavailable();
    return reply;
  }

  #openBatch(): Batch {
    const requests: CacheRequest[] = [];
    const replies = Promise.resolve().then(() => {
      this.#open = undefined;
      return this.#exchange(requests);
    });
    return { requests, replies };
  }

  #exchange(requests: readonly CacheRequest[]): Promise<readonly CacheReply[]> {
    this.#batches += 1;
    const batch = this.#batches;
    return new Promise<readonly CacheReply[]>((resolve, reject) => {
      const fail = (cause?: unknown): void => reject(unavailable(cause));
      // A worker that was busy itself finds the reply among what it has not read yet.
      const timer = setTimeout(() => setImmediate(fail), this.#answerLimitMs);
      this.#awaited.set(batch, (replies) => {
        clearTimeout(timer);
        resolve(replies);
      });
      this.#channel.send({ kind: 'cache-requests', batch, requests } satisfies CacheRequests, fail);
    }).finally(() => this.#awaited.delete(batch));
  }
}

const unavailable = (cause?: unknown): DomainError =>
  new DomainError('dependency_unavailable', 'The shared cache is not available at the moment', {
    retryAfterMs,
    cause,
  });
