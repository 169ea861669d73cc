import { shapeOf } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import { decimalText, readDecimal } from '../../../components/inputs/decimals.ts';
import { Field, SelectField, TextField } from '../../../components/inputs/field.tsx';
import { readJson } from '../../editor/model/read-json.ts';
import { controlId, useBuilder } from '../builder-state.ts';
import { defaultOf } from '../model/default-of.ts';
import type { DraftField } from '../model/draft.ts';
import { useIssue } from '../use-issue.ts';

const hint = t.fieldOptions.defaultHint;

/** The value that new items start with. */
export const DefaultControl = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const issue = useIssue(field)('default');
  const { id, type, choices, defaultText } = field;
  const value = defaultOf(field);
  const common = {
    id: controlId(id, 'default'),
    label: t.fieldOptions.default,
    hint,
    error: issue,
  };
  switch (shapeOf[type]) {
    case 'text':
      return (
        <TextField
          {...common}
          value={typeof value === 'string' ? value : ''}
          onInput={(text) => change(id, { default: text === '' ? undefined : text })}
        />
      );
    case 'number':
      return (
        <TextField
          {...common}
          value={defaultText ?? (typeof value === 'number' ? decimalText(value) : '')}
          attributes={{ inputMode: 'decimal' }}
          onInput={(text) => {
            change(id, {
              defaultText: text.trim() === '' ? undefined : text,
              default: readDecimal(text).value,
            });
          }}
        />
      );
    case 'boolean':
      return (
        <SelectField
          {...common}
          value={typeof value === 'boolean' ? String(value) : ''}
          options={[
            { value: '', label: t.fieldOptions.none },
            { value: 'true', label: t.common.yes },
            { value: 'false', label: t.common.no },
          ]}
          onChange={(text) => change(id, { default: text === '' ? undefined : text === 'true' })}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...common}
          value={String(choices.findIndex((choice) => choice === value))}
          options={[
            { value: '-1', label: t.fieldOptions.none },
            ...choices.map((choice, index) => ({ value: String(index), label: String(choice) })),
          ]}
          onChange={(index) => change(id, { default: choices[Number(index)] })}
        />
      );
    case 'choices':
    case 'list':
    case 'object':
    case 'blocks':
    case 'any':
      return (
        <Field {...common} hint={`${hint} ${t.fieldOptions.asJson}`}>
          {(control) => (
            <textarea
              {...control}
              class="input code"
              rows={2}
              spellcheck={false}
              value={defaultText ?? (value === undefined ? '' : JSON.stringify(value, null, 2))}
              onInput={({ currentTarget: { value: text } }) => {
                change(id, {
                  defaultText: text.trim() === '' ? undefined : text,
                  default: text.trim() === '' ? undefined : readJson(text).value,
                });
              }}
            />
          )}
        </Field>
      );
  }
};
