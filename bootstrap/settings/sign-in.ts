import { Type, type Static, type TObject } from 'typebox';
import { hostOf, isThisMachine } from '../../adapters/koa/steps/request-target.ts';
import type { OpenIdOptions } from '../../adapters/openid/openid-identity-provider.ts';
import type { IdentityRules } from '../../core/index.ts';
import {
  accountCreations,
  passwordLogins,
  roles,
  type AccountCreation,
  type GroupRoles,
  type PasswordLogin,
  type Role,
} from '../../core/vocabulary.ts';
import { listOf, readUrl } from './addresses.ts';

const flag = (byDefault: 'true' | 'false', description: string) =>
  Type.Unsafe<'true' | 'false'>({
    type: 'string',
    enum: ['true', 'false'],
    default: byDefault,
    description,
  });

export const signInVariables = {
  OIDC_ISSUER: Type.Optional(
    Type.String({
      description:
        'The OpenID Connect provider by which people sign in: its issuer, such as `https://login.example.com/realms/staff`. `http` only on this machine. It need not be reachable at the start. Register `PUBLIC_URL/auth/oidc/callback` there as the redirect URI. Not together with `identityProvider` of the [configuration file](configuration-file.md#ports). Without both, people sign in by password only.',
    }),
  ),
  OIDC_CLIENT_ID: Type.Optional(
    Type.String({
      description: 'What the provider knows this service by. Required with `OIDC_ISSUER`.',
    }),
  ),
  OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({
      description: 'The secret of this service at the provider. Required with `OIDC_ISSUER`.',
    }),
  ),
  OIDC_NAME: Type.String({
    default: 'single sign-on',
    maxLength: 60,
    description: 'What people call the provider: the login page says “Continue with …”.',
  }),
  OIDC_SCOPES: Type.String({
    default: 'openid email profile',
    description:
      'The scopes that the service asks for, separated by spaces. With `OIDC_ROLE_CLAIM`, many providers need another one for it, such as `groups`.',
  }),
  OIDC_LINK_BY_EMAIL: flag(
    'true',
    'Whether the first sign-in of a person is linked to the account with the address that the provider has verified, unless that is the account of an admin.',
  ),
  OIDC_CREATE: Type.Unsafe<AccountCreation>({
    type: 'string',
    enum: accountCreations,
    default: 'invited',
    description:
      'Who gets an account at the first sign-in. With `none`, no new accounts are made. With `invited`, those whose verified address is invited get one. With `any`, everybody whom the provider lets in gets one, as viewer.',
  }),
  OIDC_ROLE_CLAIM: Type.Optional(
    Type.String({
      description:
        'The claim with the groups of a person, such as `groups`: a list, or one text. Together with `OIDC_ROLE_MAP`.',
    }),
  ),
  OIDC_ROLE_MAP: Type.Optional(
    Type.String({
      description:
        'The roles of groups, such as `cms-editors=editor,cms-authors=author`. The highest one counts; without any, a person is viewer. It is set at each sign-in, and cannot be changed in the service then.',
    }),
  ),
  OIDC_ALLOW_ADMIN: flag(
    'false',
    'Whether `OIDC_ROLE_MAP` makes admins. Otherwise its entries with `admin` do not count.',
  ),
  PASSWORD_LOGIN: Type.Unsafe<PasswordLogin>({
    type: 'string',
    enum: passwordLogins,
    default: 'all',
    description:
      'Whose passwords count: those of `all` accounts, of `admins` only, or `none`. `admins` keeps a way in while the provider is unreachable. With `none`, the service starts only if an active admin is linked to the provider.',
  }),
};

type SignInEnvironment = Static<TObject<typeof signInVariables>>;

export interface SignInSettings {
  /** Undefined if none is configured. */
  readonly openId: OpenIdOptions | undefined;
  readonly identityRules: IdentityRules;
  readonly passwordLogin: PasswordLogin;
}

/** No sentence has a part of OIDC_CLIENT_SECRET. */
export function* signInMistakes(env: SignInEnvironment): Generator<string> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SCOPES } = env;
  if (OIDC_ISSUER !== undefined && !isIssuer(OIDC_ISSUER)) {
    yield 'OIDC_ISSUER must be an https address without query, such as https://login.example.com; http only on this machine';
  }
  const together = [OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET];
  if (new Set(together.map((value) => value === undefined)).size > 1) {
    yield 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must all be set, or none of them';
  }
  const scopes = OIDC_SCOPES.split(' ');
  if (!scopes.includes('openid') || !scopes.every((scope) => scopeForm.test(scope))) {
    yield 'OIDC_SCOPES must be names separated by single spaces, with openid among them';
  }
  yield* roleMistakes(env);
}

/** RFC 6749, section 3.3. */
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

const isIssuer = (text: string): boolean => {
  const url = readUrl(text, ['http:', 'https:']);
  if (url?.search !== '' || url.hash !== '') return false;
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isThisMachine(hostOf(url.host) ?? '');
};

function* roleMistakes({ OIDC_ROLE_CLAIM, OIDC_ROLE_MAP }: SignInEnvironment): Generator<string> {
  if ((OIDC_ROLE_CLAIM === undefined) !== (OIDC_ROLE_MAP === undefined)) {
    yield 'OIDC_ROLE_CLAIM and OIDC_ROLE_MAP must both be set, or neither';
  }
  if (OIDC_ROLE_MAP === undefined) return;
  if (listOf(OIDC_ROLE_MAP).length === 0) yield 'OIDC_ROLE_MAP must have an entry';
  for (const entry of listOf(OIDC_ROLE_MAP)) {
    if (readEntry(entry) === undefined) {
      yield `OIDC_ROLE_MAP: ${entry} must be a group and a role, such as cms-editors=editor; the roles are ${roles.join(', ')}`;
    }
  }
}

/** The name of a group can contain an equals sign, such as `cn=editors`. */
const readEntry = (entry: string): readonly [group: string, role: Role] | undefined => {
  const at = entry.lastIndexOf('=');
  const group = entry.slice(0, Math.max(0, at)).trim();
  const role = roles.find((each) => each === entry.slice(at + 1).trim());
  return group === '' || role === undefined ? undefined : [group, role];
};

export const readSignIn = (env: SignInEnvironment): SignInSettings => ({
  openId: openIdOf(env),
  identityRules: {
    name: env.OIDC_NAME,
    linksByEmail: env.OIDC_LINK_BY_EMAIL === 'true',
    creates: env.OIDC_CREATE,
    groupRoles: groupRolesOf(env),
  },
  passwordLogin: env.PASSWORD_LOGIN,
});

const openIdOf = ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_SCOPES: scopes,
}: SignInEnvironment): OpenIdOptions | undefined =>
  issuer === undefined || clientId === undefined || clientSecret === undefined
    ? undefined
    : { issuer, clientId, clientSecret, scopes };

const groupRolesOf = ({
  OIDC_ROLE_CLAIM: claim,
  OIDC_ROLE_MAP: map = '',
  OIDC_ALLOW_ADMIN,
}: SignInEnvironment): GroupRoles | undefined =>
  claim === undefined
    ? undefined
    : {
        claim,
        roles: listOf(map).flatMap((entry) => {
          const read = readEntry(entry);
          return read === undefined ? [] : [read];
        }),
        allowsAdmin: OIDC_ALLOW_ADMIN === 'true',
      };
