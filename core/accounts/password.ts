import type { PasswordHasher, Verification } from '../ports/hashing.ts';
import { invalid } from '../primitives/errors.ts';
import { assertStorable, lengthOf, utf8Length } from '../primitives/text.ts';

export const passwordMinLength = 8;
export const passwordMaxBytes = 1_024;

/**
 * The form in which passwords are hashed, Unicode NFC: the same password typed on another system can arrive as other
 * characters. A text that is too long for a password is not composed, because that takes too long.
 */
export const composePassword = (raw: string): string =>
  raw.length > 4 * passwordMaxBytes ? raw : raw.normalize('NFC');

/**
 * @returns the password in Unicode NFC, otherwise unchanged: it is never trimmed, folded or cut. The limits apply
 *   to this form.
 *
 * @throws DomainError `invalid_password`, `invalid_text`.
 */
export const parsePassword = (path: 'password' | 'newPassword', raw: string): string => {
  assertStorable(raw, path);
  const password = composePassword(raw);
  if (lengthOf(password) >= passwordMinLength && utf8Length(password) <= passwordMaxBytes) {
    return password;
  }
  throw invalid('invalid_password', [
    {
      path,
      message: `must be at least ${passwordMinLength} characters and at most ${passwordMaxBytes} bytes`,
    },
  ]);
};

/**
 * Like {@link PasswordHasher.verify}, for a password as a client sent it: of its composed form or, for older
 * hashes, of the text itself. The time depends on the text only, not on the account.
 *
 * @throws DomainError `overloaded`.
 */
export const verifyPassword = async (
  passwords: PasswordHasher,
  raw: string,
  hash: string | undefined,
): Promise<Verification> => {
  const composed = composePassword(raw);
  const verification = await passwords.verify(composed, hash);
  if (composed === raw) return verification;
  const { matches } = await passwords.verify(raw, hash);
  return verification.matches ? verification : { matches, outdated: true };
};
