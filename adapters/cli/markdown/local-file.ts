import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join, posix } from 'node:path';
import type { IncomingMediaDto } from '../../../contracts/index.ts';
import { decodePercent } from '../../../core/index.ts';
import { folderMaxNames, folderNameMaxLength } from '../../../core/vocabulary.ts';
import { derivedId } from './derived-id.ts';

/** A file that documents can refer to. */
export interface LocalFile {
  /** The absolute path of the folder that was listed. */
  readonly root: string;
  /** Relative to `root`, with slashes. */
  readonly path: string;
  /** From the folder for static files. */
  readonly isStatic?: true;
}

/** A file, with the record to store it under. */
export interface FileToStore {
  /** Its id depends on path and bytes: a changed file is a new media file. */
  readonly record: IncomingMediaDto;
  /** Absolute path of the bytes. */
  readonly path: string;
}

export const readLocalFile = async ({ root, path }: LocalFile): Promise<FileToStore> => {
  const file = join(root, path);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  return {
    record: {
      id: derivedId('image', path.normalize('NFC'), hash.digest('hex')),
      originalName: readableName(posix.basename(path)),
      folder: mediaFolder(posix.dirname(path)),
    },
    path: file,
  };
};

/** A name that some system has percent-encoded, decoded. One that would contain a separator stays. */
const readableName = (name: string): string => {
  const decoded = decodePercent(name);
  return /[/\\\p{Cc}]/u.test(decoded) ? name : decoded;
};

/** The folder of the media library for a directory. Replaces characters that it does not allow with hyphens. */
export const mediaFolder = (directory: string): string =>
  directory
    .split('/')
    .map((name) => decodePercent(name).normalize('NFC'))
    .map((name) =>
      Array.from(
        name.replace(/[^\p{L}\p{M}\p{N}_ -]+/gu, '-').replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, ''),
      )
        .slice(0, folderNameMaxLength)
        .join('')
        .replace(/^[\s-]+|[\s-]+$/g, ''),
    )
    .filter((name) => name !== '')
    .slice(0, folderMaxNames)
    .join('/');
