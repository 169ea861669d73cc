import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { posix } from 'node:path';
import type { IncomingMediaDto } from '../../../contracts/index.ts';
import { folderMaxNames, folderNameMaxLength } from '../../../core/index.ts';
import { derivedId } from './derived-id.ts';

/** An image of the folder, with its record. */
export interface ImageFile {
  /** Its id depends on path and bytes: a changed image is a new file. */
  readonly record: IncomingMediaDto;
  /** Absolute path. */
  readonly file: string;
}

/** @param path of the image, relative to `root`. */
export const readImage = async (root: string, path: string): Promise<ImageFile> => {
  const file = posix.join(root, path);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  return {
    record: {
      id: derivedId('image', path.normalize('NFC'), hash.digest('hex')),
      originalName: posix.basename(path),
      folder: mediaFolder(posix.dirname(path)),
    },
    file,
  };
};

/** The folder of the media library for a directory. Replaces characters that it does not allow with hyphens. */
export const mediaFolder = (directory: string): string =>
  directory
    .normalize('NFC')
    .split('/')
    .map((name) =>
      Array.from(name.replace(/[^\p{L}\p{N}_ -]+/gu, '-'))
        .slice(0, folderNameMaxLength)
        .join('')
        .replace(/^[\s-]+|[\s-]+$/g, ''),
    )
    .filter((name) => name !== '')
    .slice(0, folderMaxNames)
    .join('/');
