import { slugTaken, type SlugLookup } from '../content/free-slug.ts';
import { planSingletons } from '../content/singleton-plan.ts';
import type { ContentChange } from '../model/content-change.ts';
import type { Slug } from '../model/slug.ts';
import type { ContentRepository } from '../ports/content-repository.ts';
import { DomainError, resultOf } from '../primitives/errors.ts';

/** The most `data` that the changes of one commit have together, in characters: they are in memory at the same time. */
const joinedDataMax = 64 * 1024 * 1024;

/** @throws DomainError `bulk_too_large`. */
export const assertJoinable = (changes: readonly ContentChange[]): void => {
  const total = changes.reduce((sum, { item }) => sum + item.data.length, 0);
  if (total <= joinedDataMax) return;
  throw new DomainError('bulk_too_large', 'The items are too large for one change', {
    details: 'Change fewer items at once, or omit atomic',
  });
};

/**
 * Which changes cannot be stored because of their slug or their collection: other content has it, or a change before it
 * takes it.
 *
 * @returns the error by the id of the item.
 */
export const clashesOf = async (
  contents: SlugLookup & Pick<ContentRepository, 'listOfCollectionAfter'>,
  changes: readonly ContentChange[],
): Promise<ReadonlyMap<string, DomainError>> => {
  // Other kinds of changes of a bulk operation leave the slug as it is.
  const taking = changes.filter(({ kind }) => kind === 'recover');
  const taken = new Set<Slug>(await contents.findTakenSlugs(taking.map(({ item }) => item.slug)));
  const clashes = new Map<string, DomainError>();
  for (const { item } of taking) {
    if (taken.has(item.slug)) clashes.set(item.id, await slugTaken(contents, item.slug));
    taken.add(item.slug);
  }
  const singletons = planSingletons(contents);
  for (const change of changes) {
    if (change.kind === 'delete' || change.entersSingleton !== true) continue;
    const entered = await resultOf(() => singletons.enter(change.item));
    if (!entered.ok) clashes.set(change.item.id, entered.error);
  }
  return clashes;
};
