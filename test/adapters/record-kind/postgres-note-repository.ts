import type { DatabaseSession } from '../../../adapters/postgres/connection/database-session.ts';
import {
  execute,
  removeIfAny,
  type Statement,
} from '../../../adapters/postgres/connection/statement.ts';
import { storeTime } from '../../../adapters/postgres/connection/store-time.ts';
import { optional, orNull, plain, time } from '../../../adapters/postgres/rows/fields.ts';
import { table } from '../../../adapters/postgres/rows/table.ts';
import type { Note, NoteRepository } from './note.ts';

export const notes = table<Note>('notes', {
  id: plain('id', 'uuid'),
  text: plain('body', 'text'),
  writtenBy: orNull(plain('written_by', 'uuid')),
  labels: optional(plain('labels', 'text[]')),
  createdAt: time('created_at'),
});

const insert = notes.insert('note_insert');
const find = notes.select('note_find', 'where id = $1');
const list = notes.select('note_list', 'order by created_at desc, id desc');
const remove = notes.remove('note_delete');

const isOld = `created_at < ${storeTime} - $1::bigint`;
const anyOld: Statement = {
  name: 'notes_any_old',
  text: `select 1 from notes where ${isOld} limit 1`,
};
const removeOld = notes.remove('notes_remove_old', isOld);

export class PostgresNoteRepository implements NoteRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async insert(note: Note): Promise<void> {
    await execute(this.#database, insert, notes.values(note));
  }

  async find(id: string): Promise<Note | undefined> {
    return notes.find(this.#database, find, [id]);
  }

  async list(): Promise<readonly Note[]> {
    return notes.list(this.#database, list);
  }

  async delete(id: string): Promise<boolean> {
    return (await execute(this.#database, remove, [id])) > 0;
  }

  async sweep(ageMs: number): Promise<false> {
    await removeIfAny(this.#database, anyOld, removeOld, [ageMs]);
    return false;
  }
}
