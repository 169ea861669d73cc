import type { ContentChange, PartName } from '../../../../core/store.ts';
import { deletePreviews } from '../../accounts/memory-preview-token-repository.ts';
import type { MemoryTables } from '../../memory-tables.ts';
import { copyPart } from './copy-part.ts';
import { eventPart } from './event-part.ts';
import { formerSlugPart } from './former-slug-part.ts';
import type { MemoryPart } from './memory-part.ts';
import { referencePart } from './reference-part.ts';
import { revisionPart } from './revision-part.ts';
import { schedulePart } from './schedule-part.ts';
import { searchPart } from './search-part.ts';
import { sourcePart } from './source-part.ts';
import { wordsPart } from './words-part.ts';

/** Tokens are not stored with a change of the item, but go with it. */
const previewPart: MemoryPart = {
  leave: (tables, id) => deletePreviews(tables, ({ contentId }) => contentId === id),
};

/** Comments are not stored with a change of the item, but go with it for good. */
const commentPart: MemoryPart = {
  purge: ({ comments }, contentId) => {
    for (const comment of comments.values()) {
      if (comment.contentId === contentId) comments.delete(comment.id);
    }
  },
};

const memoryParts = {
  copy: copyPart,
  schedule: schedulePart,
  formerSlug: formerSlugPart,
  revision: revisionPart,
  references: referencePart,
  search: searchPart,
  words: wordsPart,
  source: sourcePart,
  previews: previewPart,
  comments: commentPart,
  event: eventPart,
} satisfies Readonly<Record<PartName | 'previews' | 'comments', MemoryPart>>;

const all: readonly MemoryPart[] = Object.values(memoryParts);

/** Whether what decided the change still is so, as far as the parts know. */
export const partsHold = (tables: MemoryTables, change: ContentChange): boolean =>
  all.every((part) => part.holds?.(tables, change) ?? true);

/** @param leaving what the commit deletes. @throws DomainError if a part prevents the change. */
export const assertParts = (
  tables: MemoryTables,
  change: ContentChange,
  leaving: ReadonlySet<string>,
): void => {
  for (const part of all) part.assert?.(tables, change, leaving);
};

/** Stores all parts of a change, after the item, without any check. */
export const applyParts = (tables: MemoryTables, change: ContentChange): void => {
  for (const part of all) part.apply?.(tables, change);
};

/** Removes what goes when an item leaves the content: into the trash, or for good. */
export const leaveParts = (tables: MemoryTables, contentId: string): void => {
  for (const part of all) part.leave?.(tables, contentId);
};

/** Removes what stays while an item is in the trash, and goes with it. */
export const purgeParts = (tables: MemoryTables, contentId: string): void => {
  for (const part of all) part.purge?.(tables, contentId);
};
