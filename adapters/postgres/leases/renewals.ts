import type { Pace } from './pace.ts';

/** How soon a run that callers wait for follows the one before, in milliseconds. */
const retryMs = 50;

export interface Renewal<View> {
  /** Runs are numbered in the order in which they started, from 1. */
  readonly number: number;
  /** Undefined if there was none, or if the run failed. */
  readonly view: View | undefined;
  readonly error?: unknown;
}

/**
 * Runs `renew` at an interval, and on request. One run at a time; a request during a run starts another
 * one after it.
 */
export class Renewals<View> {
  readonly #pace: Pace;
  readonly #intervalMs: number;
  readonly #renew: () => Promise<View | undefined>;
  readonly #waiting: (() => void)[] = [];
  #started = 0;
  #last: Renewal<View> = { number: 0, view: undefined };
  #isRunning = false;
  #isRequested = false;
  #isStopped = false;
  #scheduledAt = Infinity;
  #cancel = (): void => undefined;

  constructor(pace: Pace, intervalMs: number, renew: () => Promise<View | undefined>) {
    this.#pace = pace;
    this.#intervalMs = intervalMs;
    this.#renew = renew;
  }

  /** The number of the run that started last. */
  get started(): number {
    return this.#started;
  }

  /** Starts a run at once. If one is running, starts another one when it ends. */
  request(): void {
    this.#isRequested = true;
    if (!this.#isRunning) void this.#run();
  }

  /** A run that started after the run `number`. Without another request, it starts within 50 ms. */
  async after(number: number): Promise<Renewal<View>> {
    while (this.#last.number <= number && !this.#isStopped) await this.next();
    return this.#last;
  }

  /** Waits for the end of a run, which starts within 50 ms, or for {@link wake}. */
  async next(): Promise<void> {
    if (this.#isStopped) return;
    this.#schedule(retryMs);
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Ends the waiting of all callers of {@link next}. */
  wake(): void {
    this.#waiting.splice(0).forEach((resolve) => resolve());
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
    this.wake();
  }

  /** Starts a run after `ms`, unless one starts before. */
  #schedule(ms: number): void {
    const at = this.#pace.monotonic() + ms;
    if (this.#isRunning || this.#isStopped || at >= this.#scheduledAt) return;
    this.#cancel();
    this.#scheduledAt = at;
    this.#cancel = this.#pace.after(ms, () => this.request());
  }

  async #run(): Promise<void> {
    if (this.#isStopped) return;
    this.#isRunning = true;
    this.#isRequested = false;
    this.#cancel();
    this.#scheduledAt = Infinity;
    this.#started += 1;
    const number = this.#started;
    try {
      this.#last = { number, view: await this.#renew() };
    } catch (error) {
      // The next run tries again. Until one succeeds, the lease runs out.
      this.#last = { number, view: undefined, error };
    }
    this.#isRunning = false;
    this.wake();
    if (this.#isRequested) void this.#run();
    else this.#schedule(this.#intervalMs);
  }
}
