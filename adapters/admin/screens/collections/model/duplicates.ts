import type { ApiError } from '../../../../../contracts/client/index.ts';

/** A value that several items have, although a field is to be unique. */
export interface Duplicate {
  /** The path of the field: `data.code`. */
  readonly path: string;
  /** What the service says about the value. */
  readonly text: string;
  readonly ids: readonly string[];
}

/** The values of an error `not_unique`, whose issues end with the ids of the items. */
export const duplicatesIn = ({ issues = [] }: Pick<ApiError, 'issues'>): readonly Duplicate[] =>
  issues.map(({ path, message }) => {
    const end = message.lastIndexOf(': ');
    return end < 0
      ? { path, text: message, ids: [] }
      : { path, text: message.slice(0, end), ids: message.slice(end + 2).split(', ') };
  });
