import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { parseFolder, type MediaFile } from './media-file.ts';
import type { MediaPorts } from './media-ports.ts';
import { describeMedia } from './new-media.ts';
import { storeMedia } from './store-media.ts';

export interface UploadMedia {
  /** The name that the client gave its file. Not trusted. */
  readonly originalName: string;
  /** Consumed once, as it arrives; never held whole. */
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * Asked once the body has ended: in a form the folder may follow the file. Undefined or empty
   * means the default folder.
   */
  readonly folder: () => Promise<string | undefined> | string | undefined;
}

/**
 * Stores a file and its record. On any error nothing is left behind.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `media_type_refused`,
 *   `invalid_folder`, `file_too_large`, `blocked_by_hook`, `dependency_unavailable` when it took
 *   too long; what the body throws.
 */
export const uploadMedia =
  (ports: MediaPorts) =>
  async (actor: Actor, { originalName, body, folder }: UploadMedia): Promise<MediaFile> => {
    authorize(actor, 'create');
    return storeMedia(ports, actor, body, {
      describe: (head) => describeMedia(ports, actor, { originalName }, head),
      complete: async (file) => ({ ...file, folder: parseFolder((await folder()) ?? '') }),
    });
  };
