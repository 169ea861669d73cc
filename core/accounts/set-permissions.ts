import type { Actor, Grant } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { unknownCollection, type Collection } from '../collections/collection.ts';
import { idsByName } from '../collections/collection-names.ts';
import { invalid } from '../errors.ts';
import type { AccountPorts } from './account-ports.ts';
import { findUser, userPresenter, type Permission, type ShownUser } from './shown-user.ts';
import { profileOf } from './user.ts';

/**
 * Replaces all of a user's grants.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`,
 *   `collection_not_found`, `invalid_input` when a collection is named twice.
 */
export const setPermissions =
  ({ unitOfWork, collections, tell }: AccountPorts) =>
  async (actor: Actor, id: string, permissions: readonly Permission[]): Promise<ShownUser> => {
    authorize(actor, 'administer');
    const known = await collections.list();
    const show = userPresenter(known);
    const user = await unitOfWork.run('accounts', async ({ users }) => {
      const stored = await findUser(users, id);
      const grants = parseGrants(known, permissions);
      await users.replaceGrants(stored.id, grants);
      return { ...stored, grants };
    });
    await tell({ type: 'user.changed', user: profileOf(user) });
    return show(user);
  };

/** @throws DomainError `collection_not_found`, `invalid_input`. */
const parseGrants = (
  collections: readonly Collection[],
  permissions: readonly Permission[],
): readonly Grant[] => {
  const ids = idsByName(collections);
  const grants = new Map<string, Grant>();
  for (const [index, { collection, role }] of permissions.entries()) {
    const path = `permissions.${index}.collection`;
    const collectionId = ids.get(collection);
    if (collectionId === undefined) throw unknownCollection(path);
    if (grants.has(collectionId)) {
      throw invalid('invalid_input', [{ path, message: 'must be named only once' }]);
    }
    grants.set(collectionId, { collectionId, role });
  }
  return [...grants.values()];
};
