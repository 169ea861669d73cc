import { second, type Timer } from '../../core/index.ts';
import { cacheUnavailable, reasonOf } from './redis-errors.ts';
import { createSingleUseClient, type RedisCommands, type SingleUseClient } from './redis-client.ts';

/** Includes TLS and authentication, which take several round trips. */
const connectTimeoutMs = second;

export interface RedisSessionOptions {
  readonly url: string;
  readonly answerTimeoutMs: number;
  readonly timer: Timer;
}

/**
 * One connection, from connecting to its end. The first late answer ends it: Redis answers in order, so
 * all later answers would be late, too.
 */
export class RedisSession {
  readonly #client: SingleUseClient;
  readonly #answerTimeoutMs: number;
  readonly #timer: Timer;
  readonly #ended: Promise<void>;
  #resolveEnded: () => void = () => undefined;
  #isOpen = false;
  #hasEnded = false;
  #reason: string;

  /** @param reason for calls that fail before the session is open. */
  constructor({ url, answerTimeoutMs, timer }: RedisSessionOptions, reason: string) {
    this.#answerTimeoutMs = answerTimeoutMs;
    this.#timer = timer;
    this.#reason = reason;
    this.#ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    this.#client = createSingleUseClient(url, connectTimeoutMs);
    this.#client.on('error', (error) => this.end(reasonOf(error)));
    this.#client.on('connect', () => {
      // destroy() does not cancel a connection attempt in progress.
      if (this.#hasEnded) this.#client.destroy();
    });
    // While a call waits for its answer, the timer keeps the process alive.
    this.#client.unref();
  }

  /** Why calls fail. */
  get reason(): string {
    return this.#reason;
  }

  /**
   * Connects, accepts calls once Redis has answered a PING, and returns when the session has ended.
   *
   * @returns how long the session was open, in milliseconds; 0 if it never was.
   */
  async live(): Promise<number> {
    try {
      await this.#within(Promise.race([this.#client.connect(), this.#ended]), connectTimeoutMs);
      await this.#within(this.#client.ping(), this.#answerTimeoutMs);
    } catch (error) {
      this.end(reasonOf(error));
      return 0;
    }
    if (!this.#hasEnded) this.#isOpen = true;
    const openedAt = performance.now();
    await this.#ended;
    return performance.now() - openedAt;
  }

  /**
   * Fails at once unless the session is open.
   *
   * @throws DomainError `dependency_unavailable`.
   */
  async run<T>(command: (redis: RedisCommands) => Promise<T>): Promise<T> {
    if (!this.#isOpen) throw cacheUnavailable(this.#reason);
    try {
      return await this.#within(command(this.#client), this.#answerTimeoutMs);
    } catch (error) {
      throw cacheUnavailable(this.#hasEnded ? this.#reason : reasonOf(error));
    }
  }

  /** Makes all calls in progress fail. Afterwards the session does not keep the process alive. */
  end(reason: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#isOpen = false;
    this.#reason = reason;
    this.#client.destroy();
    this.#resolveEnded();
  }

  /** Ends the session when `work` is late. */
  async #within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
    const outcome = await this.#timer.within(work, timeoutMs);
    if (outcome.inTime) return outcome.value;
    this.end(`no answer within ${timeoutMs} ms`);
    throw cacheUnavailable(this.#reason);
  }
}
