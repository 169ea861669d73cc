import { authorize } from '../access/policy.ts';
import { collectionDeletedEvents } from '../events/stored-event.ts';
import type { Notifying } from '../events/domain-event.ts';
import type { Actor } from '../model/actor.ts';
import { auditActorOf, auditNote } from '../model/audit-entry.ts';
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
  ({ store, clock, notify }: Pick<Dependencies, 'store' | 'clock'> & Notifying) =>
  async (actor: Actor, name: string): Promise<string> => {
    authorize(actor, 'administer');
    const collection = await store.exclusively('settings', async ({ collections, outbox }) => {
      const found = await collections.findByName(name);
      if (found === undefined || !(await collections.delete(found.id)))
        throw notFound('Collection');
      const note = auditNote(auditActorOf(actor), {
        action: 'collection.delete',
        id: found.id,
        detail: found.name,
      });
      await outbox.add(collectionDeletedEvents(found, clock.now(), note));
      return found;
    });
    await notify({ type: 'collection.deleted', collection });
    return collection.id;
  };
