import { deleteMedia } from '../media/delete-media.ts';
import { readImage, type ServedImage } from '../media/read-image.ts';
import {
  getMedia,
  listMedia,
  readMediaFile,
  type ListMedia,
  type ServedFile,
} from '../media/read-media.ts';
import { rebaseMedia, type RebaseMedia, type RebasedMedia } from '../media/rebase-media.ts';
import { uploadMedia, type UploadMedia } from '../media/store-media.ts';
import { updateMedia, type UpdateMedia } from '../media/update-media.ts';
import type { Actor } from '../model/actor.ts';
import type { RequestedVariant } from '../model/media/image-variant.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Media files: their records, their bytes, and variants of images. */
export interface MediaUseCases {
  /**
   * A page of media files, newest first.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_input`, `invalid_folder`.
   */
  readonly list: (actor: Actor, command: ListMedia) => Promise<readonly MediaFile[]>;

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
   * Changes the texts and the focus of a media file.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `invalid_input`,
   *   `invalid_text`.
   */
  readonly update: (actor: Actor, id: string, command: UpdateMedia) => Promise<MediaFile>;

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
  upload: uploadMedia(dependencies),
  update: updateMedia(dependencies),
  delete: deleteMedia(dependencies),
  read: readMediaFile(dependencies),
  readImage: readImage(dependencies),
  rebase: rebaseMedia(dependencies),
});
