import { errorsOf } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import type { FieldError } from '../../components/error-summary.tsx';
import { controlId, type BuilderState } from './builder-state.ts';
import { detailId, detailNames } from './details-card.tsx';
import { allFields } from './model/edit-fields.ts';

const labels: Readonly<Record<string, string>> = t.builder.members;

/** In the order of the form. */
const members = [
  'title',
  'key',
  'type',
  'description',
  'group',
  'help',
  'width',
  'place',
  'collection',
  'enum',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'pattern',
  'onDelete',
  'default',
  'indexedWith',
  'unique',
];

/** The mistakes of a collection as links to their controls, in the order of the form. */
export const listMistakes = ({
  fields,
  issues,
  detailIssues,
}: BuilderState): readonly FieldError[] => [
  ...errorsOf(detailIssues.value, detailNames, detailId),
  ...allFields(fields.peek()).flatMap((field) =>
    issues.value
      .filter(({ fieldId }) => fieldId === field.id)
      .toSorted((left, right) => members.indexOf(left.member) - members.indexOf(right.member))
      .map(({ member, message }) => ({
        id: controlId(field.id, member),
        label: t.builder.mistakePlace(
          field.title || field.key || t.fieldOptions.entries,
          labels[member] ?? member,
        ),
        message,
      })),
  ),
];
