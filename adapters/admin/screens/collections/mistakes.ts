import { errorsOf } from '../../api/issues.ts';
import type { FieldError } from '../../components/error-summary.tsx';
import { controlId, type BuilderState } from './builder-state.ts';
import { detailId, detailNames } from './details-card.tsx';
import { allFields } from './model/edit-fields.ts';

/** The names of the members, in the order of the form. */
const labels: Readonly<Record<string, string>> = {
  title: 'Label',
  key: 'Key',
  type: 'Type',
  description: 'Hint',
  group: 'Group',
  help: 'Advice',
  collection: 'Collection',
  enum: 'Choices',
  minLength: 'Fewest',
  maxLength: 'Most',
  minimum: 'Smallest value',
  maximum: 'Greatest value',
  minItems: 'Minimum of blocks',
  maxItems: 'Maximum of blocks',
  pattern: 'Pattern',
  onDelete: 'When its item is deleted',
  default: 'Default',
  indexedWith: 'Order of other fields',
  unique: 'Unique',
};

const members = Object.keys(labels);

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
        label: `${field.title || field.key || 'Entries'}, ${(labels[member] ?? member).toLowerCase()}`,
        message,
      })),
  ),
];
