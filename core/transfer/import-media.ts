import { authorize } from '../access/policy.ts';
import { markDeleting, removeMarked } from '../media/delete-media.ts';
import {
  describeMedia,
  type ArrivingMedia,
  type DescribeMediaDependencies,
} from '../media/new-media.ts';
import {
  checkMedia,
  storeMedia,
  type MediaDescription,
  type StoreMediaDependencies,
} from '../media/store-media.ts';
import type { Actor } from '../model/actor.ts';
import { parseCrop, type Crop } from '../model/media/crop.ts';
import { parseFocus, type Focus } from '../model/media/focus.ts';
import {
  parseCaption,
  parseFolder,
  type LocalTexts,
  type MediaFile,
} from '../model/media/media-file.ts';
import { parseLocalTexts, textsAfter } from '../model/media/media-texts.ts';
import { isMediaKey } from '../model/media/media-key.ts';
import { invalid } from '../primitives/errors.ts';
import type { EpochMs } from '../primitives/time.ts';
import { parseUuid } from '../primitives/uuid.ts';

/** A media file to import. Absent members get the values of an upload. */
export interface MediaRecord {
  /** Identifies the file. An existing file with this id is not changed. */
  readonly id: string;
  /** The key in the export, which keeps the URL of the file. */
  readonly key?: string | undefined;
  readonly originalName: string;
  readonly folder?: string | undefined;
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
  /** By codes of locales, which the service need not have. */
  readonly texts?: LocalTexts | undefined;
  readonly focus?: Focus | undefined;
  readonly crop?: Crop | undefined;
  readonly createdAt?: EpochMs | undefined;
  readonly updatedAt?: EpochMs | undefined;
}

export interface ImportedMedia {
  readonly outcome: 'created' | 'unchanged';
  readonly file: MediaFile;
}

export interface MediaRules {
  /** Reads and checks the file, and stores nothing. */
  readonly dryRun?: boolean | undefined;
}

export const importMedia =
  (dependencies: DescribeMediaDependencies & StoreMediaDependencies) =>
  async (
    actor: Actor,
    record: MediaRecord,
    body: () => AsyncIterable<Uint8Array>,
    { dryRun = false }: MediaRules = {},
  ): Promise<ImportedMedia> => {
    authorize(actor, 'administer');
    const id = parseUuid('id', record.id);
    const existing = await dependencies.media.findById(id);
    if (existing?.state === 'ready') return { outcome: 'unchanged', file: existing };
    const arriving = parse(record, id);
    const description: MediaDescription = {
      action: 'media.import',
      describe: (head) => describeMedia(dependencies, actor, arriving, head),
      complete: async (stored) => ({
        ...stored,
        updatedAt: record.updatedAt ?? stored.createdAt,
      }),
    };
    if (dryRun) {
      const file = await checkMedia(dependencies, actor, body(), description);
      return { outcome: 'created', file };
    }
    // Left by an interrupted import.
    if (existing !== undefined && (await markDeleting(dependencies, existing))) {
      await removeMarked(dependencies, existing);
    }
    const file = await storeMedia(dependencies, actor, body(), description);
    return { outcome: 'created', file };
  };

const parse = (record: MediaRecord, id: string): ArrivingMedia => {
  const { texts: raw } = record;
  const texts = raw && textsAfter(undefined, parseLocalTexts(raw, undefined));
  return {
    originalName: record.originalName,
    key: parseKey(record.key),
    given: {
      id,
      folder: parseFolder(record.folder ?? ''),
      alt: parseCaption('alt', record.alt ?? ''),
      caption: parseCaption('caption', record.caption ?? ''),
      focus: record.focus && parseFocus(record.focus),
      ...(record.crop && { crop: parseCrop(record.crop) }),
      ...(texts && { texts }),
      ...(record.createdAt !== undefined && { createdAt: record.createdAt }),
    },
  };
};

const parseKey = (key: string | undefined): string | undefined => {
  if (key === undefined || isMediaKey(key)) return key;
  throw invalid('invalid_input', [{ path: 'key', message: 'must be a key from an export' }]);
};
