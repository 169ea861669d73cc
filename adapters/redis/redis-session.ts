import { second } from '../../core/index.ts';
import { DeadlineMissed, within } from './deadline.ts';
import { outage, reasonOf } from './outage.ts';
import { createSingleUseClient, type RedisCommands, type SingleUseClient } from './redis-client.ts';

/** For the network, TLS, and logging in: several round trips. */
const connectLimitMs = second;

/**
 * One connection, from its making to its end. It ends with the first answer that is late: whoever
 * waits behind that one would wait as long.
 */
export class RedisSession {
  readonly #client: SingleUseClient;
  readonly #deadlineMs: number;
  readonly #over: Promise<void>;
  #announceEnd: () => void = () => undefined;
  #isOpen = false;
  #reason: string;
  #isOver = false;

  /** @param reason why there is no connection, until there is one. */
  constructor(url: string, deadlineMs: number, reason: string) {
    this.#deadlineMs = deadlineMs;
    this.#reason = reason;
    this.#over = new Promise((resolve) => {
      this.#announceEnd = resolve;
    });
    this.#client = createSingleUseClient(url, connectLimitMs);
    this.#client.on('error', (error) => this.end(reasonOf(error)));
    this.#client.on('connect', () => {
      // The library cannot take back a connection that is under way, and goes on with it.
      if (this.#isOver) this.#client.destroy();
    });
    // Whoever waits for an answer has a timer that keeps the process alive.
    this.#client.unref();
  }

  /** Why calls fail. */
  get reason(): string {
    return this.#reason;
  }

  /**
   * Connects, and is open from the first answer to the end.
   *
   * @param onOpen called before any call is let through.
   * @returns how long it was, in milliseconds; 0 if there never was an answer.
   */
  async live(onOpen: () => void): Promise<number> {
    try {
      await within(Promise.race([this.#client.connect(), this.#over]), connectLimitMs);
      await within(this.#client.ping(), this.#deadlineMs);
    } catch (error) {
      this.end(reasonOf(error));
      return 0;
    }
    if (!this.#isOver) {
      onOpen();
      this.#isOpen = true;
    }
    const openedAt = performance.now();
    await this.#over;
    return performance.now() - openedAt;
  }

  /**
   * Fails at once unless the session is open.
   *
   * @throws DomainError `dependency_unavailable`.
   */
  async run<T>(command: (redis: RedisCommands) => Promise<T>): Promise<T> {
    if (!this.#isOpen) throw outage(this.#reason);
    try {
      return await within(command(this.#client), this.#deadlineMs);
    } catch (error) {
      if (error instanceof DeadlineMissed) this.end(reasonOf(error));
      throw outage(this.#isOver ? this.#reason : reasonOf(error));
    }
  }

  /** Fails whatever is under way. Nothing of the session keeps the process alive after it. */
  end(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#isOpen = false;
    this.#reason = reason;
    this.#client.destroy();
    this.#announceEnd();
  }
}
