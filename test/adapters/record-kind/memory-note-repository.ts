import { newestFirst } from '../../../adapters/memory/memory-order.ts';
import { memoryRecords, type MemoryRecords } from '../../../adapters/memory/memory-records.ts';
import type { MemoryAccess, MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import type { Note, NoteRepository } from './note.ts';

/** The tables with one more. A kind of the service is a line in the list of them. */
export interface TablesWithNotes extends MemoryTables {
  readonly notes: Map<string, Note>;
}

export class MemoryNoteRepository implements NoteRepository {
  readonly #notes: MemoryRecords<Note, TablesWithNotes>;

  constructor(access: MemoryAccess<TablesWithNotes>) {
    this.#notes = memoryRecords(access, ({ notes }) => notes);
  }

  async insert(note: Note): Promise<void> {
    await this.#notes.insert(note);
  }

  async find(id: string): Promise<Note | undefined> {
    return this.#notes.find(id);
  }

  async list(): Promise<readonly Note[]> {
    return this.#notes.list(newestFirst);
  }

  async delete(id: string): Promise<boolean> {
    return this.#notes.remove(id);
  }

  async sweep(ageMs: number): Promise<false> {
    const time = Date.now() - ageMs;
    await this.#notes.removeWhere(({ createdAt }) => createdAt < time);
    return false;
  }
}
