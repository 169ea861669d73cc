import { Button } from '../../components/button.tsx';
import { Time } from '../../components/time.tsx';
import { daysText } from '../../api/trash-days.ts';
import type { TrashEntry } from './read-trash.ts';
import styles from './trash-table.module.css';

interface TrashTableProps {
  readonly entries: readonly TrashEntry[];
  /** How long deleted items stay. */
  readonly days: number;
  /** The name of a collection for people, by its id. */
  readonly collectionOf: (id: string) => string;
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

/** The deleted items of a page. */
export const TrashTable = ({
  entries,
  days,
  collectionOf,
  userOf,
  onRestore,
  onDelete,
}: TrashTableProps) => (
  <div class="table-box">
    <table class="table compact">
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Collection</th>
          <th scope="col">Deleted</th>
          <th scope="col">By</th>
          <th scope="col">Deleted permanently</th>
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td class="main">
              <span class={styles.title} dir="auto">
                {entry.title}
              </span>
            </td>
            <td data-label="Collection" class={styles.name} dir="auto">
              {collectionOf(entry.collectionId)}
            </td>
            <td data-label="Deleted" class="tight">
              <Time at={entry.deleted_at} />
            </td>
            <td data-label="By" class={styles.name} dir="auto">
              {userOf(entry.deletedBy) ?? '–'}
            </td>
            <td data-label="Deleted permanently" class={`tight ${styles.left}`}>
              <span>
                <span class={styles.phone}>Deleted permanently </span>
                {remaining(entry.deleted_at, days)}
              </span>
            </td>
            <td class={`tight ${styles.actions}`}>
              <div class="row">
                <Button
                  icon="undo"
                  label={`Restore: ${entry.title}`}
                  onClick={() => onRestore(entry)}
                >
                  Restore
                </Button>
                <Button
                  kind="quiet"
                  icon="trash"
                  label={`Delete permanently: ${entry.title}`}
                  onClick={() => onDelete(entry)}
                />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
