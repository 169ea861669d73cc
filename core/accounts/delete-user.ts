import { authorize } from '../access/policy.ts';
import { addAudit } from '../events/record-audit.ts';
import type { Notifying } from '../events/domain-event.ts';
import type { Actor } from '../model/actor.ts';
import { auditActorOf } from '../model/audit-entry.ts';
import { profileOf } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import { findUser } from './read-users.ts';
import { assertAdminRemains } from './update-user.ts';

export const deleteUser =
  ({ store, notify }: Pick<Dependencies, 'store'> & Notifying) =>
  async (actor: Actor, id: string): Promise<void> => {
    authorize(actor, 'administer');
    const user = await store.exclusively('accounts', async ({ users, audit }) => {
      const stored = await findUser(users, id);
      await assertAdminRemains(users, stored, undefined);
      await users.delete(stored.id);
      const operation = { action: 'user.delete', id: stored.id } as const;
      await addAudit({ audit }, auditActorOf(actor), operation);
      return stored;
    });
    await notify({ type: 'user.deleted', user: profileOf(user) });
  };
