import type { Subject } from '../../../core/index.ts';
import type { LeaseRegistry } from './lease-registry.ts';

interface Waiting {
  readonly writer: string;
  readonly subjects: readonly Subject[];
  readonly resolve: (id: string) => void;
  readonly reject: (error: unknown) => void;
}

/** The most ends in one message, whose size is limited. */
const maxEnded = 200;

type Registry = Pick<LeaseRegistry, 'insertBlocks' | 'announceEnd'>;

/** Stores blocks, and announces their end. Writes that wait at the same time share one statement. */
export class BlockQueue {
  readonly #registry: Registry;
  readonly #waiting: Waiting[] = [];
  readonly #ended: string[] = [];
  #isRunning = false;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  insert(writer: string, subjects: readonly Subject[]): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ writer, subjects, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  /** The announcement can get lost. */
  announceEnd(block: string): void {
    this.#ended.push(block);
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length + this.#ended.length > 0) {
      const taken = this.#waiting.splice(0);
      if (taken.length === 0) await this.#announce(this.#ended.splice(0, maxEnded));
      // The instance may have registered again while they waited.
      for (const writer of new Set(taken.map((each) => each.writer))) {
        const batch = taken.filter((each) => each.writer === writer);
        await this.#insertAll(writer, batch);
      }
    }
    this.#isRunning = false;
  }

  async #announce(ended: readonly string[]): Promise<void> {
    try {
      await this.#registry.announceEnd(ended);
    } catch {
      // Other instances learn of the end from their next renewal.
    }
  }

  async #insertAll(writer: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const ids = await this.#registry.insertBlocks(
        writer,
        batch.map(({ subjects }) => subjects),
        this.#ended.splice(0, maxEnded),
      );
      batch.forEach(({ resolve }, index) => resolve(ids[index] ?? ''));
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
  }
}
