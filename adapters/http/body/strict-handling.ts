import { unknownMembers, type UnknownMember } from '../../../contracts/index.ts';
import { invalid, type Issue } from '../../../core/index.ts';
import { preferencesOf } from '../preferences.ts';

type Schema = Parameters<typeof unknownMembers>[0];

/** Whether a `Prefer` header asks for strict handling (RFC 7240, section 4.4). */
export const prefersStrict = (header: string | undefined): boolean =>
  /^(?:strict|"strict")$/i.test(preferencesOf(header).get('handling') ?? '');

const maxIssues = 100;
/** In UTF-16 units; a path can be as long as the body. */
const maxPathLength = 200;

/** @throws DomainError `invalid_input` with an issue for each member that the schema does not have. */
export const assertNoUnknownMembers = (schema: Schema, value: unknown): void => {
  const issues: Issue[] = [];
  for (const member of unknownMembers(schema, value)) {
    if (issues.length === maxIssues) {
      throw invalid('invalid_input', issues, `Only the first ${maxIssues} issues are listed`);
    }
    issues.push(unknownIssue(member));
  }
  if (issues.length > 0) throw invalid('invalid_input', issues);
};

/** The issue for a member or a parameter that does not exist. */
export const unknownIssue = ({ path, known }: UnknownMember): Issue => {
  const names = known.filter((name) => name !== '_csrf');
  const text = path.join('.');
  return {
    path: text.length > maxPathLength ? `${text.slice(0, maxPathLength)}…` : text,
    message: names.length === 0 ? 'is unknown' : `is unknown. Known: ${names.join(', ')}`,
  };
};
