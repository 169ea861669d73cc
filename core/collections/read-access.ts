import { authorize } from '../access/policy.ts';
import { seesAllAs, seesCollection } from '../access/visibility.ts';
import { roles, type Actor, type Role } from '../model/actor.ts';
import type { ApiToken } from '../model/api-token.ts';
import { accessOf, type Collection, type CollectionAccess } from '../model/collection.ts';
import { boundedCount, exactCountMax, type BoundedCount } from '../model/content/bounded-count.ts';
import { asAuthor, type Author, type User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { notFound } from '../primitives/errors.ts';
import type { EpochMs } from '../primitives/time.ts';

/** Up to this number the users with a grant are named. */
export const grantedMax = 100;

/** Who sees a collection if it is private, and what everybody else sees no longer. */
export interface AccessReport {
  readonly access: CollectionAccess;
  /** Its published items. */
  readonly items: BoundedCount;
  /** The former slugs that lead to its published items. */
  readonly redirects: BoundedCount;
  /** Items of other collections, which everybody sees, that refer to its items. */
  readonly referrers: BoundedCount;
  readonly users: {
    /** The active accounts that see it if it is private. */
    readonly count: number;
    /** Those of them that see it only because of a role in it, by name, at most {@link grantedMax}. */
    readonly granted: readonly GrantedUser[];
  };
  /** The API tokens whose scope names it, without those that have expired, newest first. */
  readonly tokens: readonly Pick<ApiToken, 'id' | 'name'>[];
}

export interface GrantedUser extends Author {
  /** In the collection. */
  readonly role: Role;
}

export const readAccess =
  ({ store, clock }: Pick<Dependencies, 'store' | 'clock'>) =>
  async (actor: Actor, name: string): Promise<AccessReport> => {
    authorize(actor, 'administer');
    const now = clock.now();
    // One state of the store: the numbers agree, and no read of content has to be repeated.
    return store.consistently(async (repositories) => {
      const all = await repositories.collections.list();
      const collection = all.find((each) => each.name === name);
      if (collection === undefined) throw notFound('Collection');
      return {
        access: accessOf(collection),
        ...(await countPublished(repositories, collection)),
        referrers: await countReferrers(repositories, collection, all),
        users: await readUsers(repositories, collection),
        tokens: await readTokens(repositories, collection, now),
      };
    });
  };

const countPublished = async (
  { site, summaries, redirects }: Pick<Repositories, 'site' | 'summaries' | 'redirects'>,
  { id }: Collection,
): Promise<Pick<AccessReport, 'items' | 'redirects'>> => {
  const basis = { site: (await site.load()).stamp };
  const limit = exactCountMax + 1;
  const counts = await summaries.count([id], limit, basis);
  const query = { collectionId: id, status: 'published', within: 'all', limit, offset: 0 } as const;
  const found = await redirects.list(query, basis);
  if (!counts.isCurrent || !found.isCurrent) {
    throw new TypeError('A transaction must see one state of the store');
  }
  const published = counts.value.find(({ status }) => status === 'published');
  return {
    items: boundedCount(published?.count ?? 0),
    redirects: boundedCount(found.value.length),
  };
};

const countReferrers = async (
  { references }: Pick<Repositories, 'references'>,
  { id }: Collection,
  all: readonly Collection[],
): Promise<BoundedCount> => {
  const from = all
    .filter((each) => each.id !== id && each.isActive && accessOf(each) === 'public')
    .map((each) => each.id);
  const { count, isComplete } = await references.countReferrers(id, from, exactCountMax + 1);
  const counted = boundedCount(count);
  return isComplete ? counted : { ...counted, isLowerBound: true };
};

const readUsers = async (
  { users }: Pick<Repositories, 'users'>,
  { id }: Collection,
): Promise<AccessReport['users']> => {
  const others = (await users.listGranted(id)).filter(({ role }) => !seesAllAs(role));
  const granted = others
    .map((user) => grantedUser(user, id))
    .toSorted(byName)
    .slice(0, grantedMax);
  return { count: (await users.countActive(roles.filter(seesAllAs))) + others.length, granted };
};

const grantedUser = (user: User, collection: string): GrantedUser => ({
  ...asAuthor(user),
  role: user.grants.find(({ collectionId }) => collectionId === collection)?.role ?? user.role,
});

const byName = (left: GrantedUser, right: GrantedUser): number => {
  const [first, second] = [keyOf(left), keyOf(right)];
  return first === second ? 0 : first < second ? -1 : 1;
};

const keyOf = ({ name, id }: GrantedUser): string => `${name.toLowerCase()}\n${id}`;

const readTokens = async (
  { apiTokens }: Pick<Repositories, 'apiTokens'>,
  { id }: Collection,
  now: EpochMs,
): Promise<AccessReport['tokens']> =>
  (await apiTokens.list())
    .filter(
      ({ id: tokenId, scope, expiresAt }) =>
        (expiresAt === undefined || expiresAt > now) &&
        seesCollection({ kind: 'token', tokenId, scope }, { id, isPrivate: true }),
    )
    .map((token) => ({ id: token.id, name: token.name }));
