/** From least to most. */
export const roles = ['viewer', 'author', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

export const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

export const actions = ['read', 'create', 'edit', 'delete', 'administer'] as const;
export type Action = (typeof actions)[number];

/** How far a permission reaches: everything, the actor's own things, or nothing. */
export type Reach = 'all' | 'own' | 'none';

/** The permission table of the interface, word for word. Publishing counts as editing. */
export const permissionTable: Readonly<Record<Role, Readonly<Record<Action, Reach>>>> = {
  viewer: { read: 'all', create: 'none', edit: 'none', delete: 'none', administer: 'none' },
  author: { read: 'all', create: 'all', edit: 'own', delete: 'own', administer: 'none' },
  editor: { read: 'all', create: 'all', edit: 'all', delete: 'all', administer: 'none' },
  admin: { read: 'all', create: 'all', edit: 'all', delete: 'all', administer: 'all' },
};
