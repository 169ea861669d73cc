import { Button } from '../../components/button.tsx';
import { CollectionName } from '../../components/private-mark.tsx';
import type { Column } from '../../components/table/data-table.tsx';
import { Time } from '../../components/time.tsx';
import { daysText } from '../../api/trash-days.ts';
import type { namedIn } from '../content/collections.ts';
import type { TrashEntry } from './read-trash.ts';
import styles from './trash-columns.module.css';

interface TrashParts {
  /** How long deleted items stay. */
  readonly days: number;
  /** What a collection is called, by its id. */
  readonly collectionOf: (id: string) => ReturnType<typeof namedIn>;
  /** The name of a user, if it is known. */
  readonly userOf: (id: string | null) => string | undefined;
  readonly onRestore: (entry: TrashEntry) => void;
  readonly onDelete: (entry: TrashEntry) => void;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** How long an item can still be restored: “in 29 days”, “today”. */
const remaining = (deletedAt: number, days: number): string => {
  const left = Math.ceil((deletedAt + days * dayMs - Date.now()) / dayMs);
  return left <= 1 ? 'within a day' : `in ${daysText(left)}`;
};

/** A deleted item, how long it stays, and what can be done with it. */
export const trashColumns = ({
  days,
  collectionOf,
  userOf,
  onRestore,
  onDelete,
}: TrashParts): readonly Column<TrashEntry>[] => [
  {
    name: 'Title',
    cell: ({ title }) => (
      <span class={`two-lines ${styles.title}`} dir="auto">
        {title}
      </span>
    ),
  },
  {
    name: 'Collection',
    width: 'name',
    dir: 'auto',
    cell: ({ collectionId }) => <CollectionName collection={collectionOf(collectionId)} />,
  },
  {
    name: 'Deleted',
    width: 'tight',
    isMinor: true,
    cell: (entry) => <Time at={entry.deleted_at} />,
  },
  {
    name: 'By',
    width: 'name',
    isMinor: true,
    dir: 'auto',
    cell: ({ deletedBy }) => userOf(deletedBy) ?? '–',
  },
  {
    name: 'Deleted permanently',
    width: 'tight',
    narrow: 'line',
    class: styles.left,
    cell: (entry) => (
      <span>
        <span class={styles.phone}>Deleted permanently </span>
        {remaining(entry.deleted_at, days)}
      </span>
    ),
  },
  {
    name: 'Actions',
    isNameHidden: true,
    width: 'tight',
    narrow: 'line',
    class: styles.actions,
    cell: (entry) => (
      <div class="row">
        <Button icon="undo" label={`Restore: ${entry.title}`} onClick={() => onRestore(entry)}>
          Restore
        </Button>
        <Button
          kind="quiet"
          icon="trash"
          label={`Delete permanently: ${entry.title}`}
          onClick={() => onDelete(entry)}
        />
      </div>
    ),
  },
];
