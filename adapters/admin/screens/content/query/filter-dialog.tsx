import { useState } from 'preact/hooks';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Field, SelectField } from '../../../components/inputs/field.tsx';
import { isServed, keyOf, operatorsOf, type Condition, type Operator } from './conditions.ts';
import type { ListField } from './list-fields.ts';
import { missingValue, ValueControl } from './value-control.tsx';

interface FilterDialogProps {
  readonly fields: readonly ListField[];
  /** All conditions of the list. */
  readonly conditions: readonly Condition[];
  /** The one to change; undefined for a new one. */
  readonly edited: Condition | undefined;
  readonly isSmall: boolean;
  readonly titleOf: (id: string) => string;
  readonly onApply: (condition: Pick<Condition, 'key' | 'value'>) => void;
  readonly onClose: () => void;
}

const nameOf = ({ name, value }: Operator): string =>
  value === undefined ? name : `${name} ${value}`;

/** Asks for a field, an operator and a value: what the service can answer. */
export const FilterDialog = (props: FilterDialogProps) => {
  const { fields, conditions, edited, isSmall, titleOf, onApply, onClose } = props;
  const others = conditions.filter(({ key }) => key !== edited?.key);
  const mayFilter = (field: ListField): boolean => isSmall || field.isIndexed;
  /** Beside a condition that finds few items, every other one works. */
  const mayUse = (field: ListField, operator: Operator): boolean =>
    isSmall || isServed(field, operator) || others.length > 0;

  const [path, setPath] = useState(
    edited?.path ??
      (fields.find((field) => field.path !== 'title' && mayFilter(field)) ?? fields[0])?.path,
  );
  const field = fields.find((each) => each.path === path);
  const operators = field === undefined ? [] : operatorsOf(field);
  const [chosen, setChosen] = useState(
    edited &&
      operators.find(
        ({ name, value }) => name === edited.operator && (value ?? edited.value) === edited.value,
      ),
  );
  const operator =
    operators.find((each) => chosen && nameOf(each) === nameOf(chosen)) ??
    operators.find((each) => field && mayUse(field, each));
  const [value, setValue] = useState(edited?.value ?? '');
  const [error, setError] = useState<string>();

  const apply = (): void => {
    if (field === undefined || operator === undefined) return;
    const given = operator.value ?? value.trim();
    const mistake = operator.value === undefined ? missingValue(field, given) : undefined;
    if (mistake === undefined) onApply({ key: keyOf(field.path, operator.name), value: given });
    else setError(mistake);
  };

  return (
    <Dialog
      title={edited === undefined ? t.query.dialog.add : t.query.dialog.change}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" onClick={apply}>
            {t.query.dialog.apply}
          </Button>
        </>
      }
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Field label={t.query.dialog.field} hint={isSmall ? undefined : t.query.dialog.onlyIndexed}>
          {(control) => (
            <select
              {...control}
              class="input"
              dir="auto"
              autoFocus
              onChange={(event) => {
                setPath(event.currentTarget.value);
                setChosen(undefined);
                setValue('');
                setError(undefined);
              }}
            >
              {fields.map((each) => (
                <option
                  key={each.path}
                  value={each.path}
                  selected={each.path === path}
                  disabled={!mayFilter(each) && others.length === 0}
                >
                  {mayFilter(each) ? each.label : t.query.dialog.notIndexed(each.label)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {field !== undefined && operator !== undefined && (
          <>
            <SelectField
              label={t.query.dialog.condition}
              value={nameOf(operator)}
              options={operators
                .filter((each) => mayUse(field, each))
                .map((each) => ({ value: nameOf(each), label: each.label }))}
              onChange={(name) => {
                const next = operators.find((each) => nameOf(each) === name);
                // Alternatives are written in another way than one value.
                if ((next?.name === 'in') !== (operator.name === 'in')) setValue('');
                setChosen(next);
                setError(undefined);
              }}
            />
            {operator.value === undefined && (
              <ValueControl
                key={`${field.path} ${operator.name}`}
                field={field}
                operator={operator.name}
                value={value}
                error={error}
                titleOf={titleOf}
                onChange={(next) => {
                  setValue(next);
                  setError(undefined);
                }}
              />
            )}
          </>
        )}
      </form>
    </Dialog>
  );
};
