import { authorize, may } from '../access/policy.ts';
import { readsAsPublic } from '../access/visibility.ts';
import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { FieldIndexStatus } from '../model/content/item-query.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';
import { fieldIndexesOf } from './indexes/field-indexes.ts';

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

export const listCollections =
  ({ collections }: Pick<Dependencies, 'collections'>) =>
  async (
    actor: Actor,
    { includeInactive = false }: ListCollections = {},
  ): Promise<readonly Collection[]> => {
    if (includeInactive) authorize(actor, 'administer');
    const listed = (await collections.list()).filter(
      (collection) =>
        (includeInactive || collection.isActive) && may(actor, 'read', { collection }).allowed,
    );
    return readsAsPublic(actor) ? listed.map(({ previewUrl: _, ...rest }) => rest) : listed;
  };
