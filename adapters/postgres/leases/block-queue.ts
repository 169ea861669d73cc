import type { Subject } from '../../../core/index.ts';
import type { LeaseRegistry } from './lease-registry.ts';

interface Waiting {
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

  /** Whether a statement is running whose ids are not known yet. */
  get isInserting(): boolean {
    return this.#isRunning;
  }

  insert(writer: string, subjects: readonly Subject[]): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ subjects, resolve, reject });
      if (!this.#isRunning) void this.#run(writer);
    });
  }

  async #run(writer: string): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
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
    this.#isRunning = false;
  }
}
