import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

const running = new AsyncLocalStorage<Call>();

/**
 * One use of the bucket that is not waited for without end. The library takes neither a signal nor a
 * time limit, so that giving up would leave its connections, and its repetitions, to themselves. Node
 * tells of every request it makes, and the asynchronous context says which call it belongs to.
 */
export class Call {
  readonly #patienceMs: number;
  readonly #requests = new Set<ClientRequest>();
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /**
   * Runs work of the library. One at a time.
   *
   * @throws what `work` throws; Error after hanging up when it has got nowhere for too long.
   */
  async wait<T>(work: () => Promise<T>): Promise<T> {
    const tooLong = new Promise<never>((_resolve, reject) => {
      this.#timer = setTimeout(() => {
        this.hangUp();
        reject(new Error(`Nothing came or went for ${this.#patienceMs} ms`));
      }, this.#patienceMs);
    });
    try {
      return await Promise.race([running.run(this, work), tooLong]);
    } finally {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Bytes came or went: the patience begins anew. */
  progress(): void {
    this.#timer?.refresh();
  }

  /** Ends every request that is not over, and those that are begun later. */
  hangUp(): void {
    this.#isOver = true;
    for (const request of this.#requests) request.destroy(hungUp());
  }

  /** A request that was made for this call. */
  follow(request: ClientRequest): void {
    if (this.#isOver) {
      request.destroy(hungUp());
      return;
    }
    this.#requests.add(request);
    request.once('close', () => this.#requests.delete(request));
  }
}

const hungUp = (): Error => new Error('The call is over');

/** https://nodejs.org/api/diagnostics_channel.html#http */
subscribe('http.client.request.created', (message) => {
  running.getStore()?.follow((message as { readonly request: ClientRequest }).request);
});
