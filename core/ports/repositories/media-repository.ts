import type { MediaFile, MediaState } from '../../model/media/media-file.ts';
import type { MediaDetails, MediaFilter, ReplacedObject } from '../../model/media/media-filter.ts';
import type { MediaFolder } from '../../model/media/media-folder.ts';
import type { LocaleCode } from '../../model/locale.ts';
import type { JsonText } from '../../primitives/json.ts';
import type { Page } from '../../primitives/paging.ts';
import type { EpochMs } from '../../primitives/time.ts';

export interface MediaQuery extends MediaFilter, Page {}

/** New bytes of a file. */
export interface MediaReplacement {
  readonly id: string;
  /** The key of the bytes that are replaced: see `objectKeyOf`. */
  readonly expectedObject: string;
  readonly object: ReplacedObject;
  /** The id of a new record, which gets everything that the record had; by default there is none. */
  readonly formerId?: string | undefined;
  readonly now: EpochMs;
}

/** The records of media files, in every state. */
export interface MediaRepository {
  /** @throws DomainError `id_taken` if the id or the key exists, or another record names the same object. */
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

  /**
   * Gives a file in state `ready` other bytes, if it still has the expected ones. `updatedAt` becomes `now`, unless it is later
   * already. Concurrent changes of details are kept.
   *
   * @param event is added to the outbox if the record is changed.
   * @returns the record after the change; undefined if it has other bytes, or if there is none in state `ready`.
   * @throws DomainError `id_taken` if another record has the key or names the object.
   */
  replaceObject(replacement: MediaReplacement, event?: JsonText): Promise<MediaFile | undefined>;

  /** Gives a locale another code in the texts of all files. Texts under the new code are replaced. Changes nothing else. */
  renameLocale(from: LocaleCode, to: LocaleCode): Promise<void>;

  /** @returns whether the record existed. */
  delete(id: string): Promise<boolean>;

  findById(id: string): Promise<MediaFile | undefined>;
  findByKey(key: string): Promise<MediaFile | undefined>;

  /** Files in state `ready`, newest first; files of the same time by descending id. */
  list(query: MediaQuery): Promise<readonly MediaFile[]>;

  /** How many files {@link list} finds on all pages, counted up to `max`. */
  count(filter: MediaFilter, max: number): Promise<number>;

  /** The first folders with files in state `ready`, at most `max`, by ascending path in the order of code units. */
  listFolders(max: number): Promise<readonly MediaFolder[]>;

  /**
   * Makes up to `limit` files findable by their words that are not: those that an earlier version of the program has stored.
   *
   * @returns how many were not.
   */
  indexWords(limit: number): Promise<number>;

  /** Up to `limit` files in state `ready` after `id`, by ascending id; the first ones for undefined. */
  listAfter(id: string | undefined, limit: number): Promise<readonly MediaFile[]>;

  /**
   * Up to `limit` records in every state whose object has a key after `key`, by ascending key of the object in the order
   * of code units; the first ones for undefined.
   */
  listByKey(key: string | undefined, limit: number): Promise<readonly MediaFile[]>;

  /** Up to `limit` records that are not `ready` and were last changed before `time`, oldest first. */
  listUnfinished(time: EpochMs, limit: number): Promise<readonly MediaFile[]>;
}
