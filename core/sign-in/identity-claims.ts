import { readEmail } from '../accounts/email.ts';
import type { IdentityRules } from '../accounts/identity-rules.ts';
import { parsePersonName, type Email, type User } from '../model/user.ts';
import type { DomainNames } from '../ports/domain-names.ts';
import { isDomainError } from '../primitives/errors.ts';
import type { JsonObject, Json } from '../primitives/json.ts';

/** The names of the claims that a sign-in reads. */
export const claimNames = ({
  groupRoles,
}: Pick<IdentityRules, 'groupRoles'>): readonly string[] => [
  'email',
  'email_verified',
  'given_name',
  'family_name',
  ...(groupRoles === undefined ? [] : [groupRoles.claim]),
];

export interface ClaimedEmail {
  /** Undefined for a text that is no address by our rules, and without one. */
  readonly email: Email | undefined;
  /** Only the boolean `true` counts: some providers say `"true"` of addresses that anybody can choose. */
  readonly isVerified: boolean;
}

export const claimedEmail = (
  { email, email_verified: verified }: JsonObject,
  names: DomainNames,
): ClaimedEmail => ({
  email: typeof email === 'string' ? readEmail(email, names) : undefined,
  isVerified: verified === true,
});

/** The names that can be stored. Others, and empty ones, are left out. */
export const claimedNames = (claims: JsonObject): Partial<Pick<User, 'firstName' | 'lastName'>> => {
  const firstName = nameOf('firstName', claims['given_name']);
  const lastName = nameOf('lastName', claims['family_name']);
  return { ...(firstName && { firstName }), ...(lastName && { lastName }) };
};

const nameOf = (path: 'firstName' | 'lastName', claim: Json | undefined): string => {
  if (typeof claim !== 'string') return '';
  try {
    return parsePersonName(path, claim);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return '';
  }
};

/** A list of texts, or one text; everything else counts as no group. */
export const claimedGroups = (claims: JsonObject, name: string): readonly string[] => {
  const claim = claims[name];
  return (Array.isArray(claim) ? claim : [claim]).filter((group) => typeof group === 'string');
};
