import type { Role } from '../access/role.ts';
import { DomainError, hasCode } from '../errors.ts';
import type { Ports } from '../ports/ports.ts';
import type { Repositories } from '../ports/repositories.ts';
import { parseEmail, type Email } from './email.ts';
import {
  parsePassword,
  parsePersonName,
  parseUsername,
  usernameFromEmail,
  type User,
} from './user.ts';

/** What a person gives to get an account. */
export interface NewUserInput {
  readonly email: string;
  readonly password: string;
  /** Made from the address when absent. */
  readonly username?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

export interface ParsedNewUser {
  readonly email: Email;
  readonly password: string;
  readonly username: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
}

/** @throws DomainError `invalid_email`, `invalid_password`, `invalid_input`, `invalid_text`. */
export const parseNewUser = (input: NewUserInput): ParsedNewUser => ({
  email: parseEmail(input.email),
  password: parsePassword('password', input.password),
  username: input.username === undefined ? undefined : parseUsername(input.username),
  firstName: parsePersonName('firstName', input.firstName ?? ''),
  lastName: parsePersonName('lastName', input.lastName ?? ''),
});

/** The account, not yet stored, under a username that is free. */
export const buildUser = async (
  { ids, clock }: Pick<Ports, 'ids' | 'clock'>,
  users: Repositories['users'],
  { email, username, firstName, lastName }: ParsedNewUser,
  { role, passwordHash }: { readonly role: Role; readonly passwordHash: string },
): Promise<User> => {
  const now = clock.now();
  return {
    id: ids.next(),
    email,
    username: username ?? (await freeUsername(users, email)),
    firstName,
    lastName,
    role,
    isActive: true,
    passwordHash,
    grants: [],
    createdAt: now,
    updatedAt: now,
  };
};

const freeUsername = async (users: Repositories['users'], email: Email): Promise<string> => {
  for (let n = 1; ; n += 1) {
    const candidate = usernameFromEmail(email, n);
    if ((await users.findByUsername(candidate)) === undefined) return candidate;
  }
};

/** What a use case makes of a clash: the same refusal, with the field it is about. */
export const explainTaken = (error: unknown): unknown => {
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
