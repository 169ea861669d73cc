import type { Collection } from '../../model/collection.ts';
import type { IndexRepository } from '../../ports/repositories/index-repository.ts';
import { DomainError, type Issue } from '../../primitives/errors.ts';
import { shortenJson } from '../../primitives/json.ts';
import { fieldIndexesOf, indexKey } from './field-indexes.ts';

/** The error for a write with a value that another item of the collection has. @param path of the field. */
export const valueTaken = (path: string, cause?: unknown): DomainError =>
  new DomainError('value_taken', `Another item has the same value of ${path}`, {
    details: 'The value of this field must be unique in the collection',
    issues: [{ path, message: 'must not be the value of another item' }],
    cause,
  });

/** The most values that an error lists. */
const listedMax = 10;

/** @throws DomainError `not_unique` if the items have values more than once that the new schema allows once. */
export const assertUnique = async (
  indexes: Pick<IndexRepository, 'findDuplicates'>,
  before: Collection,
  after: Collection,
): Promise<void> => {
  const uniqueOf = (collection: Collection) =>
    fieldIndexesOf({ ...collection, id: before.id }).filter(({ isUnique }) => isUnique);
  const known = new Set(uniqueOf(before).map(indexKey));
  for (const index of uniqueOf(after)) {
    const [field] = index.fields;
    if (field === undefined || known.has(indexKey(index))) continue;
    const found = await indexes.findDuplicates(before.id, field, listedMax);
    if (found.length === 0) continue;
    const issues: readonly Issue[] = found.map(({ value, ids }) => ({
      path: field.path,
      message: `${shortenJson(value)} is the value of several items: ${ids.join(', ')}`,
    }));
    throw new DomainError('not_unique', `Values of ${field.path} occur more than once`, {
      details: 'Change the values that occur more than once, then try again',
      issues,
    });
  }
};
