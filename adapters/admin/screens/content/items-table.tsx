import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import type { SearchResultDto } from '../../../../contracts/operations/search.ts';
import { t } from '../../catalogue/texts.ts';
import { Icon } from '../../components/icon.tsx';
import { CollectionName } from '../../components/private-mark.tsx';
import { LocaleMark } from '../../components/locale-mark.tsx';
import { Snippet } from '../../components/texts/snippet.tsx';
import { StatusChip, statusNames } from '../../components/status-chip.tsx';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { usePicks } from '../../components/table/pick-rows.tsx';
import { Time } from '../../components/time.tsx';
import { localeOf } from '../../shell/locales.ts';
import { urlOf } from '../../shell/router.ts';
import { namedIn } from './collections.ts';
import styles from './items-table.module.css';
import { atFirstPage, showList, type ListState } from './list-state.ts';
import { Cell, None, type Titles } from './query/cell.tsx';
import { isDataField, type ListField } from './query/list-fields.ts';
import { directionOf, nextOrder, whyNotSortable } from './query/order.ts';
import type { Pictures } from './query/read-pictures.ts';
import { RowPicture } from './query/row-picture.tsx';
import type { ListPage } from './read-list.ts';
import { mayChange } from './rights.ts';
import type { Selection } from './selection.ts';

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
  readonly pictures: Pictures;
  /** Undefined when the user may change none of the items. */
  readonly selection: Selection | undefined;
}

const idOf = ({ id }: ContentSummaryDto): string => id;

/** The items of one page. Those that the user may not change have no checkbox. */
export const ItemsTable = (props: ItemsTableProps) => {
  const { page, current, collections, fields, selection } = props;
  const picks = usePicks(
    page.items,
    idOf,
    selection && {
      has: ({ id }) => selection.has(id),
      mayPick: mayChange,
      nameOf: ({ title }) => title,
      toggle: selection.toggle,
      clear: () => selection.replace([]),
    },
  );
  const [title, ...others] = fields.map((field) => ({
    ...columnOf(field, props),
    ...headingOf(current, field),
  }));
  const collection: Column<ContentSummaryDto> = {
    name: t.common.collection,
    width: 'name',
    dir: 'auto',
    cell: (item) => <CollectionName collection={namedIn(collections, item.collection)} />,
  };
  return (
    <DataTable
      caption={t.common.content}
      isCompact
      columns={[
        ...(title === undefined ? [] : [title]),
        ...(page.state.collection === '' ? [collection] : []),
        ...others,
      ]}
      rows={page.items}
      keyOf={idOf}
      selection={picks}
    />
  );
};

/** A click on the heading sorts by its column, or else its tooltip says why it does not. */
const headingOf = (
  state: ListState,
  field: ListField,
): Pick<Column<unknown>, 'heading' | 'order' | 'hint'> => {
  const hint = whyNotSortable(state, field);
  if (hint !== undefined) return { hint };
  const order = directionOf(state, field);
  const heading = (
    <button
      type="button"
      class="sort"
      onClick={() => showList(atFirstPage(state, { sort: nextOrder(state, field) }))}
    >
      {field.label}
      {order !== undefined && <Icon name={order === 'ascending' ? 'up' : 'down'} size={14} />}
    </button>
  );
  return { heading, order };
};

const columnOf = (
  field: ListField,
  { page, changed: copies, titles, pictures }: ItemsTableProps,
): Column<ContentSummaryDto> => {
  const { path, label: name } = field;
  const column = { key: path, name };
  if (isDataField(field)) {
    return {
      ...column,
      width: 'name',
      // Unlike a status or a time, a value needs the name of its field.
      narrow: 'labelled',
      // A column that was just chosen is still being read.
      cell: ({ id }) =>
        page.state.columns?.includes(path) === true && (
          <Cell field={field} data={page.data.get(id)} titles={titles} />
        ),
    };
  }
  switch (path) {
    case 'title':
      return {
        ...column,
        class: styles.title,
        cell: (item) => {
          const title = <Title item={item} snippet={page.snippets?.get(item.id)} />;
          if (pictures === undefined) return title;
          return (
            <div class={styles.pictured}>
              <RowPicture url={pictures.get(item.id)} />
              {title}
            </div>
          );
        },
      };
    case 'status':
      return {
        ...column,
        width: 'tight',
        class: styles.cell,
        cell: ({ id, status }) => (
          <span class={styles.status}>
            {status === 'published' ? (
              // What most items are needs no sign.
              <span class="visually-hidden" data-usual>
                {statusNames[status]}
              </span>
            ) : (
              <StatusChip status={status} />
            )}
            {copies?.has(id) === true && (
              <span class={styles.changed}>{t.contentList.unpublishedChanges}</span>
            )}
          </span>
        ),
      };
    case 'author':
      return {
        ...column,
        width: 'name',
        dir: 'auto',
        cell: ({ author }) => author?.name ?? <None />,
      };
    case 'slug':
      return { ...column, width: 'name', dir: 'auto', cell: ({ slug }) => slug };
    default:
      return {
        ...column,
        width: 'tight',
        cell: (item) => <Time at={path === 'created_at' ? item.created_at : item.updated_at} />,
      };
  }
};

interface TitleProps {
  readonly item: ContentSummaryDto;
  readonly snippet: SearchResultDto['snippet'] | undefined;
}

const Title = ({ item: { id, title, locale }, snippet }: TitleProps) => (
  <div>
    <span class={styles.named}>
      <a href={urlOf(`/content/${id}`)} lang={locale} dir={localeOf(locale)?.direction ?? 'auto'}>
        {title}
      </a>
      <LocaleMark code={locale} />
    </span>
    {snippet !== undefined && snippet.matches.length > 0 && (
      <p class={styles.snippet} dir="auto">
        <Snippet {...snippet} lead={60} />
      </p>
    )}
  </div>
);
