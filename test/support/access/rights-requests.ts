import { operator } from '../../../core/index.ts';
import { testPassword } from '../http/app.ts';
import { grantedCollection } from './principals.ts';
import type { ThingsWorld } from './rights-world.ts';
import { tinyGif } from '../media/tiny-gif.ts';
import type { RestRequest } from '../../conformance/rest-api/index.ts';

/** Creates a request that succeeds for an admin, and the things that it needs. */
export type MakeRequest = (
  world: ThingsWorld,
  /** The owner of the things called `own`; undefined for a caller that can own nothing. */
  owner: string | undefined,
) => Promise<RestRequest> | RestRequest;

const get = (path: string): RestRequest => ({ method: 'GET', path });

const send = (method: string, path: string, body: object): RestRequest => ({
  method,
  path,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const form = (path: string, fields: Readonly<Record<string, string>>): RestRequest => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

const otherUser = undefined;

const filePart = {
  name: 'file',
  filename: 'pixel.gif',
  contentType: 'image/gif',
  bytes: tinyGif,
};

const inCollection = (idOrSlug: string, name: string = grantedCollection): string =>
  `/api/collections/${name}/content/${idOrSlug}`;

const revise = (world: ThingsWorld, id: string): RestRequest =>
  send('PUT', `/api/content/${id}`, { title: `Revised ${world.next()}` });

const newEmail = ({ next }: ThingsWorld): string => `new${next()}@example.com`;

/** The credentials of an existing account. */
const credentials = async (world: ThingsWorld): Promise<Readonly<Record<string, string>>> => {
  const email = (await world.signIn('viewer')).email;
  return { email, password: testPassword };
};

const fromNewClient = (world: ThingsWorld, request: RestRequest): RestRequest => ({
  ...request,
  headers: { ...request.headers, ...world.newClient() },
});

/** One request for each row of the rights table. */
export const rightsRequests: Readonly<Record<string, MakeRequest>> = {
  listContent: () => get('/api/content'),
  'listContent posts': () => get(`/api/content?collection=${grantedCollection}`),
  'listContent pages': () => get('/api/content?collection=pages'),
  listSummaries: () => get('/api/content/summaries'),
  'listSummaries own': () => get('/api/content/summaries?author=me&sort=-created'),
  'listSummaries pages': () => get('/api/content/summaries?collection=pages'),
  findContent: () => get('/api/content/find?title=post'),
  'findContent pages': () => get('/api/content/find?title=post&collection=pages'),
  countContent: () => get('/api/content/counts'),
  'countContent pages': () => get('/api/content/counts?collection=pages'),
  checkSlug: ({ next }) => get(`/api/content/check-slug?slug=free-${next()}`),
  'getContent posts': async (w) => get(`/api/content/${(await w.item(otherUser, w.posts)).id}`),
  'getContent pages': async (w) => get(`/api/content/${(await w.item(otherUser, w.pages)).id}`),
  'getContentInfo posts': async (w) =>
    get(`/api/content/${(await w.item(otherUser, w.posts)).id}/info`),
  'getContentInfo pages': async (w) =>
    get(`/api/content/${(await w.item(otherUser, w.pages)).id}/info`),
  'createContent posts': ({ posts, next }) =>
    send('POST', '/api/content', { collectionId: posts, title: `New ${next()}` }),
  'createContent pages': ({ pages, next }) =>
    send('POST', '/api/content', { collectionId: pages, title: `New ${next()}` }),
  'createContent name posts': ({ next }) =>
    send('POST', '/api/content', { collection: grantedCollection, title: `New ${next()}` }),
  'createContent name pages': ({ next }) =>
    send('POST', '/api/content', { collection: 'pages', title: `New ${next()}` }),
  'updateContent own posts': async (w, owner) => revise(w, (await w.item(owner, w.posts)).id),
  'updateContent other posts': async (w) => revise(w, (await w.item(otherUser, w.posts)).id),
  'updateContent own pages': async (w, owner) => revise(w, (await w.item(owner, w.pages)).id),
  'updateContent other pages': async (w) => revise(w, (await w.item(otherUser, w.pages)).id),
  'updateContent publish own': async (w, owner) =>
    send('PUT', `/api/content/${(await w.item(owner, w.posts)).id}`, { status: 'published' }),
  'updateContent publish other': async (w) =>
    send('PUT', `/api/content/${(await w.item(otherUser, w.posts)).id}`, { status: 'published' }),
  'updateContent own posts-to-pages': async (w, owner) =>
    send('PUT', `/api/content/${(await w.item(owner, w.posts)).id}`, { collectionId: w.pages }),
  'updateContent own pages-to-posts': async (w, owner) =>
    send('PUT', `/api/content/${(await w.item(owner, w.pages)).id}`, { collectionId: w.posts }),
  'updateContent own name-to-pages': async (w, owner) =>
    send('PUT', `/api/content/${(await w.item(owner, w.posts)).id}`, { collection: 'pages' }),
  'updateContent other to-pages': async (w) =>
    send('PUT', `/api/content/${(await w.item(otherUser, w.posts)).id}`, { collectionId: w.pages }),
  'deleteContent own posts': async (w, owner) =>
    remove('content', (await w.item(owner, w.posts)).id),
  'deleteContent other posts': async (w) =>
    remove('content', (await w.item(otherUser, w.posts)).id),
  'deleteContent own pages': async (w, owner) =>
    remove('content', (await w.item(owner, w.pages)).id),
  'deleteContent other pages': async (w) =>
    remove('content', (await w.item(otherUser, w.pages)).id),

  listCollections: () => get('/api/collections'),
  'listCollections inactive': () => get('/api/collections?includeInactive=true'),
  'listCollectionContent posts': () => get(`/api/collections/${grantedCollection}/content`),
  'listCollectionContent pages': () => get('/api/collections/pages/content'),
  'getCollectionContent posts': async (w) =>
    get(inCollection((await w.item(otherUser, w.posts)).id)),
  'getCollectionContent pages': async (w) =>
    get(inCollection((await w.item(otherUser, w.pages)).id, 'pages')),
  'getCollectionContent slug posts': async (w) =>
    get(inCollection((await w.item(otherUser, w.posts)).slug)),
  'getCollectionContent slug pages': async (w) =>
    get(inCollection((await w.item(otherUser, w.pages)).slug, 'pages')),
  createCollection: ({ next }) => send('POST', '/api/collections', { name: `made-${next()}` }),
  getCollection: () => get('/api/collections/pages'),
  updateCollection: async (w) =>
    send('PUT', `/api/collections/${await w.emptyCollection()}`, { displayName: 'Renamed' }),
  checkCollectionSchema: () =>
    send('POST', '/api/collections/pages/check', { schema: { properties: {} } }),
  deleteCollection: async (w) => remove('collections', await w.emptyCollection()),

  listMedia: () => get('/api/media'),
  uploadMedia: () => ({ method: 'POST', path: '/api/media/upload', parts: [filePart] }),
  'getMedia own': async (w, owner) => get(`/api/media/${(await w.file(owner)).id}`),
  'getMedia other': async (w) => get(`/api/media/${(await w.file(otherUser)).id}`),
  'updateMedia own': async (w, owner) =>
    send('PUT', `/api/media/${(await w.file(owner)).id}`, { alt: `Alt ${w.next()}` }),
  'updateMedia other': async (w) =>
    send('PUT', `/api/media/${(await w.file(otherUser)).id}`, { alt: `Alt ${w.next()}` }),
  'deleteMedia own': async (w, owner) => remove('media', (await w.file(owner)).id),
  'deleteMedia other': async (w) => remove('media', (await w.file(otherUser)).id),
  rebaseMedia: () => send('POST', '/api/media/rebase', {}),

  logIn: async (w) => fromNewClient(w, send('POST', '/auth/login', await credentials(w))),
  showLogin: () => get('/auth/login'),
  logInByForm: async (w) => fromNewClient(w, form('/auth/login/form', await credentials(w))),
  register: async (w) => {
    await w.cms.settings.update(operator, { registrationEnabled: true });
    const body = { email: newEmail(w), password: testPassword };
    return fromNewClient(w, send('POST', '/auth/register', body));
  },
  logOut: () => form('/auth/logout', {}),
  logOutByLink: () => get('/auth/logout'),
  endOtherSessions: () => ({ method: 'POST', path: '/auth/logout/others' }),
  getAccount: () => get('/auth/me'),
  updateAccount: ({ next }) => send('PUT', '/auth/me', { firstName: `Name ${next()}` }),
  changePassword: () =>
    send('PUT', '/auth/password', { currentPassword: testPassword, newPassword: testPassword }),

  listApiTokens: () => get('/api/tokens'),
  createApiToken: ({ next }) => send('POST', '/api/tokens', { name: `Token ${next()}` }),
  deleteApiToken: async (w) => remove('tokens', await w.apiToken()),

  listUsers: () => get('/api/users'),
  createUser: (w) => send('POST', '/api/users', { email: newEmail(w), password: testPassword }),
  'getUser own': async (w, owner) => get(`/api/users/${owner ?? (await w.user())}`),
  'getUser other': async (w) => get(`/api/users/${await w.user()}`),
  'updateUser own': async (w, owner) =>
    send('PUT', `/api/users/${owner ?? (await w.user())}`, { lastName: `Name ${w.next()}` }),
  'updateUser own role': async (w, owner) =>
    send('PUT', `/api/users/${owner ?? (await w.user())}`, { role: 'admin' }),
  'updateUser other': async (w) => send('PUT', `/api/users/${await w.user()}`, { role: 'admin' }),
  'deleteUser other': async (w) => remove('users', await w.user()),
  'setPermissions own': async (w, owner) =>
    send('PUT', `/api/users/${owner ?? (await w.user())}/permissions`, editorOfPages),
  'setPermissions other': async (w) =>
    send('PUT', `/api/users/${await w.user()}/permissions`, editorOfPages),

  getSettings: () => get('/api/settings'),
  updateSettings: ({ next }) => send('PUT', '/api/settings', { siteName: `Site ${next()}` }),
  listPlugins: () => get('/api/plugins'),
  updatePlugin: ({ next }) =>
    send('PUT', '/api/plugins/cache', { settings: { ttlSeconds: 1 + next() } }),
  purgeCache: () => ({ method: 'POST', path: '/api/plugins/cache/purge' }),
  getCacheStatistics: () => get('/api/plugins/cache/stats'),

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
    return send('POST', '/api/transfer/content', { items: [item] });
  },
  importCollections: ({ ports, clock, next }) => {
    const name = `imported-${next()}`;
    const times = { created_at: clock.now(), updated_at: clock.now() };
    const texts = { displayName: name, description: '' };
    const schema = { type: 'object', properties: {}, required: [] };
    const collection = { id: ports.ids.next(), name, ...texts, schema, isActive: true, ...times };
    return send('POST', '/api/transfer/collections', { collections: [collection] });
  },
  importMedia: ({ ports, clock }) => {
    const texts = { originalName: 'pixel.gif', folder: 'a/b', alt: 'A dot', caption: '' };
    const times = { created_at: clock.now(), updated_at: clock.now() };
    const record = { id: ports.ids.next(), ...texts, ...times };
    const parts = [{ name: 'record', text: JSON.stringify(record) }, filePart];
    return { method: 'POST', path: '/api/transfer/media', parts };
  },
  exportAll: () => get('/api/transfer/export'),

  describeApi: () => get('/api'),
  describeApiWithSlash: () => get('/api/'),
  showDocs: () => get('/docs'),
  getHealth: () => get('/api/health'),
  getSystemHealth: () => get('/api/system/health'),
  getFile: async (w) => get(`/files/${(await w.file(otherUser)).key}`),
};

function remove(things: string, id: string): RestRequest {
  return { method: 'DELETE', path: `/api/${things}/${id}` };
}

const editorOfPages = { permissions: [{ collection: 'pages', role: 'editor' }] };
