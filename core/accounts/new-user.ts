import type { Grant, Role } from '../model/actor.ts';
import { settingOf, type Settings } from '../model/site/settings.ts';
import {
  parsePersonName,
  parseUsername,
  usernameFromEmail,
  type Email,
  type User,
} from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError, hasCode } from '../primitives/errors.ts';
import { parseEmail } from './email.ts';
import { parsePassword } from './password.ts';

/** The names of a new account. */
export interface NewNamesInput {
  /** Generated from the address when absent. */
  readonly username?: string | undefined;
  /** Defaults to the empty text. */
  readonly firstName?: string | undefined;
  /** Defaults to the empty text. */
  readonly lastName?: string | undefined;
}

/** The input for a new account. */
export interface NewUserInput extends NewNamesInput {
  readonly email: string;
  readonly password: string;
}

export interface ParsedNewNames {
  readonly username: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
}

export interface ParsedNewUser extends ParsedNewNames {
  readonly email: Email;
  readonly password: string;
}

/** @throws DomainError `invalid_input`, `invalid_text`. */
export const parseNewNames = ({
  username,
  firstName = '',
  lastName = '',
}: NewNamesInput): ParsedNewNames => ({
  username: username === undefined ? undefined : parseUsername(username),
  firstName: parsePersonName('firstName', firstName),
  lastName: parsePersonName('lastName', lastName),
});

/** @throws DomainError `invalid_email`, `invalid_password`, `invalid_input`, `invalid_text`. */
export const parseNewUser = (
  { domainNames }: Pick<Dependencies, 'domainNames'>,
  input: NewUserInput,
): ParsedNewUser => ({
  email: parseEmail(input.email, domainNames),
  password: parsePassword('password', input.password),
  ...parseNewNames(input),
});

interface NewUserProperties {
  readonly role: Role;
  /** Undefined for an account that signs in only in other ways. */
  readonly passwordHash: string | undefined;
  readonly isActive?: boolean;
  /** None by default. */
  readonly grants?: readonly Grant[];
}

/** Builds the account and chooses a free username if none is given. Does not store it. */
export const buildUser = async (
  { ids, clock }: Pick<Dependencies, 'ids' | 'clock'>,
  users: Repositories['users'],
  { email, username, firstName, lastName }: Omit<ParsedNewUser, 'password'>,
  { role, passwordHash, isActive = true, grants = [] }: NewUserProperties,
): Promise<User> => {
  const now = clock.now();
  return {
    id: ids.next(),
    email,
    username: username ?? (await findFreeUsername(users, email)),
    firstName,
    lastName,
    role,
    isActive,
    passwordHash,
    grants,
    createdAt: now,
    updatedAt: now,
  };
};

const findFreeUsername = async (users: Repositories['users'], email: Email): Promise<string> => {
  for (let n = 1; ; n += 1) {
    const candidate = usernameFromEmail(email, n);
    if ((await users.findByUsername(candidate)) === undefined) return candidate;
  }
};

/** @returns `email_taken` and `username_taken` with the field as an issue, other errors unchanged. */
export const withTakenField = (error: unknown): unknown => {
  for (const [code, path] of [
    ['email_taken', 'email'],
    ['username_taken', 'username'],
  ] as const) {
    if (!hasCode(error, code)) continue;
    return new DomainError(code, `This ${path} is taken`, {
      issues: [{ path, message: 'must not be taken' }],
      cause: error,
    });
  }
  return error;
};

/** The first account becomes an admin, all others viewers. */
export const roleByArrival = (isFirst: boolean): Role => (isFirst ? 'admin' : 'viewer');

/** The role of an account that registers; undefined while registration is disabled. */
export const roleForRegistration = (isFirst: boolean, settings: Settings): Role | undefined =>
  isFirst || settingOf(settings, 'registrationEnabled') ? roleByArrival(isFirst) : undefined;
