import { authorize } from '../access/policy.ts';
import type { Notifying } from '../events/domain-event.ts';
import type { Actor } from '../model/actor.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';

/**
 * Deletes an empty collection. Grants and token scopes refer to its id, so a later collection with the
 * same name does not inherit them.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`,
 *   `collection_not_empty`.
 * @returns the id of the deleted collection.
 */
export const deleteCollection =
  ({ collections, notify }: Pick<Dependencies, 'collections'> & Notifying) =>
  async (actor: Actor, name: string): Promise<string> => {
    authorize(actor, 'administer');
    const collection = await collections.findByName(name);
    if (collection === undefined) throw notFound('Collection');
    const { id } = collection;
    if (!(await collections.delete(id))) throw notFound('Collection');
    await notify({ type: 'collection.deleted', collection });
    return id;
  };
