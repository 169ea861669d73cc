import { authorize, localesIn, may, reachOf } from '../access/policy.ts';
import type { Reach } from '../access/rights.ts';
import { seesCollection } from '../access/visibility.ts';
import { resourceOf } from '../content/stored-item.ts';
import type { Collection } from '../model/collection.ts';
import { userIdOf, type Actor } from '../model/actor.ts';
import type { TrashedItem } from '../model/content/trashed-item.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { CollectionShares, TrashScope } from '../ports/repositories/trash-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { readUuid } from '../primitives/uuid.ts';

/*
 * An item in the trash is visible to those who may restore it and delete it permanently. Both require the rights to
 * edit and to delete it.
 */

const neededActions = ['edit', 'delete'] as const;

/** How far these rights go in a collection; without one, where the actor has no grant. */
export const trashReach = (actor: Actor, collectionId: string | undefined): Reach => {
  const reaches = neededActions.map((action) => reachOf(actor, action, collectionId));
  return (
    reaches.find((reach) => reach === 'none') ?? reaches.find((reach) => reach === 'own') ?? 'all'
  );
};

/** @throws DomainError `forbidden` for a caller without these rights in the collection. */
export const authorizeAny = (actor: Actor, collectionId: string): void => {
  const resource = { collection: { id: collectionId, name: '' }, ownerId: userIdOf(actor) };
  for (const action of neededActions) authorize(actor, action, resource);
};

/** The trash of these collections, as far as the actor sees it. */
export const sharesOf = (actor: Actor, collections: readonly Collection[]): CollectionShares => {
  const withReach = (reach: Reach) =>
    collections.map(({ id }) => id).filter((id) => trashReach(actor, id) === reach);
  const shares = { whole: withReach('all'), owned: withReach('own'), ownerId: userIdOf(actor) };
  const locales = localesIn(actor, collections);
  return locales.length === 0 ? shares : { ...shares, locales };
};

/** All of the trash, as far as the actor sees it. */
export const visibleTrash = async (
  { collections }: Pick<Dependencies, 'collections'>,
  actor: Actor,
): Promise<TrashScope> => {
  const grants = actor.kind === 'user' ? actor.grants : [];
  const ids = [undefined, ...grants.map(({ collectionId }) => collectionId)];
  const isLimited = grants.some(({ locales }) => locales !== undefined);
  if (!isLimited && ids.every((id) => trashReach(actor, id) === 'all')) return 'all';
  return sharesOf(
    actor,
    (await collections.list()).filter((each) => seesCollection(actor, each)),
  );
};

/** @throws DomainError `not_found`, also for an item that the actor does not see. */
export const findTrashedItem = async (
  { trash, collections }: Pick<Dependencies, 'trash' | 'collections'>,
  actor: Actor,
  rawId: string,
): Promise<TrashedItem> => {
  const id = readUuid(rawId);
  const trashed = id === undefined ? undefined : await trash.find(id);
  const collection = trashed && (await collections.findById(trashed.item.collectionId));
  // Without the collection, the item was deleted with it after it was read.
  if (trashed === undefined || collection === undefined || !sees(actor, trashed, collection)) {
    throw notFound('Deleted content');
  }
  return trashed;
};

const sees = (actor: Actor, { item }: TrashedItem, collection: Collection): boolean => {
  const resource = resourceOf({ item, collection });
  return (
    seesCollection(actor, collection) &&
    neededActions.every((action) => may(actor, action, resource).allowed)
  );
};
