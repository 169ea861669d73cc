import { authorize } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import { asAuthor, type Author } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';

export const findAuthors =
  ({ users }: Pick<Dependencies, 'users'>) =>
  async (actor: Actor, ids: readonly string[]): Promise<readonly Author[]> => {
    authorize(actor, 'read_authors');
    const found = ids.length === 0 ? [] : await users.findByIds(ids);
    return found.map(asAuthor);
  };
