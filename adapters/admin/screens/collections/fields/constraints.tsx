import { useState } from 'preact/hooks';
import {
  constraintsOf,
  offeredConstraints,
  shapeOf,
  type FieldShape,
} from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import { TextField } from '../../../components/inputs/field.tsx';
import { controlId, useBuilder } from '../builder-state.ts';
import { ChoicesControl } from './choices-control.tsx';
import { FormPart } from './form-part.tsx';
import type { DraftField, LimitName } from '../model/draft.ts';
import { ReferenceControl } from './reference-control.tsx';
import { useIssue } from '../use-issue.ts';

const lengthNames = (shape: FieldShape): readonly (readonly [LimitName, string])[] =>
  shape === 'text'
    ? [
        ['minLength', t.fieldOptions.fewestCharacters],
        ['maxLength', t.fieldOptions.mostCharacters],
      ]
    : [
        ['minLength', t.fieldOptions.fewestEntries],
        ['maxLength', t.fieldOptions.mostEntries],
      ];

const limitNames = (shape: FieldShape): readonly (readonly [LimitName, string])[] =>
  shape === 'number'
    ? [
        ['minimum', t.fieldOptions.smallestValue],
        ['maximum', t.fieldOptions.greatestValue],
      ]
    : shape === 'blocks'
      ? [
          ['minItems', t.fieldOptions.fewestBlocks],
          ['maxItems', t.fieldOptions.mostBlocks],
        ]
      : lengthNames(shape);

/** Whether a field has a constraint: one that no form offers may come from the API. */
const isSet = ({ limits, pattern, choices }: DraftField, name: string): boolean => {
  if (name === 'pattern') return pattern !== '';
  if (name === 'enum') return choices.length > 0;
  return limits[name as LimitName] !== '';
};

/** The constraints that help with the type of a field, and those that it has. */
export const Constraints = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const issueOf = useIssue(field);
  const { id, type, limits, pattern } = field;
  const shape = shapeOf[type];
  // A control must not disappear when its text is deleted.
  const [initial] = useState(field);
  const offered = offeredConstraints(type);
  const constraints = constraintsOf[shape].filter(
    (name) => offered.includes(name) || isSet(initial, name) || isSet(field, name),
  );
  const isOpen = constraints.some((name) => name !== 'enum' && isSet(initial, name));
  const bounds = limitNames(shape).filter(([name]) => constraints.includes(name));
  return (
    <>
      {type === 'reference' && <ReferenceControl field={field} />}
      {constraints.includes('enum') && <ChoicesControl field={field} />}
      {(bounds.length > 0 || constraints.includes('pattern')) && (
        <FormPart name={t.fieldOptions.rules} isSet={isOpen}>
          {bounds.length > 0 && (
            <div class="field-pair">
              {bounds.map(([name, label]) => (
                <TextField
                  key={name}
                  id={controlId(id, name)}
                  label={label}
                  value={limits[name]}
                  error={issueOf(name)}
                  attributes={{ inputMode: shape === 'number' ? 'decimal' : 'numeric' }}
                  onInput={(value) => change(id, { limits: { ...limits, [name]: value } })}
                />
              ))}
            </div>
          )}
          {constraints.includes('pattern') && (
            <TextField
              id={controlId(id, 'pattern')}
              label={t.fieldOptions.pattern}
              hint={<>{t.fieldOptions.patternHint(<code>^[A-Z]</code>)}</>}
              value={pattern}
              error={issueOf('pattern')}
              attributes={{ autoCapitalize: 'off', spellcheck: false }}
              onInput={(value) => change(id, { pattern: value })}
            />
          )}
        </FormPart>
      )}
    </>
  );
};
