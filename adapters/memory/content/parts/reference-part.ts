import { DomainError } from '../../../../core/store.ts';
import { isBound, putReferences } from '../memory-references.ts';
import type { MemoryPart } from './memory-part.ts';

/** A reference can prevent the deletion of what it leads to. */
export const referencePart: MemoryPart = {
  assert: (tables, { kind, item }, leaving) => {
    if (kind === 'delete' && isBound(tables, item.id, leaving)) {
      throw new DomainError('referenced', 'Other content refers to this content');
    }
  },
  apply: (tables, { item, parts: { references } }) => {
    if (references !== undefined) putReferences(tables, item.id, references);
  },
  leave: ({ references }, contentId) => references.delete(contentId),
};
