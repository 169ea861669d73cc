import { createHash } from 'node:crypto';
import { parseSlug, parseTitle, type ContentStatus, type JsonObject } from '../../../core/index.ts';

export interface FormerDocument {
  readonly collection: string;
  readonly title: string;
  readonly slug: string;
  readonly status: ContentStatus;
  /** In epoch milliseconds. */
  readonly created: number | undefined;
  readonly data: JsonObject;
}

/**
 * The digest that the service gave to a document as version 0.1.0 of the import read it: with all of
 * the front matter in `data`, and with dates in names.
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
