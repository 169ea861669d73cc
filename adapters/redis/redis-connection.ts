import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorReply } from 'redis';
import { DomainError, type HealthProbe, type Timer } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';
import {
  assertRedisUrl,
  connectTimeoutMs,
  createSingleUseClient,
  type SingleUseClient,
} from './redis-client.ts';

export interface RedisConnectionOptions {
  /** `redis://user:password@host:port/number`, or `rediss://` for TLS. */
  readonly url: string;
  /**
   * How long one answer may take, in milliseconds. Defaults to 150. The transfer of the largest value
   * (1.25 MiB) must fit into this time.
   */
  readonly answerTimeoutMs?: number;
}

/** Pauses between two attempts to connect. */
const shortestPauseMs = 100;
const longestPauseMs = second;

/**
 * A connection to one server that callers never wait for. It connects in the background, and reconnects
 * when the connection is lost or an answer is late. While Redis is not connected, every call fails at
 * once. A new connection accepts calls when it has answered a PING.
 *
 * An error reply such as "out of memory" is an answer: the connection stays.
 *
 * The connection does not keep the process alive.
 */
export class RedisConnection implements HealthProbe {
  readonly #url: string;
  readonly #answerTimeoutMs: number;
  readonly #timer: Timer;
  readonly #closing = new AbortController();
  readonly #background: Promise<void>;
  readonly #firstAttempt: Promise<unknown>;
  #session: Session;

  /** @throws TypeError for a URL that is not a Redis URL. */
  constructor({ url, answerTimeoutMs = 150 }: RedisConnectionOptions, timer: Timer) {
    assertRedisUrl(url);
    this.#url = url;
    this.#answerTimeoutMs = answerTimeoutMs;
    this.#timer = timer;
    this.#session = new Session(url, 'not connected yet');
    this.#firstAttempt = Promise.race([this.#session.opened, this.#session.ended]);
    this.#background = this.#stayConnected();
  }

  /**
   * Waits for the first attempt to connect: until then, it is not known whether Redis can be used.
   *
   * @throws DomainError `dependency_unavailable`, also while Redis is not connected.
   */
  async ping(): Promise<void> {
    await this.#firstAttempt;
    await this.run((redis) => redis.ping());
  }

  /**
   * @throws DomainError `dependency_unavailable` when Redis is not connected, does not answer in time, or
   *   replies with an error. A change may have been made nevertheless.
   */
  async run<T>(command: (redis: SingleUseClient) => Promise<T>): Promise<T> {
    const session = this.#session;
    if (!session.isOpen) throw unavailable(session.reason);
    try {
      return await this.#within(session, command(session.client), this.#answerTimeoutMs);
    } catch (error) {
      throw unavailable(session.isOpen ? reasonOf(error) : session.reason);
    }
  }

  /** Does not wait for answers: calls in progress fail, as all later ones do. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#session.end('closed');
    await this.#background;
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing;
    let pauseMs = 0;
    for (;;) {
      const openMs = await this.#connect(this.#session);
      // Back off also when connections open but break soon.
      pauseMs =
        openMs >= longestPauseMs
          ? 0
          : Math.min(Math.max(2 * pauseMs, shortestPauseMs), longestPauseMs);
      await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      this.#session = new Session(this.#url, this.#session.reason);
    }
  }

  /**
   * Connects, opens the session once Redis has answered a PING, and returns when the session has ended.
   *
   * @returns how long the session was open, in milliseconds; 0 if it never was.
   */
  async #connect(session: Session): Promise<number> {
    const { client, ended } = session;
    try {
      await this.#within(session, Promise.race([client.connect(), ended]), connectTimeoutMs);
      await this.#within(session, client.ping(), this.#answerTimeoutMs);
    } catch (error) {
      session.end(reasonOf(error));
      return 0;
    }
    session.open();
    const openedAt = performance.now();
    await ended;
    return performance.now() - openedAt;
  }

  /** Ends the session when `work` is late: Redis answers in order, so all later answers would be late, too. */
  async #within<T>(session: Session, work: Promise<T>, timeoutMs: number): Promise<T> {
    const outcome = await this.#timer.within(work, timeoutMs);
    if (outcome.inTime) return outcome.value;
    session.end(`no answer within ${timeoutMs} ms`);
    throw unavailable(session.reason);
  }
}

/** One connection, from connecting to its end. */
class Session {
  readonly client: SingleUseClient;
  readonly opened: Promise<unknown>;
  readonly ended: Promise<unknown>;
  readonly #opening = new AbortController();
  readonly #ending = new AbortController();
  isOpen = false;
  /** Why calls fail while the session is not open. */
  reason: string;

  /** @param reason why calls fail before the session is open. */
  constructor(url: string, reason: string) {
    this.reason = reason;
    this.opened = once(this.#opening.signal, 'abort');
    this.ended = once(this.#ending.signal, 'abort');
    this.client = createSingleUseClient(url);
    this.client.on('error', (error) => this.end(reasonOf(error)));
    this.client.on('connect', () => {
      // destroy() does not cancel a connection attempt in progress.
      if (this.#ending.signal.aborted) this.client.destroy();
    });
    // While a call waits for its answer, the timer keeps the process alive.
    this.client.unref();
  }

  open(): void {
    this.isOpen = true;
    this.#opening.abort();
  }

  /** Makes all calls in progress fail. Afterwards the session does not keep the process alive. */
  end(reason: string): void {
    if (this.#ending.signal.aborted) return;
    this.isOpen = false;
    this.reason = reason;
    this.client.destroy();
    this.#ending.abort();
  }
}

/** The error of every failed call; its cause names the reason. */
const unavailable = (reason: string): DomainError =>
  new DomainError('dependency_unavailable', 'The shared cache is not available at the moment', {
    retryAfterMs: second,
    cause: new Error(`Redis cannot be used: ${reason}`),
  });

/**
 * The code that Redis or the operating system gave an error, else the name of its class. Leaves out the
 * message, which may contain addresses and user names.
 */
const reasonOf = (error: unknown): string => {
  if (error instanceof ErrorReply) return /^[A-Z]+\b/.exec(error.message)?.[0] ?? 'ERR';
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name;
};
