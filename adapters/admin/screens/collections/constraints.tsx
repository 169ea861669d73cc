import { constraintsOf, shapeOf, type FieldShape } from '../../../../contracts/vocabulary.ts';
import { TextField } from '../../components/field.tsx';
import { controlId, useBuilder } from './builder-state.ts';
import { ChoicesControl } from './choices-control.tsx';
import type { DraftField, LimitName } from './model/draft.ts';
import { ReferenceControl } from './reference-control.tsx';
import { useIssue } from './use-issue.ts';

const lengthNames = (shape: FieldShape): readonly (readonly [LimitName, string])[] =>
  shape === 'text'
    ? [
        ['minLength', 'Fewest characters'],
        ['maxLength', 'Most characters'],
      ]
    : [
        ['minLength', 'Fewest entries'],
        ['maxLength', 'Most entries'],
      ];

const limitsOf = (shape: FieldShape): readonly (readonly [LimitName, string])[] => {
  const constraints = constraintsOf[shape];
  if (constraints.includes('minLength')) return lengthNames(shape);
  if (!constraints.includes('minimum')) return [];
  return [
    ['minimum', 'Smallest value'],
    ['maximum', 'Greatest value'],
  ];
};

/** The constraints that the type of a field has. */
export const Constraints = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const issueOf = useIssue(field);
  const { id, type, limits, pattern } = field;
  const shape = shapeOf[type];
  const constraints = constraintsOf[shape];
  const bounds = limitsOf(shape);
  return (
    <>
      {type === 'reference' && <ReferenceControl field={field} />}
      {constraints.includes('enum') && <ChoicesControl field={field} />}
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
          label="Pattern"
          hint={
            <>
              A regular expression that must be found in the text, such as <code>^[A-Z]</code>,
              without slashes around it. Look-ahead, look-behind and back-references are not
              possible.
            </>
          }
          value={pattern}
          error={issueOf('pattern')}
          attributes={{ autoCapitalize: 'off', spellcheck: false }}
          onInput={(value) => change(id, { pattern: value })}
        />
      )}
    </>
  );
};
