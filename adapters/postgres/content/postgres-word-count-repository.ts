import type { Shown, WordCountRepository } from '../../../core/store.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { query, type Statement } from '../connection/statement.ts';
import { textHash } from './text-hash.ts';

const ofItem =
  'select words from content_words join content on content.id = content_id ' +
  `where content_id = $1 and of_text = ${textHash('title', 'data')}`;

const find: Readonly<Record<Shown, Statement>> = {
  published: { name: 'words_of_item', text: ofItem },
  unpublished: {
    name: 'words_of_draft',
    text:
      `select case when copy.content_id is null then (${ofItem}) ` +
      'when words_version = version then copy.words end as words ' +
      'from (select $1::uuid) asked (id) left join content_copies copy on copy.content_id = asked.id',
  },
};

export class PostgresWordCountRepository implements WordCountRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async find(contentId: string, shown: Shown): Promise<number | undefined> {
    const [row] = await query<{ readonly words: number | null }>(this.#database, find[shown], [
      contentId,
    ]);
    return row?.words ?? undefined;
  }
}
