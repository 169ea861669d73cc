import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { AccountPorts } from './account-ports.ts';
import { assertAdminRemains } from './last-admin.ts';
import { findUser } from './shown-user.ts';
import { profileOf } from './user.ts';

/**
 * Ends the user's sessions; what the user made stays, without an owner.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `last_admin`.
 */
export const deleteUser =
  ({ unitOfWork, tell }: Pick<AccountPorts, 'unitOfWork' | 'tell'>) =>
  async (actor: Actor, id: string): Promise<void> => {
    authorize(actor, 'administer');
    const user = await unitOfWork.run('accounts', async ({ users }) => {
      const stored = await findUser(users, id);
      await assertAdminRemains(users, stored, undefined);
      await users.delete(stored.id);
      return stored;
    });
    await tell({ type: 'user.deleted', user: profileOf(user) });
  };
