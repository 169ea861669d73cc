import { userIdOf, type Actor } from '../access/actor.ts';
import { filenameFor, parseOriginalName, type MediaFile } from './media-file.ts';
import { filenameOf, newMediaKey } from './media-key.ts';
import type { MediaPorts } from './media-ports.ts';
import { parseMediaType } from './media-type.ts';

/** What may be said of a file beside its key, which names it. */
type KnownMedia = Partial<Omit<MediaFile, 'key' | 'filename'>>;

/** The first record of an object, `pending` unless told; what is not known of it is left plain. */
export const newMedia = (
  { ids, clock }: Pick<MediaPorts, 'ids' | 'clock'>,
  key: string,
  known: KnownMedia,
): MediaFile => {
  const filename = filenameOf(key);
  const now = clock.now();
  return {
    id: ids.next(),
    key,
    state: 'pending',
    filename,
    originalName: filename,
    mimeType: 'application/octet-stream',
    kind: 'document',
    size: 0,
    folder: '',
    width: undefined,
    height: undefined,
    alt: '',
    caption: '',
    uploadedBy: undefined,
    createdAt: now,
    // The sweep takes a pending record that was not touched for long for one that a crash left.
    updatedAt: now,
    ...known,
  };
};

export interface ArrivingMedia {
  /** The name that the client gave its file. Not trusted. */
  readonly originalName: string;
  /** A new one when absent. */
  readonly key?: string | undefined;
  readonly known?: Omit<KnownMedia, 'originalName' | 'updatedAt'>;
}

/**
 * The record of a file that begins to arrive, as far as its first bytes tell.
 *
 * @throws DomainError `media_type_refused`.
 */
export const describeMedia = async (
  ports: MediaPorts,
  actor: Actor,
  arriving: ArrivingMedia,
  head: Uint8Array,
): Promise<MediaFile> => {
  const originalName = parseOriginalName(arriving.originalName);
  const { mimeType = '', width, height } = await ports.mediaInspector.inspect(head, originalName);
  const { kind, extension } = parseMediaType(mimeType);
  const key = arriving.key ?? newMediaKey(ports.secrets, filenameFor(originalName, extension));
  return newMedia(ports, key, {
    ...arriving.known,
    originalName,
    mimeType,
    kind,
    width,
    height,
    uploadedBy: userIdOf(actor),
  });
};
