import { computed, signal } from '@preact/signals';
import type { OwnAccountDto } from '../../../contracts/schemas/account-schemas.ts';
import { reachOfRole, type Reach, type RoleAction } from '../../../contracts/client/vocabulary.ts';
import { hasCode, sessionApi } from '../api/client.ts';
import { isFactorMissing } from '../api/missing-factor.ts';

/** The signed-in user; undefined until the first answer. */
export const account = signal<OwnAccountDto | undefined>(undefined);

/** @throws ApiError 401 without a session; OfflineError. */
export const loadAccount = async (): Promise<void> => {
  const { body } = await sessionApi.getAccount();
  account.value = body.user;
  draftsArePublic.value = body.draftsArePublic;
  identityProvider.value = body.identityProvider;
  managesRoles.value = body.managesRoles === true;
  secondFactorDueAt.value = body.secondFactorDueAt;
  isFactorMissing.value = body.secondFactorDueAt !== undefined && (await isStopped());
};

/** Asks the service: the clock of the browser can be wrong. */
const isStopped = async (): Promise<boolean> => {
  try {
    await sessionApi.listCollections();
    return false;
  } catch (error) {
    return hasCode(error, 'second_factor_setup_required');
  }
};

/** What people call the identity provider; undefined if there is none. */
export const identityProvider = signal<string | undefined>(undefined);

/** Whether the identity provider sets the roles of linked accounts. */
export const managesRoles = signal(false);

/** By when the account must have a second factor, in epoch milliseconds; undefined if it need not. */
export const secondFactorDueAt = signal<number | undefined>(undefined);

/** Whether anyone can read unpublished content. */
export const draftsArePublic = signal(false);

export const isAdmin = computed(() => account.value?.role === 'admin');

/**
 * How far the user's rights reach in one collection: everything, only own items, or nothing.
 *
 * @param locale of the items; without one, the rights in the languages where they reach furthest.
 */
export const reachIn = (collection: string, action: RoleAction, locale?: string): Reach => {
  const user = account.value;
  if (user === undefined) return 'none';
  if (user.role === 'admin') return reachOfRole('admin', action);
  const grant = user.permissions.find((each) => each.collection === collection);
  const isElsewhere = locale !== undefined && grant?.locales?.includes(locale) === false;
  return reachOfRole(isElsewhere ? 'viewer' : (grant?.role ?? user.role), action);
};

/** Whether the user may do something in one collection, perhaps in one of its languages, or, without a collection, in any. */
export const may = (action: RoleAction, collection?: string, locale?: string): boolean => {
  const user = account.value;
  if (user === undefined) return false;
  if (collection !== undefined) return reachIn(collection, action, locale) !== 'none';
  const granted = user.permissions.map((grant) => reachIn(grant.collection, action));
  return [reachOfRole(user.role, action), ...granted].some((reach) => reach !== 'none');
};

/** Ends the session and opens the login page. */
export const signOut = async (): Promise<void> => {
  await sessionApi.logOut();
  location.assign('/auth/login');
};

/** The login page, which returns to the current screen. */
export const loginUrl = (): string =>
  `/auth/login?next=${encodeURIComponent(location.pathname + location.search)}`;
