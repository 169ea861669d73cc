import { roles, type Role } from '../model/actor.ts';
import type { ErrorCode } from '../primitives/errors.ts';

/** What a right covers: everything, only what the actor created, or nothing. */
export type Reach = 'all' | 'own' | 'none';

/** Why an actor may not do something. */
export interface Denial {
  readonly code: ErrorCode;
  readonly message: string;
}

const denial = (message: string, code: ErrorCode = 'forbidden'): Denial => ({ code, message });

export const forbidden = denial('Access denied: your role does not permit this');

const notAuthenticated = denial('Authentication required', 'not_authenticated');

/** Who has a right. */
export interface Right {
  /** Users, by the role that they have where they use it. */
  readonly users: Readonly<Record<Role, Reach>>;
  /** API tokens: in their scope, only those of the kind `preview`, or none. */
  readonly tokens: 'in_scope' | 'of_previews' | Denial;
  readonly anonymous: 'allowed' | Denial;
  /** Whether the bearer of a preview token has it, if the user who created the token has it. */
  readonly bearers: boolean;
  readonly operator: 'allowed' | Denial;
  /** What is read, for a right that does not depend on the role. */
  readonly reads?: string;
}

type Reaches = Right['users'];

const same = (reach: Reach): Reaches =>
  Object.fromEntries(roles.map((role) => [role, reach])) as Reaches;

/** A right to change something, which only users have. */
const toWrite = (users: Reaches): Right => ({
  users,
  tokens: denial('Access denied: API tokens are read-only', 'token_read_only'),
  anonymous: notAuthenticated,
  bearers: false,
  operator: 'allowed',
});

/** A right that every user has, whatever the role. */
const ofEveryUser = (reads: string): Right => ({
  ...toWrite(same('all')),
  tokens: denial(`Access denied: API tokens cannot read ${reads}`),
  reads,
});

export const noDrafts = denial(
  'Access denied: the perspective of drafts is for users, preview tokens, and API tokens of the kind preview',
);

/**
 * Who may do what. The policy, the tables of docs/rest-api.md and the client decide by this table. Publishing counts as
 * editing.
 */
export const rights = {
  read: {
    users: same('all'),
    tokens: 'in_scope',
    anonymous: 'allowed',
    bearers: true,
    operator: 'allowed',
  },
  create: toWrite({ viewer: 'none', author: 'all', editor: 'all', admin: 'all' }),
  edit: toWrite({ viewer: 'none', author: 'own', editor: 'all', admin: 'all' }),
  delete: toWrite({ viewer: 'none', author: 'own', editor: 'all', admin: 'all' }),
  administer: toWrite({ ...same('none'), admin: 'all' }),
  read_media: ofEveryUser('the media library'),
  read_authors: ofEveryUser('who created content'),
  read_history: ofEveryUser('the history of content'),
  read_references: ofEveryUser('which content refers to what'),
  read_schedules: ofEveryUser('schedules'),
  read_summaries: ofEveryUser('summaries of content'),
  read_translations: ofEveryUser('what there is to translate'),
  read_comments: ofEveryUser('comments'),
  write_comments: toWrite(same('all')),
  /** Read in the perspective of drafts. */
  read_drafts: {
    users: same('all'),
    tokens: 'of_previews',
    anonymous: noDrafts,
    bearers: true,
    operator: 'allowed',
  },
  /** Read and change one's own account. */
  use_own_account: {
    ...toWrite(same('all')),
    tokens: denial('Access denied: an API token has no account'),
    operator: notAuthenticated,
  },
} as const satisfies Readonly<Record<string, Right>>;

/** What the policy decides about. */
export type Action = keyof typeof rights;

export const isAction = (name: string): name is Action => Object.hasOwn(rights, name);

/** The actions that depend on the role. */
export const roleActions = ['read', 'create', 'edit', 'delete', 'administer'] as const;
export type RoleAction = (typeof roleActions)[number];

/** How far the rights of a role go. Clients show by it only what would succeed; the policy decides. */
export const reachOfRole = (role: Role, action: Action): Reach => rights[action].users[role];
