import type { Coordinator, MemoryListener, Permit, Subject } from '../../core/index.ts';

/**
 * Coordinates the memories of one process, which is the only one that writes: for the embedded database,
 * and for stores in memory. Several cores can share it.
 */
export class MemoryCoordinator implements Coordinator {
  readonly #memories: MemoryListener[] = [];

  join(memory: MemoryListener): void {
    this.#memories.push(memory);
  }

  mayServe(): boolean {
    return true;
  }

  async confirm(): Promise<boolean> {
    return true;
  }

  async write<T>(subjects: readonly Subject[], work: (permit: Permit) => Promise<T>): Promise<T> {
    const releases = this.#memories.map((memory) => memory.block(subjects));
    try {
      return await work({ proof: 'alone' });
    } finally {
      releases.forEach((release) => release());
    }
  }
}
