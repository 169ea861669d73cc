import type { MediaFile, MediaKind, MediaState } from '../../model/media/media-file.ts';
import type { JsonText } from '../../primitives/json.ts';
import type { EpochMs } from '../../primitives/time.ts';

export interface MediaQuery {
  readonly limit: number;
  readonly offset: number;
  /** Exactly this folder, without its subfolders. */
  readonly folder?: string;
  readonly kind?: MediaKind;
}

/** What people state about a file. Absent members keep their value; `focus: undefined` removes the focus. */
export type MediaDetails = Partial<Pick<MediaFile, 'alt' | 'caption' | 'focus'>>;

/** The records of media files, in every state. */
export interface MediaRepository {
  /** @throws DomainError `id_taken` if the id or the key exists. */
  insert(file: MediaFile): Promise<void>;

  /**
   * Replaces the stored record if it is still in `expectedState`.
   *
   * @param event is added to the outbox if the record is replaced.
   * @returns whether it was replaced; false if the state differs or the record does not exist.
   */
  update(file: MediaFile, expectedState: MediaState, event?: JsonText): Promise<boolean>;

  /**
   * Writes only the given details, so that concurrent changes of different details are both kept. Sets
   * `updatedAt` to `now` unless it is already later.
   *
   * @param event is added to the outbox if the record is changed.
   * @returns the record after the change; undefined if there is none in state `ready`.
   */
  updateDetails(
    id: string,
    details: MediaDetails,
    now: EpochMs,
    event?: JsonText,
  ): Promise<MediaFile | undefined>;

  /** @returns whether the record existed. */
  delete(id: string): Promise<boolean>;

  findById(id: string): Promise<MediaFile | undefined>;
  findByKey(key: string): Promise<MediaFile | undefined>;

  /** Files in state `ready`, newest first; files of the same time by descending id. */
  list(query: MediaQuery): Promise<readonly MediaFile[]>;

  /** Up to `limit` files in state `ready` after `id`, by ascending id; the first ones for undefined. */
  listAfter(id: string | undefined, limit: number): Promise<readonly MediaFile[]>;

  /**
   * Up to `limit` records in every state after `key`, by ascending key in the order of code units; the
   * first ones for undefined.
   */
  listByKey(key: string | undefined, limit: number): Promise<readonly MediaFile[]>;

  /** Up to `limit` records that are not `ready` and were last changed before `time`, oldest first. */
  listUnfinished(time: EpochMs, limit: number): Promise<readonly MediaFile[]>;
}
