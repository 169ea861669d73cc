import { authorize } from '../access/policy.ts';
import { audited } from '../events/record-audit.ts';
import type { Notifying } from '../events/notification.ts';
import type { Actor } from '../model/actor.ts';
import { profileOf } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import { findUser } from './read-users.ts';
import { assertAdminRemains } from './update-user.ts';

export const deleteUser =
  ({ store, notify }: Pick<Dependencies, 'store'> & Notifying) =>
  async (actor: Actor, id: string): Promise<void> => {
    authorize(actor, 'administer');
    const user = await audited(
      { store, lock: 'accounts' },
      actor,
      async ({ users }) => {
        const stored = await findUser(users, id);
        await assertAdminRemains(users, stored, undefined);
        await users.delete(stored.id);
        return stored;
      },
      (deleted) => ({ action: 'user.delete', id: deleted.id }),
    );
    await notify({ type: 'user.deleted', user: profileOf(user) });
  };
