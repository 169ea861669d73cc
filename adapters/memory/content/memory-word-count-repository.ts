import type { Shown, WordCountRepository } from '../../../core/store.ts';
import type { MemoryAccess } from '../memory-tables.ts';

export class MemoryWordCountRepository implements WordCountRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async find(contentId: string, shown: Shown): Promise<number | undefined> {
    return this.#access.read(({ words, copies, copyWords }) =>
      (shown === 'unpublished' && copies.has(contentId) ? copyWords : words).get(contentId),
    );
  }
}
