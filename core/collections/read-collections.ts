import { authorize, may, reachOf } from '../access/policy.ts';
import { readsAsPublic, seesCollection } from '../access/visibility.ts';
import type { Actor } from '../model/actor.ts';
import { accessOf, type Collection, type CollectionAccess } from '../model/collection.ts';
import type { FieldIndexStatus } from '../model/content/item-query.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';
import { fieldIndexesOf } from './indexes/field-indexes.ts';
import { withoutTargets } from './schema/without-targets.ts';

export interface ListCollections {
  /** Whether inactive collections are listed too. Defaults to false. */
  readonly includeInactive?: boolean | undefined;
}

export const getCollection =
  ({ collections }: Pick<Dependencies, 'collections'>) =>
  async (actor: Actor, name: string): Promise<Collection> => {
    authorize(actor, 'administer');
    const collection = await collections.findByName(name);
    if (collection === undefined) throw notFound('Collection');
    return collection;
  };

export const getFieldIndexes =
  ({ indexes }: Pick<Dependencies, 'indexes'>) =>
  async (collection: Collection): Promise<readonly FieldIndexStatus[]> =>
    indexes.statusOf(fieldIndexesOf(collection));

/** A collection as the caller sees it. */
export interface ListedCollection extends Omit<Collection, 'isPrivate'> {
  /** For admins and editors only. */
  readonly access?: CollectionAccess | undefined;
}

export const listCollections =
  ({ collections }: Pick<Dependencies, 'collections'>) =>
  async (
    actor: Actor,
    { includeInactive = false }: ListCollections = {},
  ): Promise<readonly ListedCollection[]> => {
    if (includeInactive) authorize(actor, 'administer');
    const all = await collections.list();
    const hidden = new Set(
      all.filter((each) => !seesCollection(actor, each)).map(({ name }) => name),
    );
    return all
      .filter(
        (collection) =>
          (includeInactive || collection.isActive) &&
          !hidden.has(collection.name) &&
          may(actor, 'read', { collection }).allowed,
      )
      .map((collection) => shownTo(actor, collection, hidden));
  };

/** @param hidden the names of the collections that do not exist for the actor. */
const shownTo = (
  actor: Actor,
  collection: Collection,
  hidden: ReadonlySet<string>,
): ListedCollection => {
  const { isPrivate: _, previewUrl, templates, ...rest } = collection;
  const reach = reachOf(actor, 'edit', collection.id);
  return {
    ...rest,
    ...(!readsAsPublic(actor) && previewUrl !== undefined && { previewUrl }),
    ...(hidden.size > 0 && { schema: withoutTargets(rest.schema, hidden) }),
    ...(reach !== 'none' && templates !== undefined && { templates }),
    ...(reach === 'all' && { access: accessOf(collection) }),
  };
};
