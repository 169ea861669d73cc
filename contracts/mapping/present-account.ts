import type { LoggedIn, Profile, ShownUser } from '../../core/index.ts';
import type { SessionDto } from '../operations/accounts.ts';
import type { OwnAccountDto, UserDto } from '../schemas/account-schemas.ts';

export const presentSession = ({ user, token }: LoggedIn): SessionDto => ({
  user: presentAccount(user),
  token,
});

/** An account as its owner sees it. */
export const presentOwnAccount = ({ user, permissions }: ShownUser): OwnAccountDto => ({
  ...presentAccount(user),
  permissions,
});

const presentAccount = ({
  id,
  email,
  username,
  firstName,
  lastName,
  role,
}: Profile): SessionDto['user'] => ({ id, email, username, firstName, lastName, role });

/** An account as administrators see it. */
export const presentUser = ({ user, permissions }: ShownUser): UserDto => ({
  id: user.id,
  email: user.email,
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  role: user.role,
  isActive: user.isActive,
  permissions,
  created_at: user.createdAt,
  updated_at: user.updatedAt,
});
