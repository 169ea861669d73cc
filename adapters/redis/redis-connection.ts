import { setTimeout as sleep } from 'node:timers/promises';
import { second, type Timer } from '../../core/index.ts';
import { assertRedisUrl, type RedisCommands } from './redis-client.ts';
import { RedisSession, type RedisSessionOptions } from './redis-session.ts';

export interface RedisConnectionOptions {
  /** `redis://user:password@host:port/number`, or `rediss://` for TLS. */
  readonly url: string;
  /**
   * How long one answer may take, in milliseconds. Defaults to 150. The transfer of the largest value
   * (1.25 MiB) must fit into this time.
   */
  readonly answerTimeoutMs?: number;
}

const defaultAnswerTimeoutMs = 150;

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
export class RedisConnection {
  readonly #options: RedisSessionOptions;
  readonly #closing = new AbortController();
  readonly #background: Promise<void>;
  #session: RedisSession;

  /** @throws TypeError for a URL that is not a Redis URL. */
  constructor(
    { url, answerTimeoutMs = defaultAnswerTimeoutMs }: RedisConnectionOptions,
    timer: Timer,
  ) {
    assertRedisUrl(url);
    this.#options = { url, answerTimeoutMs, timer };
    this.#session = new RedisSession(this.#options, 'not connected yet');
    this.#background = this.#stayConnected();
  }

  /**
   * @throws DomainError `dependency_unavailable` when Redis is not connected, does not answer in time, or
   *   replies with an error. A change may have been made nevertheless.
   */
  async run<T>(command: (redis: RedisCommands) => Promise<T>): Promise<T> {
    return this.#session.run(command);
  }

  /** Does not wait for answers: calls in progress fail, as all later ones do. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#session.end('closed');
    await this.#background;
  }

  async #stayConnected(): Promise<void> {
    let pauseMs = 0;
    for (;;) {
      const openMs = await this.#session.live();
      // Back off also when connections open but break soon.
      pauseMs =
        openMs >= longestPauseMs
          ? 0
          : Math.min(Math.max(2 * pauseMs, shortestPauseMs), longestPauseMs);
      await this.#pause(pauseMs);
      if (this.#closing.signal.aborted) return;
      this.#session = new RedisSession(this.#options, this.#session.reason);
    }
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#closing;
    await sleep(ms, undefined, { ref: false, signal }).catch(() => undefined);
  }
}
