import { seesCollection } from '../access/visibility.ts';
import type { UserActor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import { noId } from '../primitives/uuid.ts';
import { rejectAll } from '../primitives/errors.ts';

/** Whether the account can sign in, and sees the items of the collection. */
export const maySee = (
  { id: userId, role, grants, isActive }: User,
  collection: Collection,
): boolean => {
  const actor: UserActor = { kind: 'user', userId, sessionId: noId, role, grants };
  return isActive && seesCollection(actor, collection);
};

/**
 * The accounts with these ids, in their order.
 *
 * @throws DomainError `invalid_input` with an issue for each that does not exist, or does not see the items of the collection.
 */
export const findMentioned = async (
  { users }: Pick<Dependencies, 'users'>,
  collection: Collection,
  ids: readonly string[],
): Promise<readonly User[]> => {
  if (ids.length === 0) return [];
  const found = new Map((await users.findByIds(ids)).map((user) => [user.id, user]));
  const seeing = ids.flatMap((id) => {
    const user = found.get(id);
    return user !== undefined && maySee(user, collection) ? [user] : [];
  });
  const known = new Set(seeing.map(({ id }) => id));
  rejectAll(
    'invalid_input',
    ids
      .filter((id) => !known.has(id))
      .map((id) => ({ path: 'text', message: `mentions ${id}, who may not see the content` })),
  );
  return seeing;
};
