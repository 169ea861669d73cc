import { createHash } from 'node:crypto';
import { parseSlug, parseTitle, type ContentStatus, type JsonObject } from '../../../core/index.ts';
import { isImageAddress } from './file-address.ts';
import type { Reference } from './html-references.ts';
import type { LocalFile } from './local-file.ts';

export interface FormerDocument {
  readonly collection: string;
  readonly title: string;
  readonly slug: string;
  readonly status: ContentStatus;
  /** In epoch milliseconds. */
  readonly created: number | undefined;
  readonly data: JsonObject;
}

/** The stored files that version 0.1.0 of the import stored, too: images of the imported folder. */
export const formerFiles = (
  stored: ReadonlyMap<LocalFile, string>,
): ReadonlyMap<LocalFile, string> =>
  new Map([...stored].filter(([file]) => file.isStatic !== true && isImageAddress(file.path)));

/** The references that version 0.1.0 of the import read. */
export const formerReferences = (references: readonly Reference[]): readonly Reference[] =>
  references.filter(({ isNew }) => isNew !== true);

/**
 * The digest that the service gave to a document as version 0.1.0 of the import read it: with all of
 * the front matter in `data`, with dates in names, and with the URLs of images only.
 *
 * @returns undefined if that version could not import the document.
 */
export const formerDigest = ({
  collection,
  title,
  slug,
  status,
  created,
  data,
}: FormerDocument): string | undefined => {
  try {
    const source = [
      collection,
      parseTitle(title),
      parseSlug(slug),
      status,
      created,
      JSON.stringify(data),
    ];
    return createHash('sha256').update(JSON.stringify(source)).digest('hex');
  } catch {
    return undefined;
  }
};
