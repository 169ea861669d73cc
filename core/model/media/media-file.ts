import { invalid } from '../../primitives/errors.ts';
import type { LocaleCode } from '../locale.ts';
import { foldText, lengthOf, parseText } from '../../primitives/text.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { Crop } from './crop.ts';
import type { Focus } from './focus.ts';

export const mediaKinds = ['image', 'video', 'audio', 'document'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/**
 * Callers see `ready` files only. `pending` and `deleting` mark an upload and a deletion in progress,
 * which the sweep finishes after a crash.
 */
export type MediaState = 'pending' | 'ready' | 'deleting';

/** What is said about a file in one language. Where a member is absent, that of the record itself is used. */
export interface MediaTexts {
  readonly alt?: string;
  readonly caption?: string;
}

/** The texts of a file in languages, by the code of the locale. */
export type LocalTexts = Readonly<Record<LocaleCode, MediaTexts>>;

/** The record of an uploaded file. The bytes are in the blob store under {@link objectKeyOf}. */
export interface MediaFile {
  readonly id: string;
  /** The end of the address of the file. */
  readonly key: string;
  /** The key of the bytes; absent until they are replaced under the same address. */
  readonly objectKey?: string;
  readonly state: MediaState;
  /** The file name in the URL: safe characters only. */
  readonly filename: string;
  /** The file name from the client, or the one that a user gave it. Shown as text, never used as a path. */
  readonly originalName: string;
  readonly mimeType: string;
  readonly kind: MediaKind;
  /** Bytes. */
  readonly size: number;
  readonly folder: string;
  /** Pixels; undefined if the format does not contain it. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly alt: string;
  readonly caption: string;
  /** In languages, in the place of `alt` and `caption`; absent if there are none. */
  readonly texts?: LocalTexts;
  /** Undefined stands for the middle. */
  readonly focus: Focus | undefined;
  /** What smaller versions show of an image; absent for all of it. */
  readonly crop?: Crop | undefined;
  readonly uploadedBy: string | undefined;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

/** The key of the bytes of a file in the blob store. */
export const objectKeyOf = ({
  key,
  objectKey = key,
}: Pick<MediaFile, 'key' | 'objectKey'>): string => objectKey;

/** Whether a file is an image that has no alternative text of its own. */
export const lacksOwnAlt = ({ kind, alt }: Pick<MediaFile, 'kind' | 'alt'>): boolean =>
  kind === 'image' && alt === '';

export const defaultFolder = 'uploads';

export const folderMaxNames = 8;
export const folderNameMaxLength = 64;
/** In UTF-16 units before composition (Unicode NFC), which joins at most four into one. */
const folderMaxRaw = folderMaxNames * (4 * folderNameMaxLength + 1);

/** In many scripts, marks are a part of a letter. */
const folderName = /^(?:\p{L}\p{M}*|[\p{N}_ -])+$/u;

/** @returns the folder without a trailing slash. @throws DomainError `invalid_folder`. */
export const parseFolder = (raw: string): string => {
  const given = raw.trim();
  if (given === '') return defaultFolder;
  const text = given.replace(/\/$/, '');
  // Composing a very long text takes too long.
  const folder = text.length > folderMaxRaw ? '' : text.normalize('NFC');
  const names = folder.split('/');
  const fits = (name: string): boolean =>
    folderName.test(name) && lengthOf(name) <= folderNameMaxLength && name === name.trim();
  if (names.length > folderMaxNames || !names.every(fits)) {
    throw invalid('invalid_folder', [
      {
        path: 'folder',
        message: `must be up to ${folderMaxNames} names of letters, digits, hyphens, underscores or spaces, separated by slashes`,
      },
    ]);
  }
  return folder;
};

export const captionMaxLength = 2_000;

/** @returns the trimmed text of `alt` or `caption`. @throws DomainError `invalid_input`, `invalid_text`. */
export const parseCaption = (path: 'alt' | 'caption', raw: string): string =>
  parseText(path, raw, { max: captionMaxLength });

const originalNameMaxLength = 255;
const stemMaxLength = 80;

/** A name that a user gives a file. @throws DomainError `invalid_input` for one that has no character to see, `invalid_text`. */
export const parseGivenName = (raw: string): string => {
  const text = parseText('originalName', raw, { min: 1, max: originalNameMaxLength });
  if (text !== parseOriginalName(text)) {
    const message = 'must have no slashes and no invisible characters';
    throw invalid('invalid_input', [{ path: 'originalName', message }]);
  }
  return text;
};

/**
 * The last segment of the name that the client sent, without control and other invisible characters, which could
 * hide what the name ends in. The joiners stay: some scripts and emoji need them.
 */
export const parseOriginalName = (raw: string): string => {
  const segment = raw.split(/[/\\]/).at(-1) ?? '';
  const name = segment.replace(/(?!\u200c|\u200d)[\p{C}\p{Surrogate}]/gu, '').trim();
  return Array.from(name === '' ? 'file' : name)
    .slice(-originalNameMaxLength)
    .join('');
};

/** The file name in the URL: ASCII letters, digits and hyphens, and the extension of the type. */
export const filenameFor = (originalName: string, extension: string): string => {
  const stem = foldText(originalName.replace(/\.[^.]*$/, ''))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, stemMaxLength)
    .replace(/^-|-$/g, '');
  return `${stem === '' ? 'file' : stem}.${extension}`;
};
