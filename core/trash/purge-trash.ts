import { authorize, authorizeSomewhere } from '../access/policy.ts';
import { seesCollection } from '../access/visibility.ts';
import { audited } from '../events/record-audit.ts';
import { sweepAll } from '../limits/sweep-all.ts';
import type { Actor } from '../model/actor.ts';
import { unknownCollection } from '../model/collection.ts';
import { settingOf } from '../model/site/settings.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { TrashScope } from '../ports/repositories/trash-repository.ts';
import type { Signal } from '../primitives/signal.ts';
import { day } from '../primitives/time.ts';
import { findTrashedItem, sharesOf, trashReach, visibleTrash } from './trash-access.ts';

/** How many items one write deletes with their history. */
const stepLimit = 100;

export const purgeFromTrash =
  (dependencies: Pick<Dependencies, 'store' | 'trash' | 'collections'>) =>
  async (actor: Actor, id: string): Promise<void> => {
    authorizeSomewhere(actor, 'delete');
    // Each repetition means that the item was restored and deleted again meanwhile.
    for (;;) {
      const { item } = await findTrashedItem(dependencies, actor, id);
      const { id: purged, version, slug: detail } = item;
      const isPurged = await audited(
        dependencies,
        actor,
        ({ trash }) => trash.purge(purged, version),
        (isDone) =>
          isDone ? { action: 'content.delete_permanently', id: purged, detail } : undefined,
      );
      if (isPurged) return;
    }
  };

export interface EmptyTrash {
  /** The name of a collection. */
  readonly collection?: string | undefined;
}

type EmptyDependencies = Pick<Dependencies, 'store' | 'collections'>;

export const emptyTrash =
  (dependencies: EmptyDependencies) =>
  async (actor: Actor, { collection }: EmptyTrash = {}): Promise<number> => {
    authorizeSomewhere(actor, 'delete');
    const scope = await scopeToEmpty(dependencies, actor, collection);
    return inSteps(() =>
      audited(
        dependencies,
        actor,
        ({ trash }) => trash.purgeScope(scope, stepLimit),
        (count) =>
          count === 0
            ? undefined
            : { action: 'content.delete_permanently', detail: `${count} items` },
      ),
    );
  };

const scopeToEmpty = async (
  dependencies: EmptyDependencies,
  actor: Actor,
  name: string | undefined,
): Promise<TrashScope> => {
  if (name === undefined) {
    const scope = await visibleTrash(dependencies, actor);
    if (scope !== 'all' && scope.whole.length === 0) authorizeAll(actor, undefined);
    return scope;
  }
  const collection = await dependencies.collections.findByName(name);
  if (collection === undefined || !seesCollection(actor, collection)) {
    throw unknownCollection('collection');
  }
  authorizeAll(actor, collection.id);
  return sharesOf(actor, [collection]);
};

/** @throws DomainError `forbidden` unless the actor may delete all content of the collection in the locales of the grant. */
const authorizeAll = (actor: Actor, collectionId: string | undefined): void => {
  if (trashReach(actor, collectionId) === 'all') return;
  authorize(actor, 'delete', {
    ...(collectionId !== undefined && { collection: { id: collectionId, name: '' } }),
  });
};

export const sweepTrash =
  ({ trash, site }: Pick<Dependencies, 'trash' | 'site'>) =>
  async (signal?: Signal): Promise<void> => {
    const days = settingOf((await site.load()).settings, 'trashDays');
    await sweepAll(trash, days * day, signal);
  };

/** @returns the sum of the steps, of which the last one deletes nothing. */
const inSteps = async (step: () => Promise<number>): Promise<number> => {
  let total = 0;
  for (;;) {
    const deleted = await step();
    if (deleted === 0) return total;
    total += deleted;
  }
};
