import type { MaxAgeMs, Swept } from '../../../core/store.ts';
import type { EpochMs } from '../../../core/vocabulary.ts';

/** A record of a kind that the service does not have. */
export interface Note {
  readonly id: string;
  readonly text: string;
  /** The user who wrote it. */
  readonly writtenBy: string | undefined;
  /** Absent if it has none. */
  readonly labels?: readonly string[];
  readonly createdAt: EpochMs;
}

/** Notes. A sweep removes those that were written too long ago. */
export interface NoteRepository extends Swept<MaxAgeMs> {
  /** @throws DomainError `id_taken`. */
  insert(note: Note): Promise<void>;
  find(id: string): Promise<Note | undefined>;
  /** Newest first. */
  list(): Promise<readonly Note[]>;
  /** @returns whether there was one. */
  delete(id: string): Promise<boolean>;
}
