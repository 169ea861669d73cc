import { setTimeout as sleep } from 'node:timers/promises';
import { second } from '../../core/index.ts';
import { assertAddress, type RedisCommands } from './redis-client.ts';
import { RedisSession } from './redis-session.ts';

export interface RedisConnectionOptions {
  /** `redis://user:password@host:port/number`, or `rediss://` for TLS. */
  readonly url: string;
  /**
   * How long one answer may take, in milliseconds; 150 unless set. The largest value has to fit
   * through the network in this time.
   */
  readonly deadlineMs?: number;
}

const defaultDeadlineMs = 150;

/** Between two attempts to connect. */
const shortestPauseMs = 100;
const longestPauseMs = second;

/**
 * A connection to one server that nobody waits for. It is made in the background, and made anew, by
 * itself, when it is lost or when an answer is late. As long as there is none, every call fails at
 * once; the server is asked for a sign of life before it is trusted again.
 *
 * An error that Redis answers with, such as "out of memory", is an answer: the connection stays.
 *
 * It does not keep the process alive.
 */
export class RedisConnection {
  readonly #url: string;
  readonly #deadlineMs: number;
  readonly #closing = new AbortController();
  readonly #upkeep: Promise<void>;
  #session: RedisSession;
  #opened = 0;

  /** @throws TypeError for a URL that is none of Redis. */
  constructor({ url, deadlineMs = defaultDeadlineMs }: RedisConnectionOptions) {
    assertAddress(url);
    this.#url = url;
    this.#deadlineMs = deadlineMs;
    this.#session = this.#nextSession('not connected yet');
    this.#upkeep = this.#keepUp();
  }

  /** How often it was made: counts up before anything is answered over the new one. */
  get opened(): number {
    return this.#opened;
  }

  /**
   * @throws DomainError `dependency_unavailable`: there is no connection, there is no answer within
   *   the deadline, or the answer is an error. A change that was under way may have been made.
   */
  async run<T>(command: (redis: RedisCommands) => Promise<T>): Promise<T> {
    return this.#session.run(command);
  }

  /** Waits for nobody: calls that are under way fail, as all later ones do. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#session.end('closed');
    await this.#upkeep;
  }

  async #keepUp(): Promise<void> {
    let pauseMs = 0;
    for (;;) {
      const lifeMs = await this.#session.live(() => {
        this.#opened += 1;
      });
      // One that breaks again and again is not tried more often because it works in between.
      pauseMs =
        lifeMs >= longestPauseMs
          ? 0
          : Math.min(Math.max(2 * pauseMs, shortestPauseMs), longestPauseMs);
      await this.#pause(pauseMs);
      if (this.#closing.signal.aborted) return;
      this.#session = this.#nextSession(this.#session.reason);
    }
  }

  #nextSession(reason: string): RedisSession {
    return new RedisSession(this.#url, this.#deadlineMs, reason);
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#closing;
    await sleep(ms, undefined, { ref: false, signal }).catch(() => undefined);
  }
}
