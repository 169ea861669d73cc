import type { MediaFile, MediaKind, MediaState } from '../media/media-file.ts';

export interface MediaQuery {
  readonly limit: number;
  readonly offset: number;
  /** Exactly this folder, not those inside it. */
  readonly folder?: string;
  readonly kind?: MediaKind;
}

/** What people write about a file. What is absent stays as it is. */
export type MediaTexts = Partial<Pick<MediaFile, 'alt' | 'caption'>>;

/** Records of uploaded files, in every state. */
export interface MediaRepository {
  /** @throws DomainError `id_taken` when the id or the key exists. */
  insert(file: MediaFile): Promise<void>;

  /**
   * Replaces the stored record if it is still in `expectedState`.
   *
   * @returns whether it was replaced; false when another write came first or the record is gone.
   */
  update(file: MediaFile, expectedState: MediaState): Promise<boolean>;

  /**
   * Writes these texts and no others, so that of two writes at once both stay. `updatedAt` becomes
   * `now` unless it is later already.
   *
   * @returns the record as it is then; undefined when there is none in state `ready`.
   */
  updateTexts(id: string, texts: MediaTexts, now: number): Promise<MediaFile | undefined>;

  /** @returns whether there was a record to delete. */
  delete(id: string): Promise<boolean>;

  findById(id: string): Promise<MediaFile | undefined>;
  findByKey(key: string): Promise<MediaFile | undefined>;

  /** Files in state `ready`, newest first; ties broken by id, descending. */
  list(query: MediaQuery): Promise<readonly MediaFile[]>;

  /** The next files in state `ready` by ascending id: those after `id`, or the first ones. */
  listAfter(id: string | undefined, limit: number): Promise<readonly MediaFile[]>;

  /**
   * Up to `limit` records in every state by ascending key, in the order of its code units: those after
   * `key`, or the first ones.
   */
  listByKey(key: string | undefined, limit: number): Promise<readonly MediaFile[]>;

  /** Up to `limit` records that are not `ready` and were last written before `time`, oldest first. */
  listUnfinished(time: number, limit: number): Promise<readonly MediaFile[]>;
}
