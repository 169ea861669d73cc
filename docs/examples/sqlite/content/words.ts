import type { Shown, WordCountRepository } from 'quoin/core/store';
import type { Access } from '../work/access.ts';
import { findCopy } from './copies.ts';
import type { Part } from './part.ts';

export class SqliteWordCounts implements WordCountRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async find(contentId: string, shown: Shown): Promise<number | undefined> {
    return this.#access.read((db) => {
      const isOfCopy = shown === 'unpublished' && findCopy(db, contentId) !== undefined;
      return db.get<{ readonly words: number }>(
        `select words from ${isOfCopy ? 'copy_words' : 'words'} where content_id = ?`,
        contentId,
      )?.words;
    });
  }
}

export const wordsPart: Part = {
  apply: (db, { item, parts: { words } }) => {
    if (words !== undefined) db.put('words', 'content_id', { content_id: item.id, words });
  },
  leaving: ['words'],
};
