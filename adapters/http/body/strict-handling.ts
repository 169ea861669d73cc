import { unknownMembers, type UnknownMember } from '../../../contracts/index.ts';
import { rejectAll, type Issue } from '../../../core/index.ts';
import { preferencesOf } from '../preferences.ts';

type Schema = Parameters<typeof unknownMembers>[0];

/** Whether a `Prefer` header asks for strict handling (RFC 7240, section 4.4). */
export const prefersStrict = (header: string | undefined): boolean =>
  preferencesOf(header).get('handling') === 'strict';

/** @throws DomainError `invalid_input` with an issue for each member that the schema does not have. */
export const assertNoUnknownMembers = (schema: Schema, value: unknown): void =>
  rejectAll('invalid_input', unknownIssues(schema, value));

function* unknownIssues(schema: Schema, value: unknown): Generator<Issue> {
  for (const member of unknownMembers(schema, value)) yield unknownIssue(member);
}

/** The issue for a member or a parameter that does not exist. */
export const unknownIssue = ({ path, known }: UnknownMember): Issue => {
  const names = known.filter((name) => name !== '_csrf');
  return {
    path: path.join('.'),
    message: names.length === 0 ? 'is unknown' : `is unknown. Known: ${names.join(', ')}`,
  };
};
