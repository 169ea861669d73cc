import { queryLimits } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { atFirstPage, kindOf, showList, type ListState } from '../list-state.ts';
import styles from './condition-bar.module.css';
import { conditionText, replaceCondition, type Condition } from './conditions.ts';
import type { ListField } from './list-fields.ts';

interface ConditionBarProps {
  readonly state: ListState;
  readonly conditions: readonly Condition[];
  readonly fields: readonly ListField[];
  readonly titleOf: (id: string) => string;
  /** Opens a condition, by its key; the empty key is a new one. */
  readonly onEdit: (key: string) => void;
}

/** For the list of one collection: its conditions, and another one. They wait while there are words to search for. */
export const ConditionBar = (props: ConditionBarProps) => {
  const { state, conditions, fields, titleOf, onEdit } = props;
  const free = queryLimits.conditions - conditions.length - (state.status === '' ? 0 : 1);
  if (kindOf(state) === 'search') {
    const isWaiting = conditions.length > 0 || state.sort !== '';
    return isWaiting ? <span class="quiet-text">{t.query.waiting}</span> : null;
  }
  return (
    <div class={styles.bar} role="group" aria-label={t.query.label}>
      {conditions.map((condition) => {
        const text = conditionText(condition, fields, titleOf);
        return (
          <span key={condition.key} class={styles.condition}>
            <button
              type="button"
              class={styles.text}
              title={t.query.changeFilter(text)}
              dir="auto"
              onClick={() => onEdit(condition.key)}
            >
              {text}
            </button>
            <Button
              kind="quiet"
              icon="close"
              label={t.query.removeFilter(text)}
              onClick={() => {
                const where = replaceCondition(state.where, condition.key, undefined);
                showList(atFirstPage(state, { where }));
              }}
            />
          </span>
        );
      })}
      <Button
        kind="quiet"
        icon="add"
        disabled={free <= 0}
        attributes={free <= 0 ? { title: t.query.filtersMax(queryLimits.conditions) } : {}}
        onClick={() => onEdit('')}
      >
        {t.query.addFilter}
      </Button>
    </div>
  );
};
