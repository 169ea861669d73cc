import type { Email } from '../model/user.ts';
import type { DomainNames } from '../ports/domain-names.ts';
import { invalid } from '../primitives/errors.ts';

/** RFC 5321, section 4.5.3.1: a path is at most 256 octets with its brackets. */
export const emailMaxBytes = 254;

// The dot-atom form of RFC 5322 in ASCII, with a domain of at least two labels. Other alphabets before
// the @ are rejected, not folded: a similar-looking address must not match another account.
const isAscii = /^[\x21-\x7e]*$/;
const dotAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Letters, marks, digits, hyphens, and the joiners that some scripts need within words. */
const label = /^(?!-)(?:[\p{L}\p{M}\p{N}-]|\u200c|\u200d)+(?<!-)$/u;
/** Also those of Chinese and Japanese keyboards: ideographic, full-width and half-width. */
const dot = /[.\u3002\uff0e\uff61]/;

/** @returns the address; undefined for text that is not an e-mail address. */
export const readEmail = (raw: string, names: DomainNames): Email | undefined => {
  // A longer text is never an address, and its domain could take long to convert.
  const trimmed = raw.length > 4 * emailMaxBytes ? '' : raw.trim();
  const address = isAscii.test(trimmed) ? trimmed : withAsciiDomain(trimmed, names);
  // Checked first: lower-casing turns some other letters, such as the Kelvin sign, into ASCII.
  if (address === undefined || !isAscii.test(address)) return undefined;
  const email = address.toLowerCase();
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

/**
 * @returns undefined for a domain that has no ASCII form, or one in which a label is only another spelling of
 *   ASCII letters, such as `ｅxample`.
 */
const withAsciiDomain = (address: string, names: DomainNames): string | undefined => {
  const at = address.lastIndexOf('@');
  const labels = address.slice(at + 1).split(dot);
  if (!labels.every((each) => label.test(each))) return undefined;
  const ascii = names.toAscii(labels.join('.'))?.split('.') ?? [];
  const isSpelling = labels.some(
    (each, index) => !isAscii.test(each) && ascii[index]?.startsWith('xn--') !== true,
  );
  return isSpelling || ascii.length !== labels.length
    ? undefined
    : `${address.slice(0, at + 1)}${ascii.join('.')}`;
};

/** @throws DomainError `invalid_email`. */
export const parseEmail = (raw: string, names: DomainNames): Email => {
  const email = readEmail(raw, names);
  if (email !== undefined) return email;
  throw invalid('invalid_email', [
    {
      path: 'email',
      message: isAscii.test(raw.slice(0, Math.max(0, raw.lastIndexOf('@'))).trim())
        ? `must be an e-mail address of at most ${emailMaxBytes} bytes`
        : 'must have no accents and no other scripts before the @',
    },
  ]);
};
