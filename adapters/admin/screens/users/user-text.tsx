import type { UserDto } from '../../../../contracts/schemas/account-schemas.ts';
import { hasCode, messageOf } from '../../api/client.ts';
import { roleNames } from './roles.ts';

export { publicNameOf as nameOf } from '../../../../contracts/client/vocabulary.ts';

export const ActiveChip = ({ isActive }: Pick<UserDto, 'isActive'>) => (
  <span class={isActive ? 'chip good' : 'chip'}>{isActive ? 'Active' : 'Deactivated'}</span>
);

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
export const reasonOf = (error: unknown): string =>
  hasCode(error, 'last_admin')
    ? 'This is the only active administrator. Give another active user the role Admin first.'
    : messageOf(error);
