import { operator } from '../../../core/index.ts';
import type { Role } from '../../../core/vocabulary.ts';
import { testPassword } from '../http/app.ts';
import type { MemoryCms } from '../core/memory-cms.ts';

/** The columns of the rights table: how the API treats a principal. */
export const standings = [
  'anonymous',
  'refused',
  'wrongKey',
  'token',
  'scopedToken',
  'viewer',
  'author',
  'editor',
  'admin',
  'raisedViewer',
  'loweredEditor',
  'loweredAuthor',
  'raisedAuthor',
  'translator',
  'bareCookie',
] as const;
export type Standing = (typeof standings)[number];

export interface Principal {
  readonly standing: Standing;
  readonly headers: Readonly<Record<string, string>>;
  /** The user that owns the principal's things; undefined for a principal that can own nothing. */
  readonly userId?: string;
}

interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
}

const monthAndMore = 31 * 24 * 60 * 60 * 1_000;

/** The collection of the principals' grants and token scopes. */
export const grantedCollection = 'blog-posts';

/** A singleton, which is also in the scopes. */
export const grantedSingleton = 'home';

const bearer = ({ token }: SignedIn): Principal['headers'] => ({
  Authorization: `Bearer ${token}`,
});

/** Creates one principal of every kind, by name. Each call creates new users and sessions. */
export const makePrincipals = async (
  memory: MemoryCms,
  csrfFor: (sessionId: string) => string,
): Promise<Readonly<Record<string, Principal>>> => {
  const { cms, ports, clock } = memory;
  const person = async (
    role: Role,
    granted?: Role,
    locales?: readonly string[],
  ): Promise<SignedIn> => {
    const email = `p${ports.ids.next()}@example.com`;
    const { user } = await cms.users.create(operator, { email, password: testPassword, role });
    if (granted !== undefined) {
      const limits = locales && { locales };
      const permissions = [{ collection: grantedCollection, role: granted, ...limits }];
      await cms.users.setPermissions(operator, user.id, permissions);
    }
    const login = { email, password: testPassword, client: email };
    const { token, sessionId } = await cms.accounts.logIn(login);
    return { userId: user.id, token, sessionId };
  };
  const by = (standing: Standing, signedIn: SignedIn): Principal => ({
    standing,
    headers: bearer(signedIn),
    userId: signedIn.userId,
  });
  const apiToken = async (collections: readonly string[] = [], expiresIn = 'never' as const) =>
    cms.apiTokens.create(operator, { name: 'site', collections, expiresIn });
  const key = (secret: string): Principal['headers'] => ({ 'X-API-Key': secret });

  clock.advance(-monthAndMore);
  const expiredToken = await cms.apiTokens.create(operator, { name: 'old', expiresIn: '30d' });
  const expired = await person('admin');
  clock.advance(monthAndMore);

  const revoked = await apiToken();
  await cms.apiTokens.revoke(operator, revoked.token.id);
  const ended = await person('admin');
  await ports.store.repositories.sessions.delete(ended.sessionId);
  const deactivated = await person('admin');
  const deleted = await person('admin');
  const demoted = await person('admin');
  const admin = await person('admin');
  const stored = await ports.store.repositories.users.findById(deactivated.userId);
  // Written directly, because a use case would end the session too.
  if (stored !== undefined)
    await ports.store.repositories.users.update({ ...stored, isActive: false });
  await cms.users.delete(operator, deleted.userId);
  await cms.users.update(operator, demoted.userId, { role: 'viewer' });

  const viewer = await person('viewer');
  const byCookie = await person('admin');
  const bare = await person('admin');
  const csrf = csrfFor(byCookie.sessionId);
  const site = await apiToken();
  const cookies = `auth_token=${byCookie.token}; csrf_token=${csrf}`;

  return {
    anonymous: { standing: 'anonymous', headers: {} },
    'a forged session': { standing: 'refused', headers: { Authorization: 'Bearer a.b.c' } },
    'a forged session cookie': { standing: 'refused', headers: { Cookie: 'auth_token=a.b.c' } },
    'a forged API token': { standing: 'wrongKey', headers: key(`st_${'A'.repeat(32)}`) },
    'a revoked API token': { standing: 'wrongKey', headers: key(revoked.secret) },
    'an expired API token': { standing: 'wrongKey', headers: key(expiredToken.secret) },
    'an expired session': by('refused', expired),
    'an ended session': by('refused', ended),
    'a deactivated admin': by('refused', deactivated),
    'a deleted admin': { standing: 'refused', headers: bearer(deleted) },
    'an API token': { standing: 'token', headers: key(site.secret) },
    'an API token beside an admin’s session': {
      standing: 'token',
      headers: { ...key(site.secret), ...bearer(admin), Cookie: cookies },
    },
    'an API token for one collection': {
      standing: 'scopedToken',
      headers: key((await apiToken([grantedCollection, grantedSingleton])).secret),
    },
    'a viewer': by('viewer', await person('viewer')),
    'a viewer beside an admin’s cookie': {
      ...by('viewer', viewer),
      headers: { ...bearer(viewer), Cookie: cookies, 'X-CSRF-Token': csrf },
    },
    'an admin demoted to viewer': by('viewer', demoted),
    'an author': by('author', await person('author')),
    'an editor': by('editor', await person('editor')),
    'an admin': by('admin', admin),
    'an admin granted less': by('admin', await person('admin', 'viewer')),
    'an admin by cookie': {
      ...by('admin', byCookie),
      headers: { Cookie: cookies, 'X-CSRF-Token': csrf },
    },
    'an admin by cookie alone': {
      ...by('bareCookie', bare),
      headers: { Cookie: `auth_token=${bare.token}` },
    },
    'a viewer granted editor': by('raisedViewer', await person('viewer', 'editor')),
    'a viewer granted editor in all locales': by(
      'raisedViewer',
      await person('viewer', 'editor', ['en', 'de', 'fr']),
    ),
    // The items that requests are about are in English.
    'a viewer granted editor in another locale': by(
      'translator',
      await person('viewer', 'editor', ['fr']),
    ),
    'an editor granted viewer': by('loweredEditor', await person('editor', 'viewer')),
    'an author granted viewer': by('loweredAuthor', await person('author', 'viewer')),
    'an author granted editor': by('raisedAuthor', await person('author', 'editor')),
  };
};
