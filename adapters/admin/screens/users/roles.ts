import {
  reachOfRole,
  roles,
  seesAllAs,
  type Role,
} from '../../../../contracts/client/vocabulary.ts';
import { t } from '../../catalogue/texts.ts';

export const roleNames: Readonly<Record<Role, string>> = t.roles.names;

/** The roles as options of a select, in ascending order of rights. */
export const roleOptions = roles.map((value) => ({ value, label: roleNames[value] }));

export const roleOf = (value: string): Role => roles.find((role) => role === value) ?? 'viewer';

/** What a role may do, as a sentence made from the permission table. */
export const describeRole = (role: Role): string =>
  describe(role, seesAllAs(role) ? t.roles.everything : t.roles.publicOnly);

/** What a role in one collection may do there. */
export const describeGrant = (role: Role): string => describe(role, t.roles.everything);

const describe = (role: Role, reads: string): string => {
  if (reachOfRole(role, 'administer') === 'all') {
    return t.roles.administers;
  }
  if (reachOfRole(role, 'create') === 'none') return t.roles.onlyReads(reads);
  const edits = t.roles.whose[reachOfRole(role, 'edit')];
  const deletes = t.roles.whose[reachOfRole(role, 'delete')];
  return edits === deletes
    ? t.roles.writes(reads, edits)
    : t.roles.writesAndDeletes(reads, edits, deletes);
};
