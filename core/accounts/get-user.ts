import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { AccountPorts } from './account-ports.ts';
import { findUser, userPresenter, type ShownUser } from './shown-user.ts';

/** @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`. */
export const getUser =
  ({ users, collections }: Pick<AccountPorts, 'users' | 'collections'>) =>
  async (actor: Actor, id: string): Promise<ShownUser> => {
    authorize(actor, 'administer');
    const show = userPresenter(await collections.list());
    return show(await findUser(users, id));
  };
