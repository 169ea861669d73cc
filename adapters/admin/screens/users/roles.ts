import {
  reachOfRole,
  roles,
  seesAllAs,
  type Role,
} from '../../../../contracts/client/vocabulary.ts';

export const roleNames: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  author: 'Author',
  editor: 'Editor',
  admin: 'Admin',
};

/** The roles as options of a select, in ascending order of rights. */
export const roleOptions = roles.map((value) => ({ value, label: roleNames[value] }));

export const roleOf = (value: string): Role => roles.find((role) => role === value) ?? 'viewer';

const whose = { all: 'everything', own: 'what they created', none: 'nothing' } as const;

/** What a role may do, as a sentence made from the permission table. */
export const describeRole = (role: Role): string =>
  describe(role, seesAllAs(role) ? 'everything' : 'everything but private collections');

/** What a role in one collection may do there. */
export const describeGrant = (role: Role): string => describe(role, 'everything');

const describe = (role: Role, reads: string): string => {
  if (reachOfRole(role, 'administer') === 'all') {
    return 'May do everything, also manage users, collections, API tokens, plugins and settings.';
  }
  if (reachOfRole(role, 'create') === 'none') return `Reads ${reads}, and changes nothing.`;
  const edits = whose[reachOfRole(role, 'edit')];
  const deletes = whose[reachOfRole(role, 'delete')];
  return edits === deletes
    ? `Reads ${reads}, creates content, uploads files, and edits, publishes and deletes ${edits}.`
    : `Reads ${reads}, creates content, uploads files, edits and publishes ${edits}, and deletes ${deletes}.`;
};
