import type { User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError } from '../primitives/errors.ts';
import type { IdentityRules } from './identity-rules.ts';

export type ManagedRoleDependencies = Pick<Dependencies, 'identityProvider'> & {
  readonly identityRules: IdentityRules;
};

/** @throws DomainError `role_managed` if the change is of a role that the provider sets at each sign-in. */
export const assertRoleIsManagedHere = async (
  { identityProvider, identityRules }: ManagedRoleDependencies,
  { identities }: Pick<Repositories, 'identities'>,
  before: User,
  after: User,
): Promise<void> => {
  if (before.role === after.role) return;
  if (identityProvider === undefined || identityRules.groupRoles === undefined) return;
  if (!(await identities.findLinked([before.id])).has(before.id)) return;
  throw new DomainError('role_managed', 'The role of this account is managed elsewhere', {
    details: `${identityRules.name} sets it at each sign-in: change the groups of the person there`,
  });
};
