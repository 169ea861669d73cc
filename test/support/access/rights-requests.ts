import type { TSchema } from 'typebox';
import type { Operation } from '../../../contracts/index.ts';
import { operator } from '../../../core/index.ts';
import { hour, type BulkAction } from '../../../core/vocabulary.ts';
import type { RestRequest } from '../../conformance/rest-api/index.ts';
import { testPassword } from '../http/app.ts';
import { secretOf } from '../mail/link-in.ts';
import { tinyGif } from '../media/tiny-gif.ts';
import { grantedCollection, grantedSingleton } from './principals.ts';
import type { ThingsWorld } from './rights-world.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a request is about. */
export interface Things {
  /** Whether the thing belongs to the caller; undefined if it does not matter. */
  readonly own?: boolean | undefined;
  /** The collection; for a move also the target. */
  readonly collections?: readonly string[] | undefined;
  /** What else the request has. */
  readonly label?: string;
  /** Instead of the operation's usual callers. */
  readonly who?: string;
  /** Whether a read that is open to anybody is for users only with this query. */
  readonly isForUsers?: boolean;
  readonly bySlug?: boolean;
  readonly isPublished?: boolean;
  /** What to do with many items. */
  readonly bulk?: BulkAction;
  /** Whether to do it to all of them or none. */
  readonly isAtomic?: boolean;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: (world: ThingsWorld) => Values;
}

interface Subject extends Things {
  readonly world: ThingsWorld;
  readonly owner: string | undefined;
  /** The user who sends the request; undefined for others. */
  readonly caller: string | undefined;
}

const item = ({ world, owner, collections: [name] = [], isPublished = false }: Subject) =>
  world.item(owner, name === 'pages' ? world.pages : world.posts, isPublished);

/** An item with a working copy. If `moves` is true and there is a second collection, the copy moves the item there. */
const copied =
  (moves: boolean) =>
  async ({ world, owner, collections: [name, target = name] = [] }: Subject): Promise<string> => {
    const idOf = (each: string | undefined) => (each === 'pages' ? world.pages : world.posts);
    return (await world.copied(owner, idOf(name), idOf(moves ? target : name))).id;
  };

/** The value of the last parameter of each path. */
const parameters: Readonly<Record<string, (subject: Subject) => Promise<string> | string>> = {
  '/api/collections/{name}': ({ world, collections: [name] = [] }) =>
    name ?? world.emptyCollection(),
  '/api/collections/{name}/content/{idOrSlug}': async (subject) =>
    (await item(subject))[subject.bySlug === true ? 'slug' : 'id'],
  '/api/content/{id}': async (subject) => (await item(subject)).id,
  '/api/content/{id}/comments/{commentId}': ({ world, caller }) => world.comment(caller),
  '/api/content/{id}/revisions/{version}': () => '1',
  '/api/invitations/{id}': async ({ world }) => (await world.invitation()).id,
  '/api/media/{id}': async ({ world, owner }) => (await world.file(owner)).id,
  '/api/plugins/{name}': () => 'cache',
  '/api/presence/{id}': async (subject) => (await item(subject)).id,
  '/api/redirects/{from}': ({ world, owner, collections: [name] = [] }) =>
    world.redirect(owner, name === 'pages' ? world.pages : world.posts),
  '/api/tokens/{id}': ({ world }) => world.apiToken(),
  '/api/trash/{id}': async ({ world, owner, collections: [name] = [] }) =>
    world.deletedItem(owner, name === 'pages' ? world.pages : world.posts),
  '/api/views/{id}': ({ world, caller }) => world.view(caller),
  '/api/webhooks/{id}': ({ world }) => world.webhook(),
  '/api/webhooks/{id}/deliveries/{delivery}': ({ world }) => world.delivery(),
  '/api/users/{id}': ({ world, owner }) => owner ?? world.user(),
  '/auth/sessions/{id}': ({ world, caller }) => world.session(caller),
  '/auth/trusted-browsers/{id}': ({ world, caller }) => world.trustedBrowser(caller),
  '/files/{key}': async ({ world, owner }) => (await world.file(owner)).key,
};

/** The ids of items of which the path needs more. */
const prepared: typeof parameters = {
  '/api/collections/{name}/item': ({ world, collections: [name] = [] }) =>
    name === grantedCollection ? grantedSingleton : world.singleton(),
  '/api/users/{id}/oidc-link': ({ world, owner }) => world.linked(owner),
  '/api/content/{id}/group': async ({ world, owner, collections: [name] = [] }) =>
    (await world.translated(owner, name === 'pages' ? world.pages : world.posts)).id,
  '/api/content/{id}/translations/source': async ({ world, owner, collections: [name] = [] }) =>
    (await world.translated(owner, name === 'pages' ? world.pages : world.posts)).id,
  '/api/content/{id}/draft': copied(false),
  '/api/content/{id}/draft/publish': copied(true),
  '/api/users/{id}/second-factor': async ({ world }) => {
    const id = await world.user();
    await world.factor(id, 'set');
    return id;
  },
};

const pathOf = async (template: string, subject: Subject): Promise<string> => {
  let path = template;
  for (const { 0: parameter, index } of template.matchAll(/\{\w+\}/g)) {
    const value = prepared[template] ?? parameters[template.slice(0, index + parameter.length)];
    if (value === undefined) throw new Error(`There is no value for ${parameter} in ${template}`);
    path = path.replace(parameter, await value(subject));
  }
  return path;
};

interface MemberSchema extends TSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
}

const sample = (name: string, schema: MemberSchema, { next }: ThingsWorld): unknown => {
  const { type, enum: choices } = schema;
  if (choices !== undefined) return choices[0];
  if (/password/i.test(name)) return testPassword;
  if (name === 'locale') return 'de';
  if (type !== 'string') return { array: [], object: {}, boolean: true }[type ?? ''] ?? 1;
  return name === 'email' ? `new${next()}@example.com` : `new-${next()}`;
};

/** The required members with new values. An update has at least its first member. */
const samples = (schema: TSchema | undefined, world: ThingsWorld, atLeast = 0): Values => {
  const { required = [], properties = {} } = (schema ?? {}) as {
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, TSchema>>;
  };
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, atLeast);
  return Object.fromEntries(
    names.map((name) => [name, sample(name, properties[name] ?? {}, world)]),
  );
};

/** The credentials of an existing account. */
const credentials = async (world: ThingsWorld): Promise<Values> => ({
  email: (await world.signIn('viewer')).email,
  password: testPassword,
});

/** A code of the caller's second factor, in this state. */
const withCode =
  (state: 'pending' | 'set') =>
  async ({ factor }: ThingsWorld, caller: string | undefined): Promise<Values> => ({
    code: await factor(caller, state),
  });

/** Bodies for which samples of the members are not enough. */
type MakeBody = (
  world: ThingsWorld,
  caller: string | undefined,
  things: Things,
) => Promise<Values> | Values;

const bodies: Readonly<Record<string, MakeBody>> = {
  bulkContent: async ({ posts, item }) => ({
    action: 'publish',
    ids: [(await item(undefined, posts)).id],
  }),
  bulkMedia: async ({ file }) => ({
    action: 'move',
    ids: [(await file(undefined)).id],
    folder: 'moved',
  }),
  rewriteMediaUses: async ({ file }) => ({ from: (await file(undefined)).id }),
  // Everybody may save one that is not shared.
  createView: ({ next }) => ({ name: `v${next()}`, query: { status: 'draft' } }),
  createWebhook: ({ next }) => ({ name: `w${next()}`, url: 'https://hooks.example.com' }),
  updateContent: ({ next }) => ({ title: `Revised ${next()}` }),
  createTranslation: ({ next }) => ({ locale: 'de', title: `Translated ${next()}` }),
  updateTranslationSource: () => ({}),
  joinGroups: async (
    { cms, posts, pages, item: newItem },
    caller,
    { collections: [name] = [] },
  ) => {
    const { id } = await newItem(caller, name === 'pages' ? pages : posts);
    await cms.content.update(operator, id, { locale: 'de' });
    return { with: id };
  },
  saveDraft: ({ next }) => ({ title: `Rewritten ${next()}` }),
  planChanges: () => ({ publishAt: Date.now() + hour }),
  planSchema: () => ({ schema: {} }),
  checkCollectionSchema: () => ({ schema: { properties: {} } }),
  setPermissions: () => ({ permissions: [{ collection: 'pages', role: 'editor' }] }),
  updateLocales: () => ({
    locales: [...['en', 'de', 'fr'].map((code) => ({ code })), { code: 'pt-BR', fallback: ['de'] }],
  }),
  updatePlugin: ({ next }) => ({ settings: { ttlSeconds: 1 + next() } }),
  logIn: credentials,
  logInByForm: credentials,
  resetPassword: async ({ cms, user }) => {
    const { url } = await cms.users.createResetLink(operator, await user());
    return { token: secretOf(url), password: testPassword };
  },
  acceptInvitation: async ({ invitation }) => ({
    token: (await invitation()).secret,
    password: testPassword,
  }),
  beginSecondFactor: async ({ factor }, caller) => {
    await factor(caller, 'none');
    return { password: testPassword };
  },
  confirmSecondFactor: withCode('pending'),
  removeSecondFactor: withCode('set'),
  renewRecoveryCodes: withCode('set'),
  logInWithCode: ({ challenge }) => challenge(),
  register: async ({ cms, next }) => {
    await cms.settings.update(operator, { registrationEnabled: true });
    return { email: `new${next()}@example.com`, password: testPassword };
  },
  importContent: ({ ports, clock, next }) => {
    const item = {
      id: ports.ids.next(),
      collection: grantedCollection,
      title: `Imported ${next()}`,
      slug: `imported-${next()}`,
      status: 'published',
      data: { excerpt: 'Short' },
      created_at: clock.now(),
      updated_at: clock.now(),
      version: 3,
      author: 'admin@example.com',
      origin: { digest: 'a'.repeat(64), version: 2 },
    };
    return { items: [item] };
  },
  restoreLines: ({ ports, clock, next }) => {
    const item = {
      id: ports.ids.next(),
      collection: grantedCollection,
      title: `Deleted ${next()}`,
      slug: `deleted-${next()}`,
      status: 'draft',
      data: { excerpt: 'Short' },
      created_at: clock.now(),
      updated_at: clock.now(),
      version: 3,
    };
    return { lines: [{ type: 'trash', item, deleted_at: clock.now() }] };
  },
  importCollections: ({ ports, clock, next }) => {
    const name = `imported-${next()}`;
    const times = { created_at: clock.now(), updated_at: clock.now() };
    const texts = { displayName: name, description: '' };
    const schema = { type: 'object', properties: {}, required: [] };
    const collection = { id: ports.ids.next(), name, ...texts, schema, isActive: true, ...times };
    return { collections: [collection] };
  },
  importMedia: ({ ports, clock }) => {
    const texts = { originalName: 'pixel.gif', folder: 'a/b', alt: 'A dot', caption: '' };
    const times = { created_at: clock.now(), updated_at: clock.now() };
    return { record: { id: ports.ids.next(), ...texts, ...times } };
  },
};

/** One item that another user has created, to which this can be done. */
const bulkBody = async (
  { bulk: action, isAtomic: atomic = false }: Things,
  { posts, pages, item: newItem, deletedItem }: ThingsWorld,
): Promise<Values | undefined> => {
  if (action === undefined) return undefined;
  const isPublished = action === 'unpublish';
  const id =
    action === 'restore'
      ? await deletedItem(undefined, posts)
      : (await newItem(undefined, posts, isPublished)).id;
  return { action, ids: [id], atomic, ...(action === 'move' && { collectionId: pages }) };
};

const filePart = {
  name: 'file',
  filename: 'pixel.gif',
  contentType: 'image/gif',
  bytes: tinyGif,
};

const inBody = (kind: string, values: Values): Omit<RestRequest, 'method' | 'path'> => {
  if (kind === 'upload') {
    const texts = Object.entries(values).map(([name, value]) => ({
      name,
      text: JSON.stringify(value),
    }));
    return { parts: [...texts, filePart] };
  }
  const isJson = kind === 'json';
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const body = isJson
    ? JSON.stringify(values)
    : new URLSearchParams(values as Readonly<Record<string, string>>).toString();
  return { headers: { 'Content-Type': type }, body };
};

/** Makes a request that succeeds for an admin, of a new client, and creates what it is about. */
export const makeRequest = async (
  [id, { method, path, query, body }]: readonly [string, Operation],
  things: Things,
  world: ThingsWorld,
  caller: string | undefined,
): Promise<RestRequest> => {
  const owner = things.own === true ? caller : undefined;
  const inCollection = things.collections && { collection: things.collections[0] };
  const asked = new URLSearchParams({
    ...(samples(query, world) as Readonly<Record<string, string>>),
    ...(query !== undefined && 'collection' in query.properties && inCollection),
    ...things.query,
  }).toString();
  // What the account of the caller needs.
  if (id === 'unlinkIdentity' && caller !== undefined) await world.linked(caller);
  const place = await pathOf(path, { ...things, world, owner, caller });
  const request = {
    method: method.toUpperCase(),
    path: asked === '' ? place : `${place}?${asked}`,
  };
  if (body === undefined) return { ...request, headers: world.newClient() };
  const values = (await bulkBody(things, world)) ??
    things.body?.(world) ??
    (await bodies[id]?.(world, caller, things)) ?? {
      ...samples(body.schema, world, method === 'put' ? 1 : 0),
      ...(method === 'post' && 'collection' in body.schema.properties && inCollection),
    };
  const { headers, ...sent } = inBody(body.kind, values);
  return { ...request, ...sent, headers: { ...headers, ...world.newClient() } };
};
