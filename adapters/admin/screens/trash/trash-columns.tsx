import { t } from '../../catalogue/texts.ts';
import { counted } from '../../catalogue/forms.ts';
import { Button } from '../../components/button.tsx';
import { CollectionName } from '../../components/private-mark.tsx';
import type { Column } from '../../components/table/data-table.tsx';
import { Time } from '../../components/time.tsx';
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

/** How long an item can still be restored: “in 29 days”, “within a day”. */
const remaining = (deletedAt: number, days: number): string => {
  const left = Math.ceil((deletedAt + days * dayMs - Date.now()) / dayMs);
  return left <= 1 ? t.trash.withinADay : counted(left, t.trash.inDays);
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
    name: t.common.title,
    cell: ({ title }) => (
      <span class={`two-lines ${styles.title}`} dir="auto">
        {title}
      </span>
    ),
  },
  {
    name: t.common.collection,
    width: 'name',
    dir: 'auto',
    cell: ({ collectionId }) => <CollectionName collection={collectionOf(collectionId)} />,
  },
  {
    name: t.trash.deleted,
    width: 'tight',
    isMinor: true,
    cell: (entry) => <Time at={entry.deleted_at} />,
  },
  {
    name: t.trash.by,
    width: 'name',
    isMinor: true,
    dir: 'auto',
    cell: ({ deletedBy }) => userOf(deletedBy) ?? '–',
  },
  {
    name: t.trash.deletedPermanently,
    width: 'tight',
    narrow: 'line',
    class: styles.left,
    cell: (entry) => (
      <span>
        <span class={styles.phone}>{t.trash.deletedPermanently} </span>
        {remaining(entry.deleted_at, days)}
      </span>
    ),
  },
  {
    name: t.common.actions,
    isNameHidden: true,
    width: 'tight',
    narrow: 'line',
    class: styles.actions,
    cell: (entry) => (
      <div class="row">
        <Button icon="undo" label={t.trash.restoreOf(entry.title)} onClick={() => onRestore(entry)}>
          {t.common.restore}
        </Button>
        <Button
          kind="quiet"
          icon="trash"
          label={t.trash.deleteOf(entry.title)}
          onClick={() => onDelete(entry)}
        />
      </div>
    ),
  },
];
