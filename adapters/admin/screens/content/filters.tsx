import { useState } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { SavedViewDto } from '../../../../contracts/schemas/saved-view-schemas.ts';
import type { Resource } from '../../api/resource.ts';
import { numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { late } from '../../components/dialogs/late.tsx';
import { SearchInput } from '../../components/inputs/search-input.tsx';
import { phone, useMedia } from '../../components/use-media.ts';
import { chosenCount, FilterMenus } from './filter-menus.tsx';
import styles from './filters.module.css';
import { atFirstPage, kindOf, showList, type ListState } from './list-state.ts';
import type { Titles } from './query/cell.tsx';
import { ConditionBar } from './query/condition-bar.tsx';
import { conditionFields, conditionsOf, replaceCondition } from './query/conditions.ts';
import { ColumnsButton, OrderMenu } from './query/arrangement.tsx';
import type { ListField } from './query/list-fields.ts';
import { ViewsMenu } from './views/views-menu.tsx';

const FilterDialog = late(async () => (await import('./query/filter-dialog.tsx')).FilterDialog);

interface FiltersProps {
  readonly state: ListState;
  readonly collections: readonly CollectionDto[];
  /** Of the only collection; undefined if the list has several. */
  readonly fields: readonly ListField[] | undefined;
  /** The columns of the table, the title first. */
  readonly columns: readonly ListField[];
  readonly titles: Titles;
  /** Whether the collection is so small that the service answers every query. */
  readonly isSmall: boolean;
  readonly views: Resource<readonly SavedViewDto[]>;
}

/** What the list shows: the search, the filters in a row of chips, the columns, and the saved views. */
export const Filters = (props: FiltersProps) => {
  const { state, collections, fields, columns, titles, isSmall, views } = props;
  const isPhone = useMedia(phone);
  /** Whether phones show the filters. */
  const [isOpen, setOpen] = useState(false);
  /** The key of the condition to edit; empty for a new one. Outside of the chips, so that it outlives a turned phone. */
  const [edited, setEdited] = useState<string>();
  const change = (changes: Partial<ListState>): void => showList(atFirstPage(state, changes));
  const conditions = fields === undefined ? [] : conditionsOf(state);
  const titleOf = (id: string): string => titles?.get(id.toLowerCase()) ?? (titles ? id : '…');
  const count = chosenCount(state) + (kindOf(state) === 'search' ? 0 : conditions.length);
  const close = (): void => setOpen(false);
  const chips = (
    <>
      <FilterMenus state={state} collections={collections} />
      {fields !== undefined && (
        <ConditionBar
          state={state}
          conditions={conditions}
          fields={fields}
          titleOf={titleOf}
          onEdit={setEdited}
        />
      )}
    </>
  );
  return (
    <div class={styles.filters} role="search">
      <SearchInput
        label={t.contentList.search}
        placeholder={t.contentList.searchedTexts}
        value={state.q}
        onChange={(q) => change({ q })}
      />
      {isPhone ? (
        <Button
          icon="filter"
          attributes={{ 'aria-haspopup': 'dialog' }}
          onClick={() => setOpen(true)}
        >
          {count === 0 ? t.contentList.filters : t.contentList.filtersChosen(numberText(count))}
        </Button>
      ) : (
        <div class={conditions.length === 0 ? styles.chips : `${styles.chips} ${styles.row}`}>
          {chips}
        </div>
      )}
      {fields !== undefined && isPhone && <OrderMenu state={state} fields={fields} />}
      {/* With a key, so that what is open here stays when a phone is turned. */}
      <div key="end" class={styles.end}>
        {fields !== undefined && <ColumnsButton state={state} fields={fields} />}
        <ViewsMenu state={state} columns={columns.slice(1).map(({ path }) => path)} saved={views} />
      </div>
      {isPhone && isOpen && (
        <Dialog
          title={t.contentList.filters}
          onClose={close}
          actions={
            <Button kind="primary" onClick={close}>
              {t.common.done}
            </Button>
          }
        >
          <div class={styles.sheet}>{chips}</div>
        </Dialog>
      )}
      {edited !== undefined && fields !== undefined && (
        <FilterDialog
          fields={conditionFields(fields)}
          conditions={conditions}
          edited={conditions.find(({ key }) => key === edited)}
          isSmall={isSmall}
          titleOf={titleOf}
          onClose={() => setEdited(undefined)}
          onApply={(condition) => {
            setEdited(undefined);
            change({ where: replaceCondition(state.where, edited, condition) });
          }}
        />
      )}
    </div>
  );
};
