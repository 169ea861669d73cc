import { operator, type UserActor } from '../../../core/index.ts';
import type { Role } from '../../../core/vocabulary.ts';
import { testPassword, type TestApp } from '../http/app.ts';
import type { SecretCollection, SecretItem } from './secret-things.ts';

export interface SecretPrincipal {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a user. */
  readonly actor?: UserActor;
  /** Sent with each request that accepts it. */
  readonly preview?: { readonly secret: string; readonly isOfSite: boolean };
  readonly sees: (collection: SecretCollection) => boolean;
  /** The only item of a private collection that it sees. */
  readonly item?: SecretItem;
}

type Grants = readonly { readonly collection: string; readonly role: Role }[];

const nothing = (): boolean => false;

/** Each kind of caller. Of the private collections, members see the first one. */
export const secretPrincipals = async (
  { cms }: Pick<TestApp, 'cms'>,
  [open, , secret, other]: readonly SecretCollection[],
): Promise<readonly SecretPrincipal[]> => {
  if (open === undefined || secret === undefined || other === undefined) throw new Error('Too few');
  const isSecret = ({ id }: SecretCollection): boolean => id === secret.id;
  const isOther = ({ id }: SecretCollection): boolean => id === other.id;
  const person = async (name: string, role: Role, permissions: Grants = []) => {
    const email = `${name}@people.example.com`;
    const { user } = await cms.users.create(operator, { email, password: testPassword, role });
    await cms.users.setPermissions(operator, user.id, permissions);
    const { token } = await cms.accounts.logIn({ email, password: testPassword, client: name });
    const actor = await cms.accounts.authenticate(token);
    return { name, headers: { Authorization: `Bearer ${token}` }, actor };
  };
  const key = async (kind: 'published' | 'preview', ...scope: readonly SecretCollection[]) => {
    const collections = scope.map(({ name }) => name);
    const command = { name: 'site', kind, collections };
    return { 'X-API-Key': (await cms.apiTokens.create(operator, command)).secret };
  };
  const ofSite = async (name: string, actor: UserActor, sees: SecretPrincipal['sees']) => ({
    name,
    headers: {},
    preview: { secret: (await cms.previews.createForSite(actor)).secret, isOfSite: true },
    sees,
  });
  const viewer = await person('viewer', 'viewer');
  const member = await person('member', 'viewer', [{ collection: secret.name, role: 'viewer' }]);
  const admin = await person('admin', 'admin');
  return [
    { ...admin, sees: () => true },
    { ...(await person('editor', 'editor')), sees: () => true },
    { name: 'anonymous caller', headers: {}, sees: nothing },
    { ...viewer, sees: nothing },
    { ...(await person('author', 'author')), sees: nothing },
    {
      ...(await person('raised', 'viewer', [{ collection: open.name, role: 'editor' }])),
      sees: nothing,
    },
    { ...member, sees: isSecret },
    {
      ...(await person('writer', 'viewer', [{ collection: other.name, role: 'editor' }])),
      sees: isOther,
    },
    { name: 'token', headers: await key('published'), sees: nothing },
    { name: 'token elsewhere', headers: await key('published', open), sees: nothing },
    { name: 'token here', headers: await key('published', open, secret), sees: isSecret },
    { name: 'preview token', headers: await key('preview'), sees: nothing },
    { name: 'preview token here', headers: await key('preview', secret), sees: isSecret },
    await ofSite('site token of an admin', admin.actor, () => true),
    await ofSite('site token of a viewer', viewer.actor, nothing),
    await ofSite('site token of a member', member.actor, isSecret),
  ];
};

/** Bearers of tokens of the items. The user who created the second one has lost the grant. */
export const itemPrincipals = async (
  { cms, signIn }: Pick<TestApp, 'cms' | 'signIn'>,
  item: SecretItem,
): Promise<readonly SecretPrincipal[]> => {
  const creator = await cms.accounts.authenticate((await signIn('editor')).token);
  const email = 'former@people.example.com';
  const command = { email, password: testPassword, role: 'viewer' } as const;
  const { user } = await cms.users.create(operator, command);
  const grants = [{ collection: item.collection.name, role: 'admin' } as const];
  await cms.users.setPermissions(operator, user.id, grants);
  const { token } = await cms.accounts.logIn({ email, password: testPassword, client: email });
  const former = await cms.accounts.authenticate(token);
  const secretBy = async (actor: typeof former) =>
    (await cms.previews.createForItem(actor, item.id)).secret;
  const [own, ended] = [await secretBy(creator), await secretBy(former)];
  await cms.users.setPermissions(operator, user.id, []);
  return [
    {
      name: 'token of an item',
      headers: {},
      preview: { secret: own, isOfSite: false },
      sees: nothing,
      item,
    },
    {
      name: 'token of a former member',
      headers: {},
      preview: { secret: ended, isOfSite: false },
      sees: nothing,
    },
  ];
};
