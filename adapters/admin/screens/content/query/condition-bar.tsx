import { useState } from 'preact/hooks';
import { queryLimits } from '../../../../../contracts/client/vocabulary.ts';
import { Button } from '../../../components/button.tsx';
import { FilterSelect } from '../../../components/inputs/filter-select.tsx';
import { late } from '../../../components/dialogs/late.tsx';
import { atFirstPage, kindOf, showList, type ListState } from '../list-state.ts';
import type { Titles } from './cell.tsx';
import styles from './condition-bar.module.css';
import { rememberColumns } from './columns.ts';
import { conditionFields, conditionsOf, conditionText, replaceCondition } from './conditions.ts';
import { columnFields, type ListField } from './list-fields.ts';
import { orderOptions } from './order.ts';

const FilterDialog = late(async () => (await import('./filter-dialog.tsx')).FilterDialog);
const ColumnsDialog = late(async () => (await import('./columns-dialog.tsx')).ColumnsDialog);

interface ConditionBarProps {
  readonly state: ListState;
  readonly fields: readonly ListField[];
  readonly titles: Titles;
  /** Whether the collection is so small that the service answers every query. */
  readonly isSmall: boolean;
}

/** For the list of one collection: its conditions, its columns and, where these have no heads, its order. */
export const ConditionBar = ({ state, fields, titles, isSmall }: ConditionBarProps) => {
  /** The key of the condition to edit; empty for a new one. */
  const [edited, setEdited] = useState<string>();
  const [isChoosing, setChoosing] = useState(false);
  const change = (changes: Partial<ListState>): void => showList(atFirstPage(state, changes));
  const conditions = conditionsOf(state);
  const isWaiting = kindOf(state) === 'search';
  const free = queryLimits.conditions - conditions.length - (state.status === '' ? 0 : 1);
  const titleOf = (id: string): string => titles?.get(id.toLowerCase()) ?? (titles ? id : '…');
  return (
    <div class={styles.bar} role="group" aria-label="Filters and columns">
      {!isWaiting &&
        conditions.map((condition) => {
          const text = conditionText(condition, fields, titleOf);
          return (
            <span key={condition.key} class={styles.condition}>
              <button
                type="button"
                class={styles.text}
                title={`Change the filter: ${text}`}
                dir="auto"
                onClick={() => setEdited(condition.key)}
              >
                {text}
              </button>
              <Button
                kind="quiet"
                icon="close"
                label={`Remove the filter: ${text}`}
                onClick={() =>
                  change({ where: replaceCondition(state.where, condition.key, undefined) })
                }
              />
            </span>
          );
        })}
      {isWaiting && (conditions.length > 0 || state.sort !== '') && (
        <span class="quiet-text">The filters and the order apply again without a search.</span>
      )}
      {!isWaiting && (
        <Button
          icon="filter"
          disabled={free <= 0}
          attributes={
            free <= 0 ? { title: `A list can have ${queryLimits.conditions} filters.` } : {}
          }
          onClick={() => setEdited('')}
        >
          Add filter
        </Button>
      )}
      <Button icon="columns" onClick={() => setChoosing(true)}>
        Columns
      </Button>
      {!isWaiting && (
        <span class={styles.order}>
          <FilterSelect
            label="Order"
            value={state.sort}
            options={orderOptions(state, fields)}
            onChange={(sort) => change({ sort })}
          />
        </span>
      )}
      {edited !== undefined && (
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
    </div>
  );
};
