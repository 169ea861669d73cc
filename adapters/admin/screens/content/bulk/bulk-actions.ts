import type { ContentSummaryDto } from '../../../../../contracts/operations/content-summaries.ts';
import { t, type Texts } from '../../../catalogue/texts.ts';
import type { IconName } from '../../../components/icon.tsx';
import type { ContentStatus } from '../../../components/status-chip.tsx';
import type { BulkCommand, BulkPart } from './run-bulk.ts';

type Items = readonly ContentSummaryDto[];

/** What can be done with the selected items. */
export interface BulkAction {
  readonly name: BulkCommand['action'];
  readonly texts: Texts['bulk']['publish'];
  readonly icon: IconName;
  /** Whether it would change an item of this status. Others are left out. */
  readonly appliesTo: (status: ContentStatus) => boolean;
}

export const bulkActions: readonly BulkAction[] = [
  {
    name: 'publish',
    texts: t.bulk.publish,
    icon: 'check',
    // The service rejects archived items, and says why.
    appliesTo: (status) => status !== 'published',
  },
  {
    name: 'unpublish',
    texts: t.bulk.unpublish,
    icon: 'undo',
    appliesTo: (status) => status === 'published',
  },
  {
    name: 'unpublish',
    texts: t.bulk.unarchive,
    icon: 'undo',
    appliesTo: (status) => status === 'archived',
  },
  {
    name: 'archive',
    texts: t.bulk.archive,
    icon: 'archive',
    appliesTo: (status) => status !== 'archived',
  },
  {
    name: 'move',
    texts: t.bulk.move,
    icon: 'folder',
    appliesTo: () => true,
  },
  {
    name: 'delete',
    texts: t.bulk.delete,
    icon: 'trash',
    appliesTo: () => true,
  },
];

const toStatus: Readonly<Record<ContentStatus, BulkCommand>> = {
  published: { action: 'publish' },
  draft: { action: 'unpublish' },
  archived: { action: 'archive' },
};

/** What takes an action back: the items return to their former status or collection, or out of the trash. */
export const undoOf = (name: BulkAction['name'], items: Items): readonly BulkPart[] => {
  if (name === 'delete') return [{ items, commands: [{ action: 'restore' }] }];
  if (name === 'move') {
    return [...Map.groupBy(items, (item) => item.collectionId)].map(([collectionId, moved]) => ({
      items: moved,
      commands: [{ action: 'move', collectionId }],
    }));
  }
  return [...Map.groupBy(items, (item) => item.status)].map(([status, changed]) => ({
    items: changed,
    // Archived items become drafts before they are published.
    commands: [
      ...(name === 'archive' && status === 'published' ? [toStatus.draft] : []),
      toStatus[status],
    ],
  }));
};
