import type {
  LoggedIn,
  Profile,
  ShownApiToken,
  ShownSession,
  ShownTrustedBrowser,
  ShownUser,
} from '../../core/vocabulary.ts';
import type { ApiTokenDto } from '../operations/api-tokens.ts';
import type {
  ActiveSessionDto,
  OwnAccountDto,
  SessionDto,
  TrustedBrowserDto,
  UserDto,
} from '../schemas/account-schemas.ts';

export const presentSession = ({ user, token }: LoggedIn): SessionDto => ({
  user: presentAccount(user),
  token,
});

/** An account as its owner sees it. */
export const presentOwnAccount = ({
  user,
  permissions,
  lastSignInAt,
  signInMethods,
}: ShownUser): OwnAccountDto => ({
  ...presentAccount(user),
  permissions,
  lastSignInAt: lastSignInAt ?? null,
  hasSecondFactor: user.hasSecondFactor,
  signInMethods: [...signInMethods],
});

export const presentTrustedBrowser = (browser: ShownTrustedBrowser): TrustedBrowserDto => ({
  id: browser.id,
  created_at: browser.createdAt,
  expiresAt: browser.expiresAt,
  address: browser.address ?? null,
  client: browser.client ?? null,
});

export const presentActiveSession = (session: ShownSession): ActiveSessionDto => ({
  id: session.id,
  created_at: session.createdAt,
  lastSeenAt: session.lastSeenAt,
  address: session.address ?? null,
  client: session.client ?? null,
  method: session.method,
  secondFactor: session.secondFactor,
  current: session.isCurrent,
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
export const presentUser = ({
  user,
  permissions,
  lastSignInAt,
  signInMethods,
}: ShownUser): UserDto => ({
  ...presentAccount(user),
  isActive: user.isActive,
  permissions,
  lastSignInAt: lastSignInAt ?? null,
  hasSecondFactor: user.hasSecondFactor,
  signInMethods: [...signInMethods],
  created_at: user.createdAt,
  updated_at: user.updatedAt,
});

/** An API token without its secret. */
export const presentApiToken = ({ token, collections }: ShownApiToken): ApiTokenDto => ({
  id: token.id,
  name: token.name,
  ...(token.kind !== undefined && { kind: token.kind }),
  prefix: token.prefix,
  collections,
  expiresAt: token.expiresAt ?? null,
  lastUsedAt: token.lastUsedAt ?? null,
  created_at: token.createdAt,
});
