import { useRef, useState } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import { messageOf } from '../../api/client.ts';
import { numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { pageSize } from '../../components/pager.tsx';
import { showToast } from '../../components/show-toast.ts';
import { localeName } from '../../shell/locales.ts';
import { urlOf } from '../../shell/router.ts';
import { focusScreen } from '../../shell/screen.tsx';
import type { BulkAction } from './bulk/bulk-actions.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { ItemsTable } from './items-table.tsx';
import { kindOf, type ListState } from './list-state.ts';
import { Pages } from './pages.tsx';
import { performBulk } from './bulk/perform-bulk.tsx';
import type { Titles } from './query/cell.tsx';
import type { ListField } from './query/list-fields.ts';
import type { Pictures } from './query/read-pictures.ts';
import { readAllMatches, type ListPage } from './read-list.ts';
import styles from './results.module.css';
import { mayChange, mayChangeAll } from './rights.ts';
import type { Selection } from './selection.ts';
import { completenessText, type Completeness } from '../translations/completeness.ts';
import { countedTotal, formatTotal, type Total } from './format-total.ts';
import { totalOf } from './totals.ts';

interface ResultsProps {
  readonly page: ListPage;
  /** The state in the URL: newer than that of the page while another one is read. */
  readonly current: ListState;
  readonly collections: readonly CollectionDto[];
  /** Undefined until they are read. */
  readonly counts: readonly ContentCountsDto[] | undefined;
  /** The ids of the items with a working copy; undefined until they are read. */
  readonly changed: ReadonlySet<string> | undefined;
  readonly selection: Selection;
  /** The columns. */
  readonly fields: readonly ListField[];
  /** Of the items to which columns refer. */
  readonly titles: Titles;
  readonly pictures: Pictures;
  /** How much of the only collection there is in the only language; undefined if several are shown. */
  readonly completeness: Completeness | undefined;
  /** Called after items have changed. */
  readonly onChange: () => void;
}

/** The items of a page, what can be done with them, and the way to the other pages. */
export const Results = ({
  page,
  current,
  collections,
  counts,
  changed,
  selection,
  fields,
  titles,
  pictures,
  completeness,
  onChange,
}: ResultsProps) => {
  const { state, items, hasMore } = page;
  const [isCollecting, setCollecting] = useState(false);
  const latest = useRef(state);
  latest.current = state;

  const total = totalOfList(page, counts);
  const mayChangeSome = items.some(mayChange);
  // A search is in the order of its matches, which every write can change. A query counts to a limit.
  const canSelectAll =
    (hasMore || state.page > 1) &&
    (page.total === undefined || (kindOf(state) === 'query' && !total.isLowerBound));

  const selectAllMatches = async (): Promise<void> => {
    setCollecting(true);
    try {
      const found = await readAllMatches(state);
      if (latest.current === state) selection.replace(found);
    } catch (error) {
      showToast({ kind: 'failed', text: messageOf(error) });
    } finally {
      setCollecting(false);
    }
  };

  const perform = (action: BulkAction): Promise<void> =>
    performBulk(action, selection.items, collections, (unchanged) => {
      selection.replace(unchanged);
      focusScreen();
      onChange();
    });

  return (
    <>
      <div class={styles.bar}>
        <p class={styles.count} role="status">
          <span>{countText(page, total)}</span>
          {completeness !== undefined && <Complete state={state} completeness={completeness} />}
        </p>
        {mayChangeSome && (
          <BulkBar
            selection={selection}
            items={items}
            collections={collections}
            allMatches={
              canSelectAll
                ? {
                    label: mayChangeAll(state.collection)
                      ? t.contentList.selectAllMatches(formatTotal(total))
                      : t.contentList.selectOwnMatches,
                    isBusy: isCollecting,
                    select: () => void selectAllMatches(),
                  }
                : undefined
            }
            onAction={(action) => void perform(action)}
          />
        )}
      </div>
      {page.snippets !== undefined && total.isLowerBound && (
        <p class={styles.remark}>{t.contentList.searchLimit(numberText(total.count))}</p>
      )}
      <div class={styles.items}>
        <ItemsTable
          page={page}
          current={current}
          collections={collections}
          changed={changed}
          fields={fields}
          titles={titles}
          pictures={pictures}
          selection={mayChangeSome ? selection : undefined}
        />
      </div>
      <Pages page={page} current={current} total={total} />
    </>
  );
};

/** “Deutsch: 12 of 40”, which leads to what is missing. */
const Complete = ({
  state: { locale, collection },
  completeness,
}: {
  readonly state: ListState;
  readonly completeness: Completeness;
}) => (
  <a href={urlOf('/translations', { locale, collection, state: 'missing' })}>
    {localeName(locale)}: {completenessText(completeness)}
  </a>
);

const totalOfList = (
  { state, items, hasMore, total }: ListPage,
  counts: readonly ContentCountsDto[] | undefined,
): Total => {
  if (total !== undefined) return total;
  const seen = { count: (state.page - 1) * pageSize + items.length, isLowerBound: hasMore };
  // There are no counts by author.
  return hasMore && counts !== undefined && state.author === '' ? totalOf(counts, state) : seen;
};

const countText = ({ state }: ListPage, total: Total): string => {
  const forms = kindOf(state) === 'search' ? t.contentList.matches : t.contentList.items;
  return countedTotal(total, forms);
};
