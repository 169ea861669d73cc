import { referencesOf } from '../../collections/data/references-of.ts';
import { refersToSomething } from '../../collections/referring-fields.ts';
import type { DecidedChange } from '../../model/content/content-change.ts';
import type { Reference } from '../../model/content/reference.ts';
import type { MarkdownReader } from '../../ports/markdown-reader.ts';
import { decodeJson } from '../../primitives/json.ts';
import { setsAny } from './sets-any.ts';

/**
 * @param mediaBaseUrl the URL of a file is this, a slash and its key.
 * @returns undefined for a deletion, and if the references of the item do not change.
 */
export const referencesPart = (
  markdown: MarkdownReader,
  mediaBaseUrl: string,
  change: DecidedChange,
): readonly Reference[] | undefined => {
  if (change.kind === 'delete') return undefined;
  const { item, collection } = change;
  if (!setsAny(change, ['data', 'collectionId'])) return undefined;
  const isMoved = change.kind === 'update' && change.before.collectionId !== item.collectionId;
  if (!refersToSomething(collection.schema)) return isMoved ? [] : undefined;
  return referencesOf(collection.schema, decodeJson(item.data), mediaBaseUrl, markdown);
};
