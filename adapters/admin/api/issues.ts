import { ApiError } from '../../../contracts/client.ts';

/** What the service says about each field, by the path of the field; empty for any other error. */
export type FieldIssues = Readonly<Record<string, string>>;

/** The first issue of each path of an error response. */
export const issuesOf = (error: unknown): FieldIssues => {
  const issues = error instanceof ApiError ? (error.issues ?? []) : [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path, message]));
};
