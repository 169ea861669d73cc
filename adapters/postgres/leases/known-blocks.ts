import type { MemoryListener, Subject } from '../../../core/index.ts';
import type { Block } from './lease-registry.ts';

interface KnownBlock {
  readonly release: () => void;
  /** The number of renewals that were sent before it was learned of. */
  readonly learnedAfter: number;
}

/** The memories of this process, and the blocks of other instances that they respect. */
export class KnownBlocks {
  readonly #memories: MemoryListener[] = [];
  readonly #known = new Map<string, KnownBlock>();
  #sent = 0;

  join(memory: MemoryListener): void {
    this.#memories.push(memory);
  }

  get ids(): readonly string[] {
    return [...this.#known.keys()];
  }

  /** Blocks all memories. @returns releases them. */
  block(subjects: readonly Subject[]): () => void {
    const releases = this.#memories.map((memory) => memory.block(subjects));
    return () => releases.forEach((release) => release());
  }

  /** Call it when a renewal is sent. @returns its number, for {@link keepOnly}. */
  countRenewal(): number {
    this.#sent += 1;
    return this.#sent;
  }

  /** @returns whether one of the blocks was not known. */
  learn(blocks: readonly Block[]): boolean {
    const unknown = blocks.filter(({ id }) => !this.#known.has(id));
    for (const { id, subjects } of unknown) {
      this.#known.set(id, { release: this.block(subjects), learnedAfter: this.#sent });
    }
    return unknown.length > 0;
  }

  end(ids: readonly string[]): void {
    for (const id of ids) {
      this.#known.get(id)?.release();
      this.#known.delete(id);
    }
  }

  /**
   * Ends the blocks that a renewal did not return. A block that was learned of after the renewal was
   * sent may be newer than its result.
   */
  keepOnly(blocks: readonly Block[], renewal: number): void {
    const present = new Set(blocks.map(({ id }) => id));
    this.end(
      [...this.#known]
        .filter(([id, { learnedAfter }]) => !present.has(id) && learnedAfter < renewal)
        .map(([id]) => id),
    );
  }

  /** Drops everything, when the registration is lost. */
  reset(): void {
    this.#memories.forEach((memory) => memory.dropAll());
    this.end(this.ids);
  }
}
