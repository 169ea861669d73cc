import { invalid } from '../primitives/errors.ts';
import { assertStorable, lengthOf, parseText, type Brand } from '../primitives/text.ts';
import { laterOf, type EpochMs } from '../primitives/time.ts';
import type { Grant, Role } from './actor.ts';

/** An e-mail address in lower case, with its domain in ASCII form. */
export type Email = Brand<string, 'Email'>;

export interface User {
  readonly id: string;
  readonly email: Email;
  /** Unique, ignoring case. */
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly isActive: boolean;
  /** Undefined for an account that signs in only in other ways. */
  readonly passwordHash: string | undefined;
  /** Whether a second factor is set and confirmed. */
  readonly hasSecondFactor: boolean;
  /** At most one per collection. */
  readonly grants: readonly Grant[];
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

/** A user without the password hash, which only the core and the repository see. */
export type Profile = Omit<User, 'passwordHash'>;

export const profileOf = ({ passwordHash: _, ...profile }: User): Profile => profile;

/** The account with changes. The time of its last change never decreases. */
export const revisedUser = (before: User, changes: Partial<User>, now: EpochMs): User => ({
  ...before,
  ...changes,
  updatedAt: laterOf(before.updatedAt, now),
});

export const isActiveAdmin = ({ role, isActive }: Pick<User, 'role' | 'isActive'>): boolean =>
  role === 'admin' && isActive;

/** A user as others see them beside what they wrote. */
export interface Author {
  readonly id: string;
  readonly name: string;
}

/** The name that other users see: first and last name or, without both, the username. */
export const publicNameOf = ({
  username,
  firstName,
  lastName,
}: Pick<User, 'username' | 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter((name) => name !== '').join(' ') || username;

export const asAuthor = (
  user: Pick<User, 'id' | 'username' | 'firstName' | 'lastName'>,
): Author => ({
  id: user.id,
  name: publicNameOf(user),
});

/** Usernames with the same key count as equal. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase();

export const usernameMinLength = 3;
export const usernameMaxLength = 64;
/** In UTF-16 units before composition (Unicode NFC), which joins at most four into one. */
const usernameMaxRaw = 4 * usernameMaxLength;

/** @throws DomainError `invalid_input`, `invalid_text`. */
export const parseUsername = (raw: string): string => {
  const text = raw.trim();
  assertStorable(text, 'username');
  // Composing a very long text takes too long.
  const username = text.length > usernameMaxRaw ? '' : text.normalize('NFC');
  const length = lengthOf(username);
  if (length < usernameMinLength || length > usernameMaxLength || /\p{C}/u.test(username)) {
    throw invalid('invalid_input', [
      {
        path: 'username',
        message: `must be ${usernameMinLength} to ${usernameMaxLength} printable characters`,
      },
    ]);
  }
  return username;
};

/**
 * The `n`th candidate for a username, counting from 1: the local part of the address, from 2 on with
 * the number. A local part that is too short is followed by the longest label of the domain, which is
 * usually its name: `ed@mail.example.org` becomes `ed-example`.
 */
export const usernameFromEmail = (email: Email, n: number): string => {
  const suffix = n === 1 ? '' : String(n);
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const [name = ''] = email
    .slice(at + 1)
    .split('.')
    .toSorted((left, right) => right.length - left.length);
  const base = local.length < usernameMinLength ? `${local}-${name}` : local;
  return base.slice(0, usernameMaxLength - suffix.length) + suffix;
};

export const personNameMaxLength = 100;

/** @throws DomainError `invalid_input`, `invalid_text`. */
export const parsePersonName = (path: 'firstName' | 'lastName', raw: string): string =>
  parseText(path, raw, { max: personNameMaxLength });
