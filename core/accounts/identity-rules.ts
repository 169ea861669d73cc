import { roles, type Role } from '../model/actor.ts';

/** Which accounts sign in by a password: all, those of admins, or none. */
export const passwordLogins = ['all', 'admins', 'none'] as const;
export type PasswordLogin = (typeof passwordLogins)[number];

/** Which accounts a first sign-in with an unknown identity creates. */
export const accountCreations = ['none', 'invited', 'any'] as const;
export type AccountCreation = (typeof accountCreations)[number];

/** How roles follow from groups. */
export interface GroupRoles {
  /** The name of the claim that contains the groups: a list, or one text. */
  readonly claim: string;
  /** Groups are compared exactly. The highest role of a person counts; without any, it is viewer. */
  readonly roles: readonly (readonly [group: string, role: Role])[];
  /** Whether groups make admins. Otherwise, entries with the role admin do not count. */
  readonly allowsAdmin: boolean;
}

/** How identities of the provider become accounts. */
export interface IdentityRules {
  /** What people call the provider. */
  readonly name: string;
  /** Whether a first sign-in is linked to the account with the verified address. */
  readonly linksByEmail: boolean;
  readonly creates: AccountCreation;
  /** Undefined if roles are managed here. */
  readonly groupRoles: GroupRoles | undefined;
}

export const defaultIdentityRules: IdentityRules = {
  name: 'single sign-on',
  linksByEmail: true,
  creates: 'invited',
  groupRoles: undefined,
};

/** Whether an account with this role signs in by its password. */
export const signsInByPassword = (passwordLogin: PasswordLogin, role: Role): boolean =>
  passwordLogin === 'all' || (passwordLogin === 'admins' && role === 'admin');

/** The role of somebody with these groups. */
export const roleOfGroups = (
  { roles: mapped, allowsAdmin }: GroupRoles,
  groups: readonly string[],
): Role =>
  roles.findLast(
    (role) =>
      (role !== 'admin' || allowsAdmin) &&
      mapped.some(([group, each]) => each === role && groups.includes(group)),
  ) ?? 'viewer';
