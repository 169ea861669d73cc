import { invalid } from '../errors.ts';
import type { Brand } from '../text.ts';

/** An e-mail address in lower case. */
export type Email = Brand<string, 'Email'>;

/** RFC 5321, section 4.5.3.1: a path is at most 256 octets with its brackets. */
export const emailMaxBytes = 254;

// The dot-atom form of RFC 5322 in ASCII, with a domain of at least two labels. Other alphabets are
// rejected, not folded: a similar-looking address must not match another account.
const isAscii = /^[\x21-\x7e]*$/;
const dotAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** @returns the address; undefined for text that is not an e-mail address. */
export const readEmail = (raw: string): Email | undefined => {
  const trimmed = raw.trim();
  // Checked first: lower-casing turns some other letters, such as the Kelvin sign, into ASCII.
  if (!isAscii.test(trimmed)) return undefined;
  const email = trimmed.toLowerCase();
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const fits =
    at > 0 &&
    at <= 64 &&
    email.length <= emailMaxBytes &&
    dotAtom.test(local) &&
    domain.test(email.slice(at + 1));
  return fits ? (email as Email) : undefined;
};

/** @throws DomainError `invalid_email`. */
export const parseEmail = (raw: string): Email => {
  const email = readEmail(raw);
  if (email !== undefined) return email;
  throw invalid('invalid_email', [
    { path: 'email', message: `must be an e-mail address of at most ${emailMaxBytes} bytes` },
  ]);
};
