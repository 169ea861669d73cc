import { signsInByPassword, type PasswordLogin } from '../accounts/identity-rules.ts';
import type { Role } from '../model/actor.ts';
import { DomainError } from '../primitives/errors.ts';

export interface PasswordLoginRule {
  readonly passwordLogin: PasswordLogin;
}

/** @throws DomainError `password_login_disabled` if the password of an account with this role does not count. */
export const assertSignsInByPassword = ({ passwordLogin }: PasswordLoginRule, role: Role): void => {
  if (signsInByPassword(passwordLogin, role)) return;
  throw new DomainError(
    'password_login_disabled',
    'This account does not sign in by a password here',
    { details: 'Sign in by the identity provider, on the login page' },
  );
};
