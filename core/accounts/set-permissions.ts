import { authorize } from '../access/policy.ts';
import { audited } from '../events/record-audit.ts';
import { grantEvent } from '../events/collection-events.ts';
import type { Notifying } from '../events/notification.ts';
import type { Actor, Grant } from '../model/actor.ts';
import { unknownCollection, type Collection } from '../model/collection.ts';
import { parseLocale } from '../model/content/translation.ts';
import type { Locale, LocaleCode } from '../model/locale.ts';
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
      // Not that of accounts: no locale gets another code meanwhile.
      { store, lock: 'settings' },
      actor,
      async ({ users, outbox, site }) => {
        const stored = await findUser(users, id);
        const { locales } = (await site.load()).settings;
        const grants = parseGrants({ collections: allCollections, locales }, permissions);
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
        detail: permissions.map(described).join(', '),
      }),
    );
    await notify({ type: 'user.changed', user: profileOf(user) });
    return show(user);
  };

const hasGrant = (grants: readonly Grant[], id: string): boolean =>
  grants.some(({ collectionId }) => collectionId === id);

const described = ({ collection, role, locales }: Permission): string =>
  `${collection}: ${role}${locales === undefined ? '' : ` (${locales.join(', ')})`}`;

/** What grants name. */
export interface GrantContext {
  readonly collections: readonly Collection[];
  /** Of the service. */
  readonly locales: readonly Locale[] | undefined;
}

/** @throws DomainError `collection_not_found`, `invalid_input`. */
export const parseGrants = (
  { collections, locales: known = [] }: GrantContext,
  permissions: readonly Permission[],
): readonly Grant[] => {
  const grants = new Map<string, Grant>();
  for (const [index, { collection: name, role, locales }] of permissions.entries()) {
    const path = `permissions.${index}`;
    const collection = collections.find((each) => each.name === name);
    if (collection === undefined) throw unknownCollection(`${path}.collection`);
    const { id: collectionId } = collection;
    if (grants.has(collectionId)) {
      const issue = { path: `${path}.collection`, message: 'must be named only once' };
      throw invalid('invalid_input', [issue]);
    }
    grants.set(collectionId, {
      collectionId,
      role,
      ...(locales && { locales: parseCodes(known, collection, locales, `${path}.locales`) }),
    });
  }
  return [...grants.values()];
};

const parseCodes = (
  known: readonly Locale[],
  { baseLocale }: Collection,
  locales: readonly string[],
  path: string,
): readonly LocaleCode[] => {
  if (baseLocale === undefined) {
    throw invalid('invalid_input', [{ path, message: 'needs a localised collection' }]);
  }
  return [...new Set(locales.map((raw, place) => parseLocale(known, raw, `${path}.${place}`)))];
};
