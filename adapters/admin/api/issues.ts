import { ApiError } from '../../../contracts/client.ts';

/** “must be text” as a sentence of its own. */
export const sentence = (message: string): string => {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.?!…]$/.test(text) ? text : `${text}.`;
};

export interface FieldIssue {
  /** The place in the request, such as `schema.properties.place.pattern`. */
  readonly path: string;
  readonly message: string;
}

/** The mistakes that the service found in a request, as sentences; empty for any other error. */
export const issuesOf = (error: unknown): readonly FieldIssue[] =>
  error instanceof ApiError
    ? (error.issues ?? []).map(({ path, message }) => ({ path, message: sentence(message) }))
    : [];
