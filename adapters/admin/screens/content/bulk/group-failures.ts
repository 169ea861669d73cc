import { ApiError } from '../../../../../contracts/client/index.ts';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../../../contracts/operations/content-summaries.ts';
import { messageOf } from '../../../api/client.ts';
import { fieldSentence } from '../../../api/issues.ts';
import { placeLabel } from '../../editor/error-links.ts';
import type { BulkFailure } from './run-bulk.ts';

/** The items that failed for the same reason. */
export interface FailureGroup {
  /** A sentence for people. */
  readonly reason: string;
  readonly items: readonly ContentSummaryDto[];
}

/** The message, or a sentence about each invalid field: “Summary is missing.” */
const reasonOf = (error: unknown, schema: CollectionDto['schema'] | undefined): string => {
  const issues = error instanceof ApiError ? (error.issues ?? []) : [];
  if (issues.length === 0) return messageOf(error);
  return issues
    .map(({ path, message }) => {
      const label = placeLabel(path, schema ?? { properties: {} });
      const text = fieldSentence(label, message);
      return text === message ? `${label}: ${message}` : text;
    })
    .join(' ');
};

/** The failures by reason, the most frequent first. @param collections whose fields have names for people. */
export const groupFailures = (
  failed: readonly BulkFailure[],
  collections: readonly CollectionDto[],
): readonly FailureGroup[] => {
  const schemas = new Map(collections.map(({ name, schema }) => [name, schema]));
  const groups = Map.groupBy(failed, ({ item, error }) =>
    reasonOf(error, schemas.get(item.collection)),
  );
  return [...groups]
    .map(([reason, failures]) => ({ reason, items: failures.map(({ item }) => item) }))
    .toSorted((left, right) => right.items.length - left.items.length);
};
