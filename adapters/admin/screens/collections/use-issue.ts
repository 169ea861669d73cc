import { useBuilder } from './builder-state.ts';
import type { DraftField } from './model/draft.ts';

/** @returns a function that finds what is wrong with one member of a field. */
export const useIssue = (field: DraftField): ((member: string) => string | undefined) => {
  const issues = useBuilder().issues.value.filter(({ fieldId }) => fieldId === field.id);
  return (member) => issues.find((issue) => issue.member === member)?.message;
};
