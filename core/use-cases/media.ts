import type { EntryOutcome } from '../limits/each-in-turn.ts';
import { bulkMedia, type BulkMedia } from '../media/bulk-media.ts';
import { deleteMedia } from '../media/delete-media.ts';
import {
  countMedia,
  listMedia,
  listMediaFolders,
  type FindMedia,
  type ListMedia,
  type MediaTotal,
} from '../media/list-media.ts';
import { readImage, type ServedImage } from '../media/read-image.ts';
import { getMedia, readMediaFile, type ServedFile } from '../media/read-media.ts';
import { rebaseMedia, type RebaseMedia, type RebasedMedia } from '../media/rebase-media.ts';
import { replaceMedia, type ReplacedMedia, type ReplaceMedia } from '../media/replace-media.ts';
import { rewriteUses, type RewriteUses, type RewrittenUses } from '../media/rewrite-uses.ts';
import { uploadMedia, type UploadMedia } from '../media/store-media.ts';
import { updateMedia, type UpdateMedia } from '../media/update-media.ts';
import type { Actor } from '../model/actor.ts';
import type { RequestedVariant } from '../model/media/image-variant.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import type { MediaFolders } from '../model/media/media-folder.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Media files: their records, their bytes, and variants of images. */
export interface MediaUseCases {
  /**
   * A page of media files, newest first.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_input`, `invalid_text`,
   *   `invalid_folder`.
   */
  readonly list: (actor: Actor, command: ListMedia) => Promise<readonly MediaFile[]>;

  /**
   * How many files {@link list} finds on all pages, counted up to 10,000.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_input`, `invalid_text`,
   *   `invalid_folder`.
   */
  readonly count: (actor: Actor, command: FindMedia) => Promise<MediaTotal>;

  /**
   * The folders of media files, with those that contain them: the first 1,000 that have files.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token.
   */
  readonly listFolders: (actor: Actor) => Promise<MediaFolders>;

  /**
   * The record of a media file by its id.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found`.
   */
  readonly get: (actor: Actor, id: string) => Promise<MediaFile>;

  /**
   * Stores a file and its record. An error leaves nothing behind.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `media_type_refused`, `invalid_folder`,
   *   `file_too_large`, `blocked_by_hook`, `dependency_unavailable` if the upload took too long; what the body throws.
   */
  readonly upload: (actor: Actor, command: UploadMedia) => Promise<MediaFile>;

  /**
   * Changes the name, the folder, the texts, the focus and the crop of a media file. `texts` in a locale that the service does
   * not have are rejected.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `invalid_input`,
   *   `invalid_text`, `invalid_folder`.
   */
  readonly update: (actor: Actor, id: string, command: UpdateMedia) => Promise<MediaFile>;

  /**
   * Moves or deletes up to 500 files, each with the rights of the operation for it alone, and independently of the others.
   *
   * @returns one result for each file, in the order of the request.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`, `invalid_folder`.
   */
  readonly bulk: (actor: Actor, command: BulkMedia) => Promise<readonly EntryOutcome[]>;

  /**
   * Replaces the bytes of a file by others of the same kind. They are stored under a new key. The name, the texts, the focus
   * and the crop stay. An error leaves the file as it was.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `media_type_refused`, also for a file
   *   of another kind; `address_not_kept`, `file_too_large`, `blocked_by_hook`, `dependency_unavailable`; what the body
   *   throws.
   */
  readonly replace: (actor: Actor, id: string, command: ReplaceMedia) => Promise<ReplacedMedia>;

  /**
   * Replaces the URL of another file by that of this one in up to 100 fields of items that use it, of those that the actor sees
   * and may edit. Working copies, the trash and versions keep it. Each item is written as by {@link rebase}.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `invalid_input`, `invalid_session`,
   *   `rate_limited`, `overloaded`.
   */
  readonly rewriteUses: (actor: Actor, id: string, command: RewriteUses) => Promise<RewrittenUses>;

  /**
   * Deletes a file. Marks the record as deleting, removes the object, then removes the record, so that no ready record
   * is ever without its object. After a crash, `system.sweepMedia` finishes the deletion.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `blocked_by_hook`.
   */
  readonly delete: (actor: Actor, id: string) => Promise<void>;

  /**
   * Reads a file by its key. Checks no permission: the key contains enough random bits to be a secret.
   *
   * @throws DomainError `not_found`.
   */
  readonly read: (key: string) => Promise<ServedFile>;

  /**
   * Reads the variant of an image for a request, by the key of the image. The first request makes the variant and
   * stores it beside the original; concurrent requests for it wait for the same work. Returns the original if its type
   * cannot be resized, if it is an animation of which no variant moves, or if there is no resizer. Checks no
   * permission, like `read`.
   *
   * @throws DomainError `not_found`, `image_unreadable`, `image_too_large`, `too_many_variants`; `overloaded` if too
   *   many images wait to be resized; `dependency_unavailable`.
   */
  readonly readImage: (key: string, requested: RequestedVariant) => Promise<ServedImage>;

  /**
   * Rewrites the URLs of media files in the `data` of up to 100 items, by ascending id: those of every status and
   * collection. Rewrites only URLs that end in the key of an existing file. Each item is written independently of the
   * others, with the next version. Its time stays, because readers see no other change, and an import does not treat it
   * as edited.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`, `overloaded`.
   */
  readonly rebase: (actor: Actor, command: RebaseMedia) => Promise<RebasedMedia>;
}

export const mediaUseCases = (dependencies: UseCaseDependencies): MediaUseCases => ({
  list: listMedia(dependencies),
  get: getMedia(dependencies),
  count: countMedia(dependencies),
  listFolders: listMediaFolders(dependencies),
  upload: uploadMedia(dependencies),
  bulk: bulkMedia(dependencies),
  replace: replaceMedia(dependencies),
  rewriteUses: rewriteUses(dependencies),
  update: updateMedia(dependencies),
  delete: deleteMedia(dependencies),
  read: readMediaFile(dependencies),
  readImage: readImage(dependencies),
  rebase: rebaseMedia(dependencies),
});
