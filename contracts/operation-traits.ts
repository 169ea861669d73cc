import { reachOfRole, roles, type RoleAction } from '../core/vocabulary.ts';
import type { Operation, Tag } from './operation.ts';

/** Who may call the operation: `anybody`, `users`, or roles, such as `author (own), editor, admin`. */
export const whoMay = ({ auth, right }: Operation): string => {
  if (auth === 'admin') return rolesWith('administer');
  if (auth !== 'user') return 'anybody';
  if (right === undefined) return 'users';
  const [action, extent = 'own'] = right.split(' ') as [RoleAction, Extent?];
  return rolesWith(action, extent);
};

/** What a role must reach: the thing itself, something, or everything. */
type Extent = 'own' | 'some' | 'all';

const rolesWith = (action: RoleAction, extent: Extent = 'own'): string =>
  roles
    .filter((role) => {
      const reach = reachOfRole(role, action);
      return reach === 'all' || (reach === 'own' && extent !== 'all');
    })
    .map((role) =>
      extent === 'own' && reachOfRole(role, action) === 'own' ? `${role} (own)` : role,
    )
    .join(', ');

export const isWrite = ({ method }: Operation): boolean => method !== 'get';

/**
 * Whether a request that is authenticated by the session cookie needs a CSRF token. Requests with a
 * bearer token or an API key never need one, because other sites cannot send them.
 */
export const needsCsrfToken = (operation: Operation): boolean =>
  isWrite(operation) && operation.auth !== 'none';

/** Whether sessions of accounts without a required second factor are rejected. A probe looks at no session. */
export const needsSecondFactor = ({
  path,
  isProbe,
}: Pick<Operation, 'path' | 'isProbe'>): boolean =>
  (path === '/api' || path.startsWith('/api/')) && isProbe !== true;

/**
 * The operations with these tags do not write content, media files or collections, or are for whole imports. Responses of
 * previews contain secrets, which are never stored. Who is at an item is never stored, either.
 */
const tagsWithoutRetries: ReadonlySet<Tag> = new Set([
  'Previews',
  'Presence',
  'Saved views',
  'Accounts',
  'API tokens',
  'Users',
  'Webhooks',
  'Mail',
  'Settings',
  'Locales',
  'Plugins',
  'Schema',
  'Transfer',
  'System',
]);

/** Whether a repeated request with the same `Idempotency-Key` returns the stored response. */
export const supportsRetries = (operation: Operation): boolean =>
  isWrite(operation) &&
  operation.auth !== 'none' &&
  operation.success.kind === 'json' &&
  !tagsWithoutRetries.has(operation.tag);

/**
 * Whether the operation returns 304 if `If-None-Match` contains its `ETag`. What only administrators read has one for `If-Match`
 * alone.
 */
export const isConditional = ({ method, auth, success }: Operation): boolean =>
  method === 'get' &&
  auth !== 'admin' &&
  success.headers !== undefined &&
  'ETag' in success.headers.properties;

/** Whether responses of the operation can be compressed: those with content, which contain no secret. */
export const isCompressible = (operation: Operation): boolean =>
  isConditional(operation) && operation.success.kind === 'json';

/** Whether people open the operation in a browser, so its error responses are pages. */
export const answersErrorsWithPage = ({ success }: Operation): boolean =>
  success.kind === 'html' || success.kind === 'redirect';

/** Whether error responses of the operation are pages for a client that prefers HTML. */
export const mayAnswerErrorsWithPage = (operation: Operation): boolean =>
  answersErrorsWithPage(operation) || operation.success.kind === 'bytes';
