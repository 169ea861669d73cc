import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { invalid } from '../errors.ts';
import { parseCaption, parseFolder, type MediaFile } from '../media/media-file.ts';
import { isMediaKey } from '../media/media-key.ts';
import { describeMedia, type ArrivingMedia } from '../media/new-media.ts';
import { markDeleting, removeMarked } from '../media/remove-media.ts';
import { storeMedia } from '../media/store-media.ts';
import { readUuid } from '../uuid.ts';
import type { TransferPorts } from './transfer-ports.ts';

/** A file as it comes from elsewhere. What is absent is made up as for an upload. */
export interface MediaRecord {
  /** Names the file for good: one that is here already is left as it is. */
  readonly id: string;
  /** Keeps the file's address, when it comes from an export. */
  readonly key?: string | undefined;
  readonly originalName: string;
  readonly folder?: string | undefined;
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
}

export interface ImportedMedia {
  readonly outcome: 'created' | 'unchanged';
  readonly file: MediaFile;
}

/**
 * @param body asked for only when the bytes are needed.
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`,
 *   `invalid_text`, `invalid_folder`, `media_type_refused`, `file_too_large`, `blocked_by_hook`,
 *   `id_taken`, `dependency_unavailable` when it took too long; what the body throws.
 */
export const importMedia =
  (ports: TransferPorts) =>
  async (
    actor: Actor,
    record: MediaRecord,
    body: () => AsyncIterable<Uint8Array>,
  ): Promise<ImportedMedia> => {
    authorize(actor, 'administer');
    const id = readUuid(record.id);
    if (id === undefined)
      throw invalid('invalid_input', [{ path: 'id', message: 'must be a UUID' }]);
    const here = await ports.media.findById(id);
    if (here?.state === 'ready') return { outcome: 'unchanged', file: here };
    // An import that was cut short left this: it makes room for the next try.
    if (here !== undefined && (await markDeleting(ports, here))) await removeMarked(ports, here);
    const arriving = parse(record, id);
    const file = await storeMedia(ports, actor, body(), {
      describe: (head) => describeMedia(ports, actor, arriving, head),
      complete: async (stored) => ({
        ...stored,
        updatedAt: record.updatedAt ?? stored.createdAt,
      }),
    });
    return { outcome: 'created', file };
  };

const parse = (record: MediaRecord, id: string): ArrivingMedia => ({
  originalName: record.originalName,
  key: parseKey(record.key),
  known: {
    id,
    folder: parseFolder(record.folder ?? ''),
    alt: parseCaption('alt', record.alt ?? ''),
    caption: parseCaption('caption', record.caption ?? ''),
    ...(record.createdAt !== undefined && { createdAt: record.createdAt }),
  },
});

const parseKey = (key: string | undefined): string | undefined => {
  if (key === undefined || isMediaKey(key)) return key;
  throw invalid('invalid_input', [{ path: 'key', message: 'must be a key from an export' }]);
};
