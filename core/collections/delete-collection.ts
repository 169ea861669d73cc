import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { notFound } from '../errors.ts';
import type { CollectionPorts } from './collection-ports.ts';

/**
 * Grants and token scopes follow the id: a collection made again under the name inherits nothing.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`,
 *   `collection_not_empty`.
 */
export const deleteCollection =
  ({ collections, tell }: CollectionPorts) =>
  async (actor: Actor, name: string): Promise<string> => {
    authorize(actor, 'administer');
    const collection = await collections.findByName(name);
    if (collection === undefined || !(await collections.delete(collection.id))) {
      throw notFound('Collection');
    }
    await tell({ type: 'collection.deleted', collection });
    return collection.id;
  };
