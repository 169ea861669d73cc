import type { UserDto } from '../../../../contracts/schemas/account-schemas.ts';
import { hasCode, messageOf } from '../../api/client.ts';
import { Time } from '../../components/time.tsx';
import { identityProvider } from '../../shell/session.ts';
import { roleNames } from './roles.ts';

export { publicNameOf as nameOf } from '../../../../contracts/client/vocabulary.ts';

export const ActiveChip = ({ isActive }: Pick<UserDto, 'isActive'>) => (
  <span class={isActive ? 'chip good' : 'chip'}>{isActive ? 'Active' : 'Deactivated'}</span>
);

export const FactorChip = ({ hasSecondFactor }: Pick<UserDto, 'hasSecondFactor'>) => (
  <span class={hasSecondFactor ? 'chip good' : 'chip'}>
    {hasSecondFactor ? 'Second factor' : 'No second factor'}
  </span>
);

/** @param at in epoch milliseconds; null if it is not known. */
export const LastSignIn = ({ at }: { readonly at: number | null }) =>
  at === null ? <>No sign-in is known</> : <Time at={at} />;

const collectionCount = (count: number): string =>
  count === 1 ? '1 collection' : `${count} collections`;

/** The role, and in how many collections another one replaces it. */
export const RoleText = ({ role, permissions }: Pick<UserDto, 'role' | 'permissions'>) => (
  <>
    {roleNames[role]}
    {permissions.length > 0 && (
      <span class="quiet-text"> + {collectionCount(permissions.length)}</span>
    )}
  </>
);

/** Why the service rejected a change of an account, and what to do. */
export const reasonOf = (error: unknown): string => {
  if (hasCode(error, 'last_admin')) {
    return 'This is the only active administrator. Give another active user the role Admin first.';
  }
  return hasCode(error, 'role_managed') ? managedRoleText() : messageOf(error);
};

/** Why a role cannot be changed here. */
export const managedRoleText = (): string =>
  `${identityProvider.value ?? 'The identity provider'} sets this role at each sign-in. Change the groups of the person there.`;
