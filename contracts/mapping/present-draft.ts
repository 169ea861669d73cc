import type { WorkingCopyEntry } from '../../core/vocabulary.ts';
import type { DraftEntryDto } from '../operations/drafts.ts';

export const presentDraftEntry = ({
  contentId,
  title,
  slug,
  collectionId,
  baseVersion,
  isOutdated,
  updatedAt,
  author,
}: WorkingCopyEntry): DraftEntryDto => ({
  id: contentId,
  title,
  slug,
  collectionId,
  baseVersion,
  outdated: isOutdated,
  updated_at: updatedAt,
  author: author === undefined ? null : { id: author.id, name: author.name },
});
