import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Asks one question for all callers that wait for its answer. It is sent after all of their calls, because an
 * answer on the way may be older than what a caller must see. One question at a time, so that a slow answer
 * makes the next question one for more callers.
 */
export class Confirmations {
  readonly #ask: () => Promise<boolean>;
  #running: Promise<boolean> | undefined;
  #next: Promise<boolean> | undefined;

  /** @param ask must not fail. */
  constructor(ask: () => Promise<boolean>) {
    this.#ask = ask;
  }

  confirm(): Promise<boolean> {
    return (this.#next ??= this.#askNext());
  }

  async #askNext(): Promise<boolean> {
    // In the next turn, the requests that have arrived together have called.
    await (this.#running ?? nextTurn());
    this.#running = this.#next;
    this.#next = undefined;
    try {
      return await this.#ask();
    } finally {
      this.#running = undefined;
    }
  }
}
