import { passwordMaxBytes, passwordMinLength, utf8Length } from '../core/index.ts';

export { passwordMaxBytes, passwordMinLength } from '../core/index.ts';

/** Which rules of new passwords a text keeps. Clients show it while the user types; the service decides. */
export const passwordRules = (
  password: string,
): { readonly isLongEnough: boolean; readonly isShortEnough: boolean } => ({
  isLongEnough: [...password].length >= passwordMinLength,
  isShortEnough: utf8Length(password) <= passwordMaxBytes,
});
