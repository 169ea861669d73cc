import type { CollectionDto } from '../../../../contracts/collections.ts';
import type { ContentSummaryDto } from '../../../../contracts/content-summaries.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { Time } from '../../components/time.tsx';
import { urlOf } from '../../shell/router.ts';
import { displayNameOf } from './collections.ts';
import styles from './items-table.module.css';
import { mayChange } from './rights.ts';
import type { Selection } from './selection.ts';

interface ItemsTableProps {
  readonly items: readonly ContentSummaryDto[];
  readonly collections: readonly CollectionDto[];
  /** Undefined when the user may change no items at all. */
  readonly selection: Selection | undefined;
}

/** The items of one page. Those that the user may not change have no checkbox. */
export const ItemsTable = ({ items, collections, selection }: ItemsTableProps) => (
  <table class="table">
    <thead>
      <tr>
        {selection !== undefined && (
          <th class="tight">
            <span class="visually-hidden">Select</span>
          </th>
        )}
        <th>Title</th>
        <th>Collection</th>
        <th>Status</th>
        <th>Author</th>
        <th>Updated</th>
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <Row key={item.id} {...{ item, collections, selection }} />
      ))}
    </tbody>
  </table>
);

interface RowProps extends Omit<ItemsTableProps, 'items'> {
  readonly item: ContentSummaryDto;
}

const Row = ({ item, collections, selection }: RowProps) => {
  const { id, title, collection, status, author } = item;
  const isSelected = selection?.has(id) === true;
  return (
    <tr
      class={`${selection === undefined ? '' : styles.selectable} ${isSelected ? styles.selected : ''}`}
    >
      {selection !== undefined && (
        <td class={`tight ${styles.pick}`}>
          {mayChange(item) && (
            <label>
              <input
                type="checkbox"
                checked={isSelected}
                onChange={() => selection.toggle([item], !isSelected)}
              />
              <span class="visually-hidden">Select {title}</span>
            </label>
          )}
        </td>
      )}
      <td class={`main ${styles.title}`}>
        <a href={urlOf(`/content/${id}`)}>{title}</a>
      </td>
      <td data-label="Collection" class={styles.name}>
        {displayNameOf(collections, collection)}
      </td>
      <td data-label="Status" class="tight">
        <StatusChip status={status} />
      </td>
      <td data-label="Author" class={styles.name}>
        {author?.name ?? <span class="quiet-text">None</span>}
      </td>
      <td data-label="Updated" class="tight">
        <Time at={item.updated_at} />
      </td>
    </tr>
  );
};
