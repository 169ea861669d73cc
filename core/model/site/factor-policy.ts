import { day, type EpochMs } from '../../primitives/time.ts';
import { roles, type Role } from '../actor.ts';
import type { SignInMethod } from '../session.ts';
import type { User } from '../user.ts';
import { settingOf, type Settings } from './settings.ts';

/** What the settings say about who needs a second factor. Without members while no role does. */
export type FactorPolicy = Pick<
  Settings,
  'requireSecondFactor' | 'secondFactorGraceDays' | 'secondFactorRequiredSince'
>;

/** What stores return with a session. @param settings as they are stored. */
export const factorPolicyOf = (settings: Partial<Settings> = {}): FactorPolicy => {
  const { requireSecondFactor, secondFactorGraceDays, secondFactorRequiredSince } = settings;
  if (requireSecondFactor === undefined || requireSecondFactor.length === 0) return {};
  return {
    requireSecondFactor,
    ...(secondFactorGraceDays !== undefined && { secondFactorGraceDays }),
    ...(secondFactorRequiredSince !== undefined && { secondFactorRequiredSince }),
  };
};

/** The highest role that an account has in any collection. */
export const highestRole = ({
  role,
  grants,
}: {
  readonly role: Role;
  readonly grants: readonly { readonly role: Role }[];
}): Role =>
  roles.findLast((each) => each === role || grants.some((grant) => grant.role === each)) ?? role;

/**
 * From when on a session can do nothing but set a second factor up; undefined if it needs none. A session of an identity
 * provider needs none.
 */
export const secondFactorDueAt = (
  policy: FactorPolicy,
  user: Pick<User, 'role' | 'grants' | 'hasSecondFactor' | 'createdAt'>,
  method: SignInMethod,
): EpochMs | undefined => {
  if (user.hasSecondFactor || method === 'oidc') return undefined;
  const required = settingOf(policy, 'requireSecondFactor');
  if (required.length === 0) return undefined;
  const role = highestRole(user);
  if (!required.includes(role)) return undefined;
  const since = policy.secondFactorRequiredSince?.[role] ?? user.createdAt;
  return Math.max(since, user.createdAt) + settingOf(policy, 'secondFactorGraceDays') * day;
};

/** The settings with the time since when each role needs a second factor. A role that needed one before keeps its time. */
export const withRequiredSince = (before: Settings, after: Settings, now: EpochMs): Settings => {
  const secondFactorRequiredSince = Object.fromEntries(
    settingOf(after, 'requireSecondFactor').map((role) => [
      role,
      before.secondFactorRequiredSince?.[role] ?? now,
    ]),
  );
  return { ...after, secondFactorRequiredSince };
};
