import { ApiError } from '../../../contracts/client/index.ts';
import { t } from '../catalogue/texts.ts';
import type { FieldError } from '../components/error-summary.tsx';

const sentenceEnd = (text: string): string => (/[.?!…]$/.test(text) ? text : `${text}.`);

/** “must be text” as a sentence of its own. */
export const sentence = (message: string): string =>
  sentenceEnd(message.charAt(0).toUpperCase() + message.slice(1));

/** Messages of the service that people understand better in other words. */
const shorter: Readonly<Record<string, (label: string) => string>> = {
  'is required for published content': t.service.missing,
  'must not be the value of another item': t.service.taken,
};

/** “Summary is missing.”, or the message alone if it is a sentence already. */
export const fieldSentence = (label: string, message: string): string =>
  /^(?:is|must|has) /.test(message)
    ? (shorter[message]?.(label) ?? `${label} ${sentenceEnd(message)}`)
    : message;

/** What the service says about each field, by the path of the field; empty for any other error. */
export type FieldIssues = Readonly<Record<string, string>>;

/** The first issue of each path of an error response, as a sentence. */
export const issuesOf = (error: unknown): FieldIssues => {
  const issues = error instanceof ApiError ? (error.issues ?? []) : [];
  const first = new Map<string, string>();
  for (const { path, message } of issues) {
    if (!first.has(path)) first.set(path, sentence(message));
  }
  return Object.fromEntries(first);
};

/**
 * The issues as links of an error summary, in the order of the labels. Memoize the result: the summary
 * takes the focus when its errors change.
 *
 * @param labels of the fields, by path.
 * @param idOf the id of the control of a field.
 */
export const errorsOf = (
  issues: FieldIssues,
  labels: Readonly<Record<string, string>>,
  idOf: (path: string) => string,
): readonly FieldError[] =>
  Object.entries(labels).flatMap(([path, label]) => {
    const message = issues[path];
    return message === undefined ? [] : [{ id: idOf(path), label, message }];
  });
