import { useState } from 'preact/hooks';
import { shapeOf } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import { Field } from '../../../components/inputs/field.tsx';
import { controlId, useBuilder } from '../builder-state.ts';
import { readChoices, showChoices } from '../model/choices.ts';
import type { DraftField } from '../model/draft.ts';
import { useIssue } from '../use-issue.ts';

/** The values that a field may have, one on each line. */
export const ChoicesControl = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const issueOf = useIssue(field);
  const { id, type, choices } = field;
  const [text, setText] = useState(showChoices(choices));
  const shape = shapeOf[type];
  const isRequired = shape === 'choice' || shape === 'choices';
  return (
    <Field
      id={controlId(id, 'enum')}
      label={isRequired ? t.fieldOptions.choices : t.fieldOptions.allowedValues}
      hint={isRequired ? t.fieldOptions.choicesHint : t.fieldOptions.allowedValuesHint}
      required={isRequired}
      error={issueOf('enum')}
    >
      {(control) => (
        <textarea
          {...control}
          class="input"
          rows={Math.min(8, Math.max(isRequired ? 3 : 2, text.split('\n').length))}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget: { value } }) => {
            setText(value);
            change(id, { choices: readChoices(value, choices, shape) });
          }}
        />
      )}
    </Field>
  );
};
