import type { ContentSummaryDto } from '../../../../../contracts/operations/content-summaries.ts';
import { api, hasStatus } from '../../../api/client.ts';
import type { IconName } from '../../../components/icon.tsx';
import type { ContentStatus } from '../../../components/status-chip.tsx';

/** What can be done with the selected items. */
export interface BulkAction {
  /** The label of its button. */
  readonly verb: string;
  readonly icon: IconName;
  /** As in “Publishing 3 items”. */
  readonly running: string;
  /** As in “3 items published”. */
  readonly done: string;
  /** The new status; undefined for a deletion. */
  readonly status?: ContentStatus;
  /** Whether it would change an item of this status. Others are left out. */
  readonly appliesTo: (status: ContentStatus) => boolean;
}

export const bulkActions: readonly BulkAction[] = [
  {
    verb: 'Publish',
    icon: 'check',
    running: 'Publishing',
    done: 'published',
    status: 'published',
    // The service rejects archived items, and says why.
    appliesTo: (status) => status !== 'published',
  },
  {
    verb: 'Unpublish',
    icon: 'undo',
    running: 'Unpublishing',
    done: 'unpublished',
    status: 'draft',
    appliesTo: (status) => status === 'published',
  },
  {
    verb: 'Unarchive',
    icon: 'undo',
    running: 'Unarchiving',
    done: 'unarchived',
    status: 'draft',
    appliesTo: (status) => status === 'archived',
  },
  {
    verb: 'Archive',
    icon: 'archive',
    running: 'Archiving',
    done: 'archived',
    status: 'archived',
    appliesTo: (status) => status !== 'archived',
  },
  {
    verb: 'Delete',
    icon: 'trash',
    running: 'Deleting',
    done: 'deleted',
    appliesTo: () => true,
  },
];

/** “1 item”, “1,204 items”. */
export const countOf = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? 'item' : 'items'}`;

/** @throws ApiError, for example `invalid_transition`; OfflineError. */
export const setStatus = async (
  { id }: ContentSummaryDto,
  status: ContentStatus,
): Promise<unknown> => api.updateContent({ params: { id }, body: { status } });

/** Sets the status that the item had before `current`. Archived items become drafts before they are published. */
export const restoreStatus = async (
  item: ContentSummaryDto,
  current: ContentStatus,
): Promise<void> => {
  if (current === 'archived' && item.status === 'published') await setStatus(item, 'draft');
  await setStatus(item, item.status);
};

/** An item that somebody else has deleted is no failure. @throws ApiError, OfflineError. */
export const deleteItem = async ({ id }: ContentSummaryDto): Promise<void> => {
  try {
    await api.deleteContent({ params: { id } });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
};
