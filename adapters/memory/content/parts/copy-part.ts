import type { ContentChange } from '../../../../core/store.ts';
import { removeCopy } from '../memory-working-copy-repository.ts';
import type { MemoryPart } from './memory-part.ts';

const publishedCopy = (change: ContentChange): string | undefined =>
  change.kind === 'update' ? change.expected.copy : undefined;

/** A change that publishes the copy removes it. */
export const copyPart: MemoryPart = {
  holds: ({ copies }, change) => {
    const copy = publishedCopy(change);
    return copy === undefined || copies.get(change.item.id)?.version === copy;
  },
  apply: (tables, change) => {
    if (publishedCopy(change) !== undefined) removeCopy(tables, change.item.id);
  },
  purge: removeCopy,
};
