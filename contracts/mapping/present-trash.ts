import type { TrashedCount, TrashEntry } from '../../core/index.ts';
import type { TrashCountDto, TrashEntryDto } from '../operations/trash.ts';

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

export const presentTrashCount = ({
  collectionId,
  collection,
  count,
  isLowerBound,
}: TrashedCount): TrashCountDto => ({ collectionId, collection, count, isLowerBound });
