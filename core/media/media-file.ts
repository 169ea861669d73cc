import { invalid } from '../errors.ts';
import { foldText, lengthOf, parseText } from '../text.ts';

export const mediaKinds = ['image', 'video', 'audio', 'document'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/**
 * Where the record stands against its object in the blob store. Only `ready` files are shown; the
 * others mark an upload or a deletion that a crash may have cut short, for the sweep to finish.
 */
export type MediaState = 'pending' | 'ready' | 'deleting';

/** An uploaded file: the record of it. The bytes are in the blob store under `key`. */
export interface MediaFile {
  readonly id: string;
  readonly key: string;
  readonly state: MediaState;
  /** The file name in the object's address: safe characters only. */
  readonly filename: string;
  /** The name as the uploader's machine had it. Shown as text, never used as a path. */
  readonly originalName: string;
  readonly mimeType: string;
  readonly kind: MediaKind;
  /** Bytes. */
  readonly size: number;
  readonly folder: string;
  /** Pixels, where the format tells. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly alt: string;
  readonly caption: string;
  readonly uploadedBy: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const defaultFolder = 'uploads';

export const folderMaxNames = 8;
export const folderNameMaxLength = 64;
/** UTF-16 units before composition (Unicode NFC), which makes one of four at the most. */
const folderMaxRaw = folderMaxNames * (4 * folderNameMaxLength + 1);

const folderName = /^[\p{L}\p{N}_ -]+$/u;

/** @returns the folder without a trailing slash. @throws DomainError `invalid_folder`. */
export const parseFolder = (raw: string): string => {
  const given = raw.trim();
  if (given === '') return defaultFolder;
  const text = given.replace(/\/$/, '');
  // To compose a long text would take longer than anybody waits.
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

/** The last segment of whatever a client called its file, as text that can be shown. */
export const parseOriginalName = (raw: string): string => {
  const segment = raw.split(/[/\\]/).at(-1) ?? '';
  const name = segment.replace(/[\p{C}\p{Surrogate}]/gu, '').trim();
  return Array.from(name === '' ? 'file' : name)
    .slice(-originalNameMaxLength)
    .join('');
};

/** The name in the object's address: ASCII letters, digits and hyphens, and the type's extension. */
export const filenameFor = (originalName: string, extension: string): string => {
  const stem = foldText(originalName.replace(/\.[^.]*$/, ''))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, stemMaxLength)
    .replace(/^-|-$/g, '');
  return `${stem === '' ? 'file' : stem}.${extension}`;
};
