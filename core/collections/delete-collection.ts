import { authorize } from '../access/policy.ts';
import { collectionDeletedEvents } from '../events/stored-event.ts';
import type { Notifying } from '../events/notification.ts';
import type { Actor } from '../model/actor.ts';
import { auditNote } from '../model/audit-entry.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';

export const deleteCollection =
  ({ store, clock, notify }: Pick<Dependencies, 'store' | 'clock'> & Notifying) =>
  async (actor: Actor, name: string): Promise<string> => {
    authorize(actor, 'administer');
    const collection = await store.exclusively('settings', async ({ collections, outbox }) => {
      const found = await collections.findByName(name);
      if (found === undefined || !(await collections.delete(found.id)))
        throw notFound('Collection');
      const note = auditNote(actor, {
        action: 'collection.delete',
        id: found.id,
        detail: found.name,
      });
      await outbox.add(collectionDeletedEvents(found, clock.now(), note));
      return found;
    });
    await notify({ type: 'collection', collection });
    return collection.id;
  };
