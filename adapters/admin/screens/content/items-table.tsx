import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { Time } from '../../components/time.tsx';
import { urlOf } from '../../shell/router.ts';
import { displayNameOf } from './collections.ts';
import styles from './items-table.module.css';
import { mayChange } from './rights.ts';
import { SelectPage } from './select-page.tsx';
import { rangeOf, type Selection } from './selection.ts';

interface ItemsTableProps {
  readonly items: readonly ContentSummaryDto[];
  readonly collections: readonly CollectionDto[];
  /** The ids of the items with a working copy; undefined until they are read. */
  readonly changed: ReadonlySet<string> | undefined;
  /** Whether all items are of one collection, which the filters name. */
  readonly isOneCollection: boolean;
  /** Undefined when the user may change none of the items. */
  readonly selection: Selection | undefined;
}

/**
 * The items of one page. Those that the user may not change have no checkbox. Shift with a click or the
 * space bar selects all items since the last one; the arrow keys go from checkbox to checkbox.
 */
export const ItemsTable = (props: ItemsTableProps) => {
  const { items, collections, changed, isOneCollection, selection } = props;
  const last = useRef<string | undefined>(undefined);
  const select = ({ id }: ContentSummaryDto, isRange: boolean): void => {
    const range = rangeOf(items, isRange ? last.current : undefined, id).filter(mayChange);
    selection?.toggle(range, !selection.has(id));
    last.current = id;
  };
  return (
    <table class="table compact">
      <thead class={selection === undefined ? undefined : styles.head}>
        <tr>
          {selection !== undefined && (
            <th class={`tight ${styles.pick}`}>
              <SelectPage items={items} selection={selection} />
            </th>
          )}
          <th>Title</th>
          {!isOneCollection && <th>Collection</th>}
          <th>Status</th>
          <th>Author</th>
          <th>Updated</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row
            key={item.id}
            {...{ item, collections, changed, isOneCollection, selection, select }}
          />
        ))}
      </tbody>
    </table>
  );
};

interface RowProps extends Omit<ItemsTableProps, 'items'> {
  readonly item: ContentSummaryDto;
  readonly select: (item: ContentSummaryDto, isRange: boolean) => void;
}

const Row = (props: RowProps) => {
  const { item, collections, changed, isOneCollection, selection, select } = props;
  const { id, title, collection, status, author } = item;
  const isSelected = selection?.has(id) === true;
  return (
    <tr
      class={`${selection === undefined ? '' : styles.selectable} ${isSelected ? styles.selected : ''}`}
    >
      {selection !== undefined && (
        <td class={`tight ${styles.pick}`}>
          {mayChange(item) && (
            <label
              onMouseDown={(event) => {
                // It would also select text. Then the click sets the focus.
                if (event.shiftKey) event.preventDefault();
              }}
            >
              <input
                type="checkbox"
                checked={isSelected}
                onClick={({ shiftKey, currentTarget }) => {
                  currentTarget.focus();
                  select(item, shiftKey);
                }}
                onKeyDown={focusNeighbour}
              />
              <span class="visually-hidden">Select {title}</span>
            </label>
          )}
        </td>
      )}
      <td class={`main ${styles.title}`}>
        <a href={urlOf(`/content/${id}`)} dir="auto">
          {title}
        </a>
      </td>
      {!isOneCollection && (
        <td data-label="Collection" class={styles.name} dir="auto">
          {displayNameOf(collections, collection)}
        </td>
      )}
      <td data-label="Status" class="tight">
        <span class={styles.status}>
          <StatusChip status={status} />
          {changed?.has(id) === true && <span class={styles.changed}>Unpublished changes</span>}
        </span>
      </td>
      <td data-label="Author" class={styles.name} dir="auto">
        {author?.name ?? (
          <span class="quiet-text">
            <span aria-hidden="true">–</span>
            <span class="visually-hidden">None</span>
          </span>
        )}
      </td>
      <td data-label="Updated" class="tight">
        <Time at={item.updated_at} />
      </td>
    </tr>
  );
};

const focusNeighbour = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  const boxes = event.currentTarget.closest('tbody')?.querySelectorAll('input') ?? [];
  const next = [...boxes][[...boxes].indexOf(event.currentTarget) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
};
