import type { ContentSummaryDto } from '../../../../../contracts/operations/content-summaries.ts';
import type { IconName } from '../../../components/icon.tsx';
import type { ContentStatus } from '../../../components/status-chip.tsx';
import type { BulkCommand, BulkPart } from './run-bulk.ts';

type Items = readonly ContentSummaryDto[];

/** What can be done with the selected items. */
export interface BulkAction {
  readonly name: BulkCommand['action'];
  /** The label of its button. */
  readonly verb: string;
  readonly icon: IconName;
  /** As in “Publishing 3 items”. */
  readonly running: string;
  /** As in “3 items published”. */
  readonly done: string;
  /** Whether it would change an item of this status. Others are left out. */
  readonly appliesTo: (status: ContentStatus) => boolean;
}

export const bulkActions: readonly BulkAction[] = [
  {
    name: 'publish',
    verb: 'Publish',
    icon: 'check',
    running: 'Publishing',
    done: 'published',
    // The service rejects archived items, and says why.
    appliesTo: (status) => status !== 'published',
  },
  {
    name: 'unpublish',
    verb: 'Unpublish',
    icon: 'undo',
    running: 'Unpublishing',
    done: 'unpublished',
    appliesTo: (status) => status === 'published',
  },
  {
    name: 'unpublish',
    verb: 'Unarchive',
    icon: 'undo',
    running: 'Unarchiving',
    done: 'unarchived',
    appliesTo: (status) => status === 'archived',
  },
  {
    name: 'archive',
    verb: 'Archive',
    icon: 'archive',
    running: 'Archiving',
    done: 'archived',
    appliesTo: (status) => status !== 'archived',
  },
  {
    name: 'move',
    verb: 'Move',
    icon: 'folder',
    running: 'Moving',
    done: 'moved',
    appliesTo: () => true,
  },
  {
    name: 'delete',
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
