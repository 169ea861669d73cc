import { useEffect, useState } from 'preact/hooks';
import { conditionTextMax } from '../../../../../contracts/client/vocabulary.ts';
import { useFoundItems } from '../../../api/find-items.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { readDecimal } from '../../../components/inputs/decimals.ts';
import { Checkbox, Field, SelectField, TextField } from '../../../components/inputs/field.tsx';
import { Combobox } from '../../../components/inputs/combobox.tsx';
import { ownZone, wallTimeOf } from '../../../schedule/zoned-time.ts';
import { joinAlternatives, numberTextOf, splitAlternatives } from './conditions.ts';
import type { ListField } from './list-fields.ts';

interface ValueControlProps {
  readonly field: ListField;
  readonly operator: string;
  /** As in the API; empty for none. */
  readonly value: string;
  readonly error: string | undefined;
  readonly titleOf: (id: string) => string;
  readonly onChange: (value: string) => void;
}

/** What is wrong with a value; the controls allow no other mistakes. */
export const missingValue = ({ kind }: ListField, value: string): string | undefined => {
  if (value !== '') return undefined;
  return kind === 'uuid' ? t.query.dialog.itemNeeded : t.query.dialog.valueNeeded;
};

/** The control for the value of a condition: by the type of the field. */
export const ValueControl = (props: ValueControlProps) => {
  const { field, operator, value, error, onChange } = props;
  const choices = field.schema?.enum ?? field.schema?.items?.enum;
  if (field.kind === 'boolean') {
    return (
      <Choice
        {...props}
        options={[
          ['true', t.common.yes],
          ['false', t.common.no],
        ]}
      />
    );
  }
  if (choices !== undefined) {
    return operator === 'in' ? (
      <Choices {...props} choices={choices.map(String)} />
    ) : (
      <Choice {...props} options={choices.map((each) => [String(each), String(each)])} />
    );
  }
  if (field.kind === 'uuid') return <ItemChoice {...props} />;
  if (field.kind === 'time' || field.kind === 'moment') return <Moment {...props} />;
  const isOne = operator !== 'in';
  if (isOne && field.kind === 'number') return <Decimal {...props} />;
  return (
    <TextField
      label={t.query.dialog.value}
      type={isOne && field.kind === 'date' ? 'date' : 'text'}
      hint={isOne ? undefined : t.query.dialog.severalValues}
      value={isOne ? value : splitAlternatives(value).join(', ')}
      error={error}
      attributes={{ maxLength: isOne ? conditionTextMax : undefined }}
      onInput={(text) =>
        onChange(
          isOne
            ? text
            : text
                .split(',')
                .map((each) => each.trim())
                .join(','),
        )
      }
    />
  );
};

/** A number as people write it. What is none stays here, with what is wrong. */
const Decimal = ({ value, error, onChange }: ValueControlProps) => {
  const [typed, setTyped] = useState(() => numberTextOf(value));
  return (
    <TextField
      label={t.query.dialog.value}
      value={typed}
      error={typed.trim() === '' ? error : readDecimal(typed).mistake}
      attributes={{ inputMode: 'decimal' }}
      onInput={(text) => {
        setTyped(text);
        onChange(String(readDecimal(text).value ?? ''));
      }}
    />
  );
};

interface ChoiceProps extends ValueControlProps {
  readonly options: readonly (readonly [value: string, label: string])[];
}

const Choice = ({ value, error, options, onChange }: ChoiceProps) => {
  const first = options[0]?.[0] ?? '';
  // What the menu shows is chosen.
  useEffect(() => {
    if (value === '') onChange(first);
  }, []);
  const isListed = value === '' || options.some(([each]) => each === value);
  return (
    <SelectField
      label={t.query.dialog.value}
      value={value === '' ? first : value}
      error={error}
      options={[...options, ...(isListed ? [] : [[value, value] as const])].map(
        ([each, label]) => ({
          value: each,
          label,
        }),
      )}
      onChange={onChange}
    />
  );
};

const Choices = ({
  value,
  error,
  choices,
  onChange,
}: ValueControlProps & { readonly choices: readonly string[] }) => {
  const chosen = value === '' ? [] : splitAlternatives(value);
  return (
    <div class="stack" role="group" aria-label={t.query.dialog.values}>
      <span class="label">{t.query.dialog.values}</span>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={choice}
          checked={chosen.includes(choice)}
          onChange={(isChosen) =>
            onChange(
              joinAlternatives(
                choices.filter((each) => (each === choice ? isChosen : chosen.includes(each))),
              ),
            )
          }
        />
      ))}
      {error !== undefined && <p class="error">{error}</p>}
    </div>
  );
};

/** As the native control wants it: local, without a zone. Empty for what is no time. */
const localOf = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : wallTimeOf(time, ownZone());
};

const Moment = ({ value, error, onChange }: ValueControlProps) => (
  <Field label={t.query.dialog.value} hint={t.query.dialog.timeZone(ownZone())} error={error}>
    {(control) => (
      <input
        {...control}
        class="input"
        type="datetime-local"
        value={localOf(value)}
        onInput={({ currentTarget: { value: text } }) =>
          onChange(text === '' ? '' : new Date(text).toISOString())
        }
      />
    )}
  </Field>
);

/** An item, found by its title. */
const ItemChoice = ({ field, value, error, titleOf, onChange }: ValueControlProps) => {
  const [typed, setTyped] = useState('');
  const [title, setTitle] = useState<string>();
  const collection = field.schema?.collection ?? field.schema?.items?.collection;
  const found = useFoundItems(typed, { collection });
  if (value !== '') {
    return (
      <div class="field">
        <span class="label">{t.query.dialog.item}</span>
        <div class="row">
          <span dir="auto">{title ?? titleOf(value)}</span>
          <Button onClick={() => onChange('')}>{t.query.dialog.chooseAnother}</Button>
        </div>
      </div>
    );
  }
  return (
    <div class="field">
      <span class="label">{t.query.dialog.item}</span>
      <Combobox
        label={t.query.dialog.itemTitle}
        placeholder={t.query.dialog.itemTitle}
        value={typed}
        onInput={setTyped}
        options={found}
        keyOf={({ id }) => id}
        marksFirst
        empty={typed === '' ? t.query.dialog.typeTitle : t.query.dialog.noItem}
        onChoose={(item) => {
          if (item === undefined) return;
          setTitle(item.title);
          onChange(item.id);
        }}
      >
        {(item) => (
          <span class="ellipsis" dir="auto">
            {item.title}
          </span>
        )}
      </Combobox>
      {error !== undefined && <p class="error">{error}</p>}
    </div>
  );
};
