import type { TrashEntry } from '../../core/vocabulary.ts';
import type { TrashEntryDto } from '../operations/trash.ts';

export const presentTrashEntry = ({
  id,
  title,
  slug,
  collectionId,
  deletedAt,
  deletedBy,
}: TrashEntry): TrashEntryDto => ({
  id,
  title,
  slug,
  collectionId,
  deleted_at: deletedAt,
  deletedBy: deletedBy ?? null,
});
