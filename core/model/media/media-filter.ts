import { laterOf, type EpochMs } from '../../primitives/time.ts';
import { lacksOwnAlt, type LocalTexts, type MediaFile, type MediaKind } from './media-file.ts';
import { textsAfter } from './media-texts.ts';
import { mediaWords } from './media-words.ts';

/** Which files in state `ready`. All conditions count. */
export interface MediaFilter {
  /** Exactly this folder, or with `withSubfolders` also everything below it. */
  readonly folder?: string;
  readonly withSubfolders?: boolean;
  readonly kind?: MediaKind;
  /** The beginnings of words, folded as in `mediaWords`: a file has a word for each of them. At least one. */
  readonly words?: readonly string[];
  /** Only images that have no alternative text of their own. */
  readonly withoutOwnAlt?: boolean;
}

/** Whether the filter finds a file. For stores that have no faster way. */
export const meetsMediaFilter = (
  file: MediaFile,
  { folder, withSubfolders = false, kind, words, withoutOwnAlt = false }: MediaFilter,
): boolean => {
  if (file.state !== 'ready') return false;
  if (kind !== undefined && file.kind !== kind) return false;
  if (withoutOwnAlt && !lacksOwnAlt(file)) return false;
  const isBelow = withSubfolders && file.folder.startsWith(`${folder}/`);
  if (folder !== undefined && file.folder !== folder && !isBelow) return false;
  if (words === undefined) return true;
  const found = mediaWords(file);
  return words.every((word) => found.some((each) => each.startsWith(word)));
};

/**
 * What people state about a file. Absent members keep their value; `focus: undefined` and `crop: undefined` remove them.
 * `texts` are changes of those in languages: see `textsAfter`.
 */
export type MediaDetails = Partial<
  Pick<MediaFile, 'originalName' | 'folder' | 'alt' | 'caption' | 'focus' | 'crop'>
> & {
  readonly texts?: LocalTexts;
};

/** The file with other details. `updatedAt` is `now`, unless it is later already. */
export const withDetails = (file: MediaFile, details: MediaDetails, now: EpochMs): MediaFile => {
  const { texts: changes, crop: newCrop, ...revised } = details;
  const { texts: textsBefore, crop: cropBefore, ...others } = file;
  const texts = changes === undefined ? textsBefore : textsAfter(textsBefore, changes);
  const crop = 'crop' in details ? newCrop : cropBefore;
  return {
    ...others,
    ...revised,
    ...(texts && { texts }),
    ...(crop && { crop }),
    updatedAt: laterOf(file.updatedAt, now),
  };
};

/** What is new about a file whose bytes are replaced. */
export interface ReplacedObject extends Pick<
  MediaFile,
  'key' | 'filename' | 'originalName' | 'mimeType' | 'size' | 'width' | 'height'
> {
  /** Absent if `key`, which is then a new address, is also the key of the bytes. */
  readonly objectKey?: string;
}

/** The file with other bytes. */
export const withObject = (
  { objectKey: _, ...file }: MediaFile,
  object: ReplacedObject,
  now: EpochMs,
): MediaFile => ({ ...file, ...object, updatedAt: laterOf(file.updatedAt, now) });
