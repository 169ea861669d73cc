import { userIdOf, type Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { filenameFor, parseFolder, parseOriginalName, type MediaFile } from './media-file.ts';
import { newMediaKey } from './media-key.ts';
import type { MediaPorts } from './media-ports.ts';
import { parseMediaType } from './media-type.ts';
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
      describe: (head) => newFile(ports, actor, originalName, head),
      complete: async (file) => ({ ...file, folder: parseFolder((await folder()) ?? '') }),
    });
  };

const newFile = async (
  { mediaInspector, ids, secrets, clock }: MediaPorts,
  actor: Actor,
  rawName: string,
  head: Uint8Array,
): Promise<MediaFile> => {
  const originalName = parseOriginalName(rawName);
  const { mimeType = '', width, height } = await mediaInspector.inspect(head, originalName);
  const { kind, extension } = parseMediaType(mimeType);
  const filename = filenameFor(originalName, extension);
  const now = clock.now();
  return {
    id: ids.next(),
    key: newMediaKey(secrets, filename),
    state: 'pending',
    filename,
    originalName,
    mimeType,
    kind,
    size: 0,
    folder: '',
    width,
    height,
    alt: '',
    caption: '',
    uploadedBy: userIdOf(actor),
    createdAt: now,
    updatedAt: now,
  };
};
