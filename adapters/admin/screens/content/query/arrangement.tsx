import { useState } from 'preact/hooks';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { late } from '../../../components/dialogs/late.tsx';
import { FilterSelect } from '../../../components/inputs/filter-select.tsx';
import { atFirstPage, kindOf, showList, type ListState } from '../list-state.ts';
import { rememberColumns } from './columns.ts';
import { columnFields, type ListField } from './list-fields.ts';
import { orderOptions } from './order.ts';

const ColumnsDialog = late(async () => (await import('./columns-dialog.tsx')).ColumnsDialog);

interface ArrangementProps {
  readonly state: ListState;
  readonly fields: readonly ListField[];
}

/** Chooses the columns of the list of one collection. */
export const ColumnsButton = ({ state, fields }: ArrangementProps) => {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Button icon="columns" onClick={() => setChoosing(true)}>
        {t.query.columns}
      </Button>
      {isChoosing && (
        <ColumnsDialog
          fields={fields}
          chosen={columnFields(fields, state.columns).map(({ path }) => path)}
          onChange={(columns) => {
            rememberColumns(state.collection, columns);
            showList({ ...state, columns });
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
};

/** The order, where the columns have no heads to click on. A search has its own. */
export const OrderMenu = ({ state, fields }: ArrangementProps) =>
  kindOf(state) === 'search' ? null : (
    <FilterSelect
      label={t.query.order.label}
      value={state.sort}
      options={orderOptions(state, fields)}
      onChange={(sort) => showList(atFirstPage(state, { sort }))}
    />
  );
