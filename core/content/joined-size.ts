import type { ContentItem } from '../model/content/content-item.ts';
import { DomainError } from '../primitives/errors.ts';

/** The most `data` that the changes of one commit have together, in characters: they are in memory at the same time. */
const joinedDataMax = 64 * 1024 * 1024;

/** @throws DomainError `bulk_too_large`. */
export const assertJoinable = (
  changes: readonly { readonly item: Pick<ContentItem, 'data'> }[],
): void => {
  const total = changes.reduce((sum, { item }) => sum + item.data.length, 0);
  if (total > joinedDataMax) throw tooManyChanges();
};

export const tooManyChanges = (): DomainError =>
  new DomainError('bulk_too_large', 'The items are too large for one change', {
    details: 'Change fewer items at once, or omit atomic',
  });
