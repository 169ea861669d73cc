import type { Coordinator, MemoryListener, Permit, Subject } from '../../../core/index.ts';
import { isOutcomeUnknown, noConnection, unavailable } from '../errors.ts';
import { BlockQueue } from './block-queue.ts';
import { Confirmations } from './confirmations.ts';
import { Lease, type LeaseOptions, type Registration } from './lease.ts';
import { rejectionOf } from './rejections.ts';

const maxAttempts = 10;

/** The registration was lost while a write waited for other instances. Nothing was stored. */
class LostRegistration extends Error {}

/**
 * Coordinates the memories of all instances that share a database, through leases (Gray and Cheriton,
 * SOSP 1989).
 *
 * An instance registers in the database and renews its registration. While its last renewal is recent, it
 * serves from memory. A write stores a block with its subjects, waits until every registered instance
 * holds the block or has stopped, and is stored together with the end of the block. The database rejects
 * a write whose instance is no longer registered, and a write without a block while others are
 * registered. So nothing depends on messages, on synchronous clocks or on a process that runs in time.
 */
export class LeaseCoordinator implements Coordinator {
  readonly #options: LeaseOptions;
  readonly #lease: Lease;
  readonly #queue: BlockQueue;
  readonly #confirmations = new Confirmations(() => this.#isIntact());

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#lease = new Lease(options);
    this.#queue = new BlockQueue(options.registry);
    options.registry.listen((message) => this.#lease.receive(message));
  }

  join(memory: MemoryListener): void {
    this.#lease.join(memory);
  }

  mayServe(): boolean {
    return this.#lease.mayServe();
  }

  confirm(): Promise<boolean> {
    return this.#confirmations.confirm();
  }

  async write<T>(subjects: readonly Subject[], work: (permit: Permit) => Promise<T>): Promise<T> {
    if (subjects.length === 0) return work({ proof: 'harmless' });
    for (let attempt = 1; ; attempt += 1) {
      const registration = await this.#lease.registered();
      try {
        return await this.#attempt(registration, subjects, work);
      } catch (error) {
        if (attempt === maxAttempts) throw error;
        if (error instanceof LostRegistration) continue;
        const rejection = rejectionOf(error);
        if (rejection === undefined) throw error;
        registration.isAlone = false;
        if (rejection === 'not registered') this.#lease.lose();
        else await this.#lease.renewals.after(this.#lease.renewals.started);
      }
    }
  }

  async close(): Promise<void> {
    await this.#lease.close();
  }

  /** Without an answer that all is intact, the memories are dropped. */
  async #isIntact(): Promise<boolean> {
    const { registration, server } = this.#lease;
    if (registration === undefined || server === undefined) return false;
    const { registry } = this.#options;
    const isIntact = await registry.isIntact(registration.id, server).catch(() => false);
    if (this.#lease.registration !== registration) return false;
    if (!isIntact) this.#lease.lose();
    return isIntact;
  }

  async #attempt<T>(
    { id: instance, isAlone }: Registration,
    subjects: readonly Subject[],
    work: (permit: Permit) => Promise<T>,
  ): Promise<T> {
    const block = isAlone ? undefined : await this.#block(instance, subjects);
    const release = this.#lease.block(subjects);
    try {
      const result = await work({ instance, proof: block === undefined ? 'alone' : { block } });
      if (block !== undefined) this.#end(block, 'stored');
      return result;
    } catch (error) {
      // The commit may still arrive. A new registration waits until it has.
      if (isOutcomeUnknown(error)) this.#lease.lose();
      else if (block !== undefined) this.#end(block, 'not stored');
      throw error;
    } finally {
      release();
    }
  }

  /**
   * Stores a block, and waits until every instance that this one knows holds it or has stopped. The fence of
   * the database checks all instances.
   *
   * @returns its id.
   * @throws LostRegistration; DomainError `dependency_unavailable`.
   */
  async #block(instance: string, subjects: readonly Subject[]): Promise<string> {
    const block = await this.#insert(instance, subjects);
    const { pace } = this.#options;
    const deadline = pace.monotonic() + this.#lease.times.others;
    for (;;) {
      // The row of the registration may still be there, so the database would not reject the write.
      if (this.#lease.registration?.id !== instance) throw new LostRegistration();
      if (this.#lease.isHeldByOthers(block)) return block;
      if (pace.monotonic() > deadline) {
        this.#end(block, 'not stored');
        throw noConnection(new Error('Other instances did not confirm a write in time'));
      }
      await this.#lease.renewals.next();
    }
  }

  async #insert(instance: string, subjects: readonly Subject[]): Promise<string> {
    try {
      return await this.#queue.insert(instance, subjects);
    } catch (error) {
      // The block may be stored. A new registration removes it.
      this.#lease.lose();
      throw unavailable(error);
    }
  }

  #end(block: string, outcome: 'stored' | 'not stored'): void {
    if (outcome === 'stored') return this.#queue.announceEnd(block);
    this.#options.registry.deleteBlocks([block]).catch(() => {
      // A block that is left would last as long as the registration.
      this.#lease.lose();
    });
  }
}
