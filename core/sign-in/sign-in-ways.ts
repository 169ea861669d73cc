import type { IdentityRules, PasswordLogin } from '../accounts/identity-rules.ts';
import type { BeginDependencies } from './begin-sign-in.ts';

/** How people sign in to this service. */
export interface SignInWays {
  /** Whose passwords count. */
  readonly password: PasswordLogin;
  /** What people call the identity provider; undefined if none is configured. */
  readonly provider: string | undefined;
}

export const signInWays = ({
  identityProvider,
  publicUrl,
  identityRules,
  passwordLogin,
}: Pick<BeginDependencies, 'identityProvider' | 'publicUrl'> & {
  readonly identityRules: IdentityRules;
  readonly passwordLogin: PasswordLogin;
}): SignInWays => ({
  password: passwordLogin,
  provider:
    identityProvider === undefined || publicUrl === undefined ? undefined : identityRules.name,
});
