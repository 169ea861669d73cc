import { errorsOf } from '../../api/issues.ts';
import type { FieldError } from '../../components/error-summary.tsx';
import { controlId, type BuilderState } from './builder-state.ts';
import { detailId, detailNames } from './details-card.tsx';
import { allFields } from './model/edit-fields.ts';

const labels: Readonly<Record<string, string>> = {
  key: 'Key',
  title: 'Label',
  description: 'Hint',
  type: 'Type',
  minLength: 'Fewest',
  maxLength: 'Most',
  minimum: 'Smallest value',
  maximum: 'Greatest value',
  pattern: 'Pattern',
  enum: 'Choices',
  collection: 'Collection',
  default: 'Default',
};

/** The mistakes of a collection as links to their controls. */
export const listMistakes = ({
  fields,
  issues,
  detailIssues,
}: BuilderState): readonly FieldError[] => [
  ...errorsOf(detailIssues.value, detailNames, detailId),
  ...issues.value.map(({ fieldId, member, message }) => {
    const field = allFields(fields.peek()).find(({ id }) => id === fieldId);
    const name = field?.title || field?.key || 'Entries';
    return {
      id: controlId(fieldId, member),
      label: `${name}, ${(labels[member] ?? member).toLowerCase()}`,
      message,
    };
  }),
];
