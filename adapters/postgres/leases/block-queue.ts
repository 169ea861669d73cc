import type { Subject } from '../../../core/index.ts';
import type { LeaseRegistry } from './lease-registry.ts';

interface Waiting {
  readonly writer: string;
  readonly subjects: readonly Subject[];
  readonly resolve: (id: string) => void;
  readonly reject: (error: unknown) => void;
}

/** Stores blocks. Writes that wait at the same time share one statement. */
export class BlockQueue {
  readonly #registry: Pick<LeaseRegistry, 'insertBlocks'>;
  readonly #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(registry: Pick<LeaseRegistry, 'insertBlocks'>) {
    this.#registry = registry;
  }

  insert(writer: string, subjects: readonly Subject[]): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ writer, subjects, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0);
      // The instance may have registered again while they waited.
      for (const writer of new Set(taken.map((each) => each.writer))) {
        const batch = taken.filter((each) => each.writer === writer);
        await this.#insertAll(writer, batch);
      }
    }
    this.#isRunning = false;
  }

  async #insertAll(writer: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const ids = await this.#registry.insertBlocks(
        writer,
        batch.map(({ subjects }) => subjects),
      );
      batch.forEach(({ resolve }, index) => resolve(ids[index] ?? ''));
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
  }
}
