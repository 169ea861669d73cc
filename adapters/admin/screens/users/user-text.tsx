import type { UserDto } from '../../../../contracts/schemas/account-schemas.ts';
import { hasCode, messageOf } from '../../api/client.ts';
import { counted } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Time } from '../../components/time.tsx';
import { identityProvider } from '../../shell/session.ts';
import { roleNames } from './roles.ts';

export { publicNameOf as nameOf } from '../../../../contracts/client/vocabulary.ts';

export const ActiveChip = ({ isActive }: Pick<UserDto, 'isActive'>) => (
  <span class={isActive ? 'chip good' : 'chip'}>
    {isActive ? t.users.active : t.users.deactivated}
  </span>
);

export const FactorChip = ({ hasSecondFactor }: Pick<UserDto, 'hasSecondFactor'>) => (
  <span class={hasSecondFactor ? 'chip good' : 'chip'}>
    {hasSecondFactor ? t.users.secondFactor : t.users.noSecondFactor}
  </span>
);

/** @param at in epoch milliseconds; null if it is not known. */
export const LastSignIn = ({ at }: { readonly at: number | null }) =>
  at === null ? <>{t.users.noSignIn}</> : <Time at={at} />;

/** The role, and in how many collections another one replaces it. */
export const RoleText = ({ role, permissions }: Pick<UserDto, 'role' | 'permissions'>) => (
  <>
    {roleNames[role]}
    {permissions.length > 0 && (
      <span class="quiet-text"> {counted(permissions.length, t.users.moreCollections)}</span>
    )}
  </>
);

/** Why the service rejected a change of an account, and what to do. */
export const reasonOf = (error: unknown): string => {
  if (hasCode(error, 'last_admin')) {
    return t.users.lastAdmin;
  }
  return hasCode(error, 'role_managed') ? managedRoleText() : messageOf(error);
};

/** Why a role cannot be changed here. */
export const managedRoleText = (): string =>
  t.users.roleManaged(identityProvider.value ?? t.users.theIdentityProvider);
