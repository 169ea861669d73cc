import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { parsePage, type PageRequest } from '../paging.ts';
import type { AccountPorts } from './account-ports.ts';
import { userPresenter, type ShownUser } from './shown-user.ts';

/** Oldest first. @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`. */
export const listUsers =
  ({ users, collections }: Pick<AccountPorts, 'users' | 'collections'>) =>
  async (actor: Actor, page: PageRequest): Promise<readonly ShownUser[]> => {
    authorize(actor, 'administer');
    const show = userPresenter(await collections.list());
    return (await users.list(parsePage(page))).map(show);
  };
