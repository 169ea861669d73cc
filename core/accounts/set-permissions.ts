import { authorize } from '../access/policy.ts';
import { audited } from '../events/record-audit.ts';
import { grantEvent } from '../events/collection-events.ts';
import type { Notifying } from '../events/notification.ts';
import type { Actor, Grant } from '../model/actor.ts';
import { idsByName, unknownCollection, type Collection } from '../model/collection.ts';
import { profileOf } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import { invalid } from '../primitives/errors.ts';
import {
  findUser,
  userPresenter,
  type Permission,
  type PresenterDependencies,
  type ShownUser,
} from './read-users.ts';

export const setPermissions =
  (
    dependencies: Pick<Dependencies, 'store' | 'clock'> &
      Pick<Dependencies, 'collections'> &
      PresenterDependencies &
      Notifying,
  ) =>
  async (actor: Actor, id: string, permissions: readonly Permission[]): Promise<ShownUser> => {
    authorize(actor, 'administer');
    const { store, collections, clock, notify } = dependencies;
    const allCollections = await collections.list();
    const read = { list: async () => allCollections };
    const show = await userPresenter({ ...dependencies, collections: read }, [id]);
    const user = await audited(
      { store, lock: 'accounts' },
      actor,
      async ({ users, outbox }) => {
        const stored = await findUser(users, id);
        const grants = parseGrants(allCollections, permissions);
        await users.replaceGrants(stored.id, grants);
        const changed = allCollections.filter(
          ({ id: each }) => hasGrant(stored.grants, each) !== hasGrant(grants, each),
        );
        const now = clock.now();
        await outbox.add(changed.map((collection) => grantEvent(stored.id, collection, now)));
        return { ...stored, grants };
      },
      (changed) => ({
        action: 'user.set_permissions',
        id: changed.id,
        detail: permissions.map(({ collection, role }) => `${collection}: ${role}`).join(', '),
      }),
    );
    await notify({ type: 'user.changed', user: profileOf(user) });
    return show(user);
  };

const hasGrant = (grants: readonly Grant[], id: string): boolean =>
  grants.some(({ collectionId }) => collectionId === id);

/** @throws DomainError `collection_not_found`, `invalid_input`. */
export const parseGrants = (
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
