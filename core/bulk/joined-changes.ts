import type { JoinedWriter } from '../content/content-writer.ts';
import { assertJoinable, tooManyChanges } from '../content/joined-size.ts';
import { slugTaken, type SlugLookup } from '../content/free-slug.ts';
import { referenced, releaseOf, type ReleaseDependencies } from '../content/release-items.ts';
import { planSingletons } from '../content/singleton-plan.ts';
import { operator, type Actor } from '../model/actor.ts';
import type { ContentChange } from '../model/content/content-change.ts';
import type { Slug } from '../model/content/slug.ts';
import type { ContentRepository } from '../ports/repositories/content-repository.ts';
import type { Dependencies } from '../ports/ports.ts';
import { resultOf, type DomainError } from '../primitives/errors.ts';

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
  const taking = changes.filter(
    (change) =>
      change.kind === 'recover' ||
      (change.kind === 'update' && change.before.slug !== change.item.slug),
  );
  const taken = new Set<Slug>(await contents.findTakenSlugs(taking.map(({ item }) => item.slug)));
  const clashes = new Map<string, DomainError>();
  for (const { item } of taking) {
    if (taken.has(item.slug)) clashes.set(item.id, await slugTaken(contents, item.slug));
    taken.add(item.slug);
  }
  const singletons = planSingletons(contents);
  for (const change of changes) {
    if (change.kind === 'delete' || change.expected.entersSingleton !== true) continue;
    const entered = await resultOf(() => singletons.enter(change.item));
    if (!entered.ok) clashes.set(change.item.id, entered.error);
  }
  return clashes;
};

/**
 * Clears the references to the items that the writer deletes, by the same commit.
 *
 * @returns the error by the id of an item whose deletion a reference prevents. Then nothing is cleared.
 * @throws DomainError `bulk_too_large`.
 */
export const clearReferencesTo = async (
  dependencies: ReleaseDependencies & Pick<Dependencies, 'site'>,
  joined: JoinedWriter,
  actor: Actor,
): Promise<ReadonlyMap<string, DomainError>> => {
  const items = joined.changes().map(({ item }) => item);
  const { blocked, clearings, hasMore } = await releaseOf(dependencies, items);
  const clashes = new Map<string, DomainError>();
  for (const [id, blocking] of blocked) {
    clashes.set(id, await referenced(dependencies, actor, blocking));
  }
  if (clashes.size > 0) return clashes;
  if (hasMore) throw tooManyChanges();
  for (const clearing of clearings) await joined.write(operator, clearing);
  assertJoinable(joined.changes());
  return clashes;
};
