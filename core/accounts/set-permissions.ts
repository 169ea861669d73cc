import type { Actor, Grant } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { unknownCollection } from '../collections/collection.ts';
import { invalid } from '../errors.ts';
import type { CollectionRepository } from '../ports/collection-repository.ts';
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
    const show = await userPresenter(collections);
    const user = await unitOfWork.run('accounts', async (repositories) => {
      const stored = await findUser(repositories.users, id);
      const grants = await parseGrants(repositories.collections, permissions);
      await repositories.users.replaceGrants(stored.id, grants);
      return { ...stored, grants };
    });
    await tell({ type: 'user.changed', user: profileOf(user) });
    return show(user);
  };

const parseGrants = async (
  collections: Pick<CollectionRepository, 'list'>,
  permissions: readonly Permission[],
): Promise<readonly Grant[]> => {
  const ids = new Map((await collections.list()).map(({ id, name }) => [name, id]));
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
