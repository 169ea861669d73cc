import type { Collection } from '../../model/collection.ts';
import type { Clock } from '../../ports/time.ts';
import type { Duplicate, IndexRepository } from '../../ports/repositories/index-repository.ts';
import type { UniqueWithin } from '../../model/content/item-query.ts';
import { DomainError, type Issue } from '../../primitives/errors.ts';
import { shortenJson } from '../../primitives/json.ts';
import { second } from '../../primitives/time.ts';
import { fieldIndexesOf, indexKey } from './field-indexes.ts';

interface TakenValue {
  readonly within?: UniqueWithin | undefined;
  readonly cause?: unknown;
}

/** The error for a write with a value that another item has. @param path of the field. */
export const valueTaken = (path: string, { within, cause }: TakenValue = {}): DomainError =>
  new DomainError('value_taken', `Another item has the same value of ${path}`, {
    details: `The value of this field must be unique in ${within === 'locale' ? 'its locale' : 'the collection'}`,
    issues: [{ path, message: 'must not be the value of another item' }],
    cause,
  });

interface UniquenessDependencies {
  readonly indexes: Pick<IndexRepository, 'findDuplicates'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The most values that an error lists, and the reason of an index. */
export const listedDuplicatesMax = 10;

const describeDuplicate = ({ value, ids }: Duplicate): string =>
  `${shortenJson(value)} is the value of several items: ${ids.join(', ')}`;

/** Why a unique index cannot be built. @param found at most {@link listedDuplicatesMax}. */
export const describeDuplicates = (found: readonly Duplicate[]): string =>
  ['Several items have the same value', ...found.map(describeDuplicate)].join('. ');

/** How long a request looks for duplicates. */
const lookMs = 5 * second;

/**
 * Looks for duplicates for a limited time. Those that it does not find make the index fail.
 *
 * @param settles whether the change gives translations the values that they get in common. Then these are not looked at.
 * @throws DomainError `not_unique` if the items have values more than once that the new schema allows once.
 */
export const assertUnique = async (
  { indexes, clock }: UniquenessDependencies,
  before: Collection,
  after: Collection,
  settles = false,
): Promise<void> => {
  const startedAt = clock.now();
  const uniqueOf = (collection: Collection) =>
    fieldIndexesOf({ ...collection, id: before.id }).filter(({ isUnique }) => isUnique);
  const known = new Set(uniqueOf(before).map(indexKey));
  for (const index of uniqueOf(after)) {
    const [field] = index.fields;
    if (field === undefined || known.has(indexKey(index))) continue;
    if (settles && index.within === 'group') continue;
    const leftMs = startedAt + lookMs - clock.now();
    if (leftMs <= 0) return;
    const found = await indexes.findDuplicates(index, listedDuplicatesMax, leftMs);
    if (found === undefined) return;
    if (found.length === 0) continue;
    const issues: readonly Issue[] = found.map((each) => ({
      path: field.path,
      message: describeDuplicate(each),
    }));
    throw new DomainError('not_unique', `Values of ${field.path} occur more than once`, {
      details: 'Change the values that occur more than once, then try again',
      issues,
    });
  }
};
