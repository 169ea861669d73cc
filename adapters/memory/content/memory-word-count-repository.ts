import type { Perspective, WordCountRepository } from '../../../core/index.ts';
import type { MemoryAccess } from '../memory-tables.ts';

export class MemoryWordCountRepository implements WordCountRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async find(contentId: string, perspective: Perspective): Promise<number | undefined> {
    return this.#access.read(({ words, copies, copyWords }) =>
      (perspective === 'drafts' && copies.has(contentId) ? copyWords : words).get(contentId),
    );
  }
}
