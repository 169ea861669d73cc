import type { IdentityRules, PasswordLogin } from '../accounts/identity-rules.ts';
import type { BeginDependencies } from './begin-sign-in.ts';

/** How people sign in to this service. */
export interface SignInWays {
  /** Whose passwords count. */
  readonly password: PasswordLogin;
  /** What people call the identity provider; undefined if none is configured. */
  readonly provider: string | undefined;
  /** Whether the provider sets the roles of linked accounts, at each sign-in. */
  readonly managesRoles: boolean;
}

export const signInWays = ({
  identityProvider,
  publicUrl,
  identityRules,
  passwordLogin,
}: Pick<BeginDependencies, 'identityProvider' | 'publicUrl'> & {
  readonly identityRules: IdentityRules;
  readonly passwordLogin: PasswordLogin;
}): SignInWays => {
  const hasProvider = identityProvider !== undefined && publicUrl !== undefined;
  return {
    password: passwordLogin,
    provider: hasProvider ? identityRules.name : undefined,
    managesRoles: hasProvider && identityRules.groupRoles !== undefined,
  };
};
