import type { AuditEntryDto } from '../../../../contracts/operations/audit.ts';

type Action = AuditEntryDto['action'];

/** What was done, for people. */
const texts: Readonly<Record<Action, string>> = {
  'content.create': 'Created an item',
  'content.update': 'Changed an item',
  'content.publish': 'Published an item',
  'content.unpublish': 'Unpublished an item',
  'content.delete': 'Deleted an item',
  'content.restore': 'Restored an item',
  'content.delete_permanently': 'Deleted permanently',
  'content.import': 'Imported an item',
  'draft.save': 'Began to rewrite an item',
  'draft.discard': 'Discarded changes',
  'draft.import': 'Imported unpublished changes',
  'schedule.plan': 'Planned a change',
  'schedule.remove': 'Removed a plan',
  'schedule.import': 'Imported a plan',
  'redirect.delete': 'Removed a redirect',
  'redirect.import': 'Imported redirects',
  'history.import': 'Imported versions',
  'preview.create': 'Shared a preview',
  'preview.revoke': 'Revoked previews',
  'media.create': 'Uploaded a file',
  'media.update': 'Changed a file',
  'media.delete': 'Deleted a file',
  'media.import': 'Imported a file',
  'collection.create': 'Created a collection',
  'collection.update': 'Changed a collection',
  'collection.delete': 'Deleted a collection',
  'collection.import': 'Imported a collection',
  'settings.update': 'Changed the settings',
  'plugin.update': 'Changed a plugin',
  'plugin.purge_cache': 'Emptied the cache',
  'user.create': 'Created a user',
  'user.update': 'Changed a user',
  'user.change_password': 'Changed the own password',
  'user.set_permissions': 'Set roles in collections',
  'user.delete': 'Deleted a user',
  'token.create': 'Created an API token',
  'token.revoke': 'Revoked an API token',
  'session.create': 'Signed in',
  'session.reject': 'Failed to sign in',
  'session.end': 'Signed out',
  'session.end_others': 'Ended other sessions',
  'export.create': 'Exported everything',
};

export const actionText = (action: Action): string => texts[action];

/** Groups of operations that the filter offers. */
export const resourceTexts = [
  ['content', 'Content'],
  ['draft', 'Unpublished changes'],
  ['schedule', 'Schedule'],
  ['preview', 'Previews'],
  ['media', 'Media'],
  ['collection', 'Collections'],
  ['user', 'Users'],
  ['session', 'Signing in and out'],
  ['token', 'API tokens'],
  ['settings', 'Settings'],
  ['plugin', 'Plugins'],
  ['export', 'Exports'],
] as const;
