import { authorize } from '../access/policy.ts';
import { collectionDeletedEvents, grantEvent } from '../events/collection-events.ts';
import type { Notifying } from '../events/notification.ts';
import type { Actor } from '../model/actor.ts';
import { auditNote } from '../model/audit-entry.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';

export const deleteCollection =
  ({ store, clock, notify }: Pick<Dependencies, 'store' | 'clock'> & Notifying) =>
  async (actor: Actor, name: string): Promise<string> => {
    authorize(actor, 'administer');
    const collection = await store.exclusively(
      'settings',
      async ({ collections, users, outbox }) => {
        const found = await collections.findByName(name);
        if (found === undefined) throw notFound('Collection');
        // Of a public one, they lose nothing with their grants.
        const losing = found.isPrivate === true ? await users.listGranted(found.id) : [];
        if (!(await collections.delete(found.id))) throw notFound('Collection');
        const note = auditNote(actor, {
          action: 'collection.delete',
          id: found.id,
          detail: found.name,
        });
        const now = clock.now();
        await outbox.add([
          ...collectionDeletedEvents(found, now, note),
          ...losing.map((user) => grantEvent(user.id, found, now)),
        ]);
        return found;
      },
    );
    await notify({ type: 'collection', collection });
    return collection.id;
  };
