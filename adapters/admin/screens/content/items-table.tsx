import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import { Icon } from '../../components/icon.tsx';
import { Snippet } from '../../components/texts/snippet.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { Time } from '../../components/time.tsx';
import { urlOf } from '../../shell/router.ts';
import { displayNameOf } from './collections.ts';
import styles from './items-table.module.css';
import { atFirstPage, showList, type ListState } from './list-state.ts';
import { Cell, None, type Titles } from './query/cell.tsx';
import { isDataField, type ListField } from './query/list-fields.ts';
import { directionOf, nextOrder, whyNotSortable } from './query/order.ts';
import type { ListPage } from './read-list.ts';
import { mayChange } from './rights.ts';
import { SelectPage } from './select-page.tsx';
import { rangeOf, type Selection } from './selection.ts';

interface ItemsTableProps {
  readonly page: ListPage;
  /** The state in the URL: newer than that of the page while another one is read. */
  readonly current: ListState;
  readonly collections: readonly CollectionDto[];
  /** The ids of the items with a working copy; undefined until they are read. */
  readonly changed: ReadonlySet<string> | undefined;
  /** The columns, the title first. */
  readonly fields: readonly ListField[];
  readonly titles: Titles;
  /** Undefined when the user may change none of the items. */
  readonly selection: Selection | undefined;
}

/**
 * The items of one page. Those that the user may not change have no checkbox. Shift with a click or the
 * space bar selects all items since the last one; the arrow keys go from checkbox to checkbox.
 */
export const ItemsTable = (props: ItemsTableProps) => {
  const { page, current, fields, selection } = props;
  const { items, state } = page;
  const last = useRef<string | undefined>(undefined);
  const select = ({ id }: ContentSummaryDto, isRange: boolean): void => {
    const range = rangeOf(items, isRange ? last.current : undefined, id).filter(mayChange);
    selection?.toggle(range, !selection.has(id));
    last.current = id;
  };
  const isOneCollection = state.collection !== '';
  const [title, ...others] = fields;
  return (
    <table class="table compact">
      <thead class={selection === undefined ? undefined : styles.head}>
        <tr>
          {selection !== undefined && (
            <th class={`tight ${styles.pick}`}>
              <SelectPage items={items} selection={selection} />
            </th>
          )}
          {title !== undefined && <Head field={title} state={current} />}
          {!isOneCollection && <th>Collection</th>}
          {others.map((field) => (
            <Head key={field.path} field={field} state={current} />
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.id} {...props} {...{ item, isOneCollection, select }} />
        ))}
      </tbody>
    </table>
  );
};

interface HeadProps {
  readonly field: ListField;
  readonly state: ListState;
}

/** The name of a column. A click sorts by it, or else its tooltip says why it does not. */
const Head = ({ field, state }: HeadProps) => {
  const reason = whyNotSortable(state, field);
  if (reason !== undefined) return <th title={reason}>{field.label}</th>;
  const direction = directionOf(state, field);
  return (
    <th aria-sort={direction}>
      <button
        type="button"
        class={styles.sort}
        onClick={() => showList(atFirstPage(state, { sort: nextOrder(state, field) }))}
      >
        {field.label}
        {direction !== undefined && (
          <Icon name={direction === 'ascending' ? 'up' : 'down'} size={14} />
        )}
      </button>
    </th>
  );
};

interface RowProps extends ItemsTableProps {
  readonly item: ContentSummaryDto;
  readonly isOneCollection: boolean;
  readonly select: (item: ContentSummaryDto, isRange: boolean) => void;
}

const Row = (props: RowProps) => {
  const { item, page, collections, fields, isOneCollection, selection, select } = props;
  const { id, title, collection } = item;
  const isSelected = selection?.has(id) === true;
  const snippet = page.snippets?.get(id);
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
        <div>
          <a href={urlOf(`/content/${id}`)} dir="auto">
            {title}
          </a>
          {snippet !== undefined && snippet.matches.length > 0 && (
            <p class={styles.snippet} dir="auto">
              <Snippet {...snippet} lead={60} />
            </p>
          )}
        </div>
      </td>
      {!isOneCollection && (
        <td data-label="Collection" class={styles.name} dir="auto">
          {displayNameOf(collections, collection)}
        </td>
      )}
      {fields.slice(1).map((field) => (
        <Fact key={field.path} field={field} {...props} />
      ))}
    </tr>
  );
};

interface FactProps extends Pick<RowProps, 'item' | 'page' | 'changed' | 'titles'> {
  readonly field: ListField;
}

/** The cell of a column besides the title. */
const Fact = ({ field, item, page, changed: copies, titles }: FactProps) => {
  const { path, label } = field;
  if (isDataField(field)) {
    return (
      <td data-field={label} class={`${styles.name} ${styles.value}`}>
        {/* A column that was just chosen is still being read. */}
        {page.state.columns?.includes(path) === true && (
          <Cell field={field} data={page.data.get(item.id)} titles={titles} />
        )}
      </td>
    );
  }
  switch (path) {
    case 'status':
      return (
        <td data-label={label} class="tight">
          <span class={styles.status}>
            <StatusChip status={item.status} />
            {copies?.has(item.id) === true && (
              <span class={styles.changed}>Unpublished changes</span>
            )}
          </span>
        </td>
      );
    case 'author':
      return (
        <td data-label={label} class={styles.name} dir="auto">
          {item.author?.name ?? <None />}
        </td>
      );
    case 'slug':
      return (
        <td data-label={label} class={styles.name} dir="auto">
          {item.slug}
        </td>
      );
    default:
      return (
        <td data-label={label} class="tight">
          <Time at={path === 'created_at' ? item.created_at : item.updated_at} />
        </td>
      );
  }
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
