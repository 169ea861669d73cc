import { authorize } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import { parseFolder, type MediaFile } from '../model/media-file.ts';
import { describeMedia, type DescribeMediaDependencies } from './new-media.ts';
import { storeMedia, type StoreMediaDependencies } from './store-media.ts';

export interface UploadMedia {
  /** The file name from the client. Not trusted. */
  readonly originalName: string;
  /** Read once, as it arrives. Never held in memory as a whole. */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * Called after the end of the body: in an HTML form, the folder can follow the file. Undefined or empty
   * means the default folder.
   */
  readonly folder: () => Promise<string | undefined> | string | undefined;
}

/**
 * Stores a file and its record. An error leaves nothing behind.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `media_type_refused`,
 *   `invalid_folder`, `file_too_large`, `blocked_by_hook`, `dependency_unavailable` if the upload took
 *   too long; what the body throws.
 */
export const uploadMedia =
  (dependencies: DescribeMediaDependencies & StoreMediaDependencies) =>
  async (actor: Actor, { originalName, body, folder }: UploadMedia): Promise<MediaFile> => {
    authorize(actor, 'create');
    return storeMedia(dependencies, actor, body, {
      describe: (head) => describeMedia(dependencies, actor, { originalName }, head),
      complete: async (file) => ({ ...file, folder: parseFolder((await folder()) ?? '') }),
    });
  };
