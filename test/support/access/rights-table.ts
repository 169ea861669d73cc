import { operations, type Operation } from '../../../contracts/index.ts';
import { bulkActions, hour, type Role } from '../../../core/vocabulary.ts';
import type { RestRequest } from '../../conformance/rest-api/index.ts';
import { documentedEndpoints } from '../../architecture/pages.ts';
import { grantedCollection, standings, type Standing } from './principals.ts';
import { makeRequest, type Things } from './rights-requests.ts';
import type { ThingsWorld } from './rights-world.ts';

/** A kind of request to one operation, and the status for each caller. */
export interface RightsRow {
  /** The id of the operation, and the things: `updateContent own pages`. */
  readonly label: string;
  readonly id: string;
  readonly operation: Operation;
  readonly statuses: Readonly<Record<Standing, number>>;
  /** Creates a request that succeeds for an admin, and the things that it needs. */
  readonly request: (
    world: ThingsWorld,
    /** The owner of the things called `own`; undefined for a caller that can own nothing. */
    owner?: string,
  ) => Promise<RestRequest>;
}

const posts = [grantedCollection];
const both = [grantedCollection, 'pages'];

const publish = () => ({ status: 'published' });
const move = {
  collections: both,
  label: 'move',
  body: (w) => ({ collectionId: w.pages }),
} satisfies Things;

/** Who may read in the perspective of drafts. Others get 403 where they may read otherwise. */
const drafts = {
  label: 'drafts',
  isForUsers: true,
  query: { perspective: 'drafts' },
} satisfies Things;

/** Requests of an operation whose rights depend on more than the operation and its path. */
const extraThings: Readonly<Record<string, readonly Things[]>> = {
  listContent: [{}, drafts],
  getContent: both.map((name) => ({ collections: [name], ...drafts })),
  listCollectionContent: both.map((name) => ({ collections: [name], ...drafts })),
  listSummaries: [{}, { label: 'mine', query: { author: 'me', sort: '-created' } }],
  findContent: [{}],
  search: [{}],
  listChanges: [{}, drafts],
  streamChanges: [{}, drafts],
  countContent: [{}],
  listRedirects: [{}],
  listTrash: [{}],
  countTrash: [{}],
  emptyTrash: [{}],
  createContent: both.map((name) => ({
    collections: [name],
    label: 'by id',
    body: ({ posts: id, pages, next }) => ({
      collectionId: name === 'pages' ? pages : id,
      title: `New ${next()}`,
    }),
  })),
  updateContent: [
    { own: true, collections: posts, label: 'publish', body: publish },
    { own: false, collections: posts, label: 'publish', body: publish },
    { own: true, ...move },
    { own: false, ...move },
    {
      own: true,
      collections: both.toReversed(),
      label: 'move',
      body: (w) => ({ collectionId: w.posts }),
    },
    { own: true, collections: both, label: 'move by name', body: () => ({ collection: 'pages' }) },
  ],
  saveDraft: [
    { own: true, ...move },
    { own: false, ...move },
  ],
  publishDraft: [
    { own: true, collections: both, label: 'move' },
    { own: false, collections: both, label: 'move' },
    { own: true, collections: both.toReversed(), label: 'move' },
    ...[true, false].flatMap((own) =>
      ['mine', 'theirs'].map((merge) => ({
        own,
        collections: posts,
        label: `merge ${merge}`,
        query: { merge },
      })),
    ),
  ],
  restoreContent: [true, false].map((own) => ({
    own,
    collections: posts,
    label: 'into a copy',
    isPublished: true,
    body: () => ({ version: 1, to: 'draft' }),
  })),
  planChanges: [true, false].flatMap((own) => [
    { own, collections: posts, label: 'the end', body: () => ({ unpublishAt: Date.now() + hour }) },
    { own, collections: posts, label: 'nothing', body: () => ({ publishAt: null }) },
  ]),
  bulkContent: bulkActions.flatMap((action) => [
    { label: action, bulk: action },
    { label: `${action} together`, bulk: action, isAtomic: true },
  ]),
  restoreFromTrash: [true, false].map((own) => ({
    own,
    collections: posts,
    label: 'with a slug',
    body: ({ next }) => ({ slug: `restored-${next()}` }),
  })),
  listDrafts: [{}, { label: 'mine', query: { author: 'me' } }],
  listCollections: [{ label: 'inactive', who: 'admin', query: { includeInactive: 'true' } }],
  getCollectionContent: both.flatMap((name) => [
    { collections: [name], label: 'by slug', bySlug: true },
    { collections: [name], ...drafts },
  ]),
  meetAtItem: both.map((name) => ({ collections: [name], label: 'of a collection' })),
  createItemPreview: both.map((name) => ({
    collections: [name],
    label: 'for a day',
    body: () => ({ expiresIn: '1d' }),
  })),
  updateUser: [{ own: true, label: 'role', body: () => ({ role: 'admin' }) }],
};

/** The role of a caller in the collection of the grants, elsewhere, and there for items in other locales than the requests'. */
const roles: Partial<Record<Standing, readonly [granted: Role, elsewhere: Role, local?: Role]>> = {
  viewer: ['viewer', 'viewer'],
  author: ['author', 'author'],
  editor: ['editor', 'editor'],
  admin: ['admin', 'admin'],
  bareCookie: ['admin', 'admin'],
  raisedViewer: ['editor', 'viewer'],
  loweredEditor: ['viewer', 'editor'],
  loweredAuthor: ['viewer', 'author'],
  raisedAuthor: ['editor', 'author'],
  translator: ['viewer', 'viewer', 'editor'],
};

const isWriter = (role: Role | undefined): boolean => role !== 'viewer';

const isEditor = (role: Role | undefined): boolean => role === 'editor' || role === 'admin';

/** Whether a role in one collection is enough for a request that names none. */
const isAboutAnyCollection = (path: string): boolean =>
  path === '/api/content/bulk' || /^\/api\/trash(?:\/counts)?$/.test(path);

/** As docs/rest-api.md describes authentication, roles and CSRF. */
const statusFor = (
  standing: Standing,
  { method, path, success }: Operation,
  {
    who,
    own = false,
    collections,
    bulk,
    isAtomic = false,
    isForUsers = false,
  }: Things & { readonly who: string },
): number => {
  const isRead = method === 'get';
  const isOpen = who.startsWith('anybody');
  const checksCredentials =
    !isOpen ||
    /^\/api\/(?:content|collections|redirects|search|changes|openapi|locales)/.test(path);
  if (isRead && !checksCredentials) return success.status;
  if (isForUsers && (standing === 'anonymous' || /token$/i.test(standing))) return 403;
  if (standing === 'anonymous') return isOpen ? success.status : 401;
  if (standing === 'refused') return checksCredentials ? 401 : success.status;
  if (standing === 'wrongKey') return 401;
  const [granted, elsewhere, local = granted] = roles[standing] ?? [];
  if (granted === undefined) {
    const isInScope = standing === 'token' || collections?.includes('pages') !== true;
    return isOpen && isRead && isInScope ? success.status : 403;
  }
  const withoutToken = /^\/auth\/(?:login|register|invitation|password\/(?:forgot|reset))/;
  const needsCsrfToken = !isRead && !withoutToken.test(path);
  if (standing === 'bareCookie' && needsCsrfToken) return 403;
  const isAllowed = (role: Role | undefined): boolean =>
    isOpen ||
    who === 'users' ||
    who.split(', ').some((each) => each === role || (own && each === `${role} (own)`));
  if (isAboutAnyCollection(path) && collections === undefined) {
    if (![local, elsewhere].some(isAllowed)) return 403;
    // Nothing is changed without the right to change the item, which another user has created.
    const needed = bulk === 'move' ? [granted, elsewhere] : [granted];
    return isAtomic && !needed.every(isEditor) ? 409 : success.status;
  }
  const here = isAboutAnyCollection(path) ? local : granted;
  const used = (collections ?? ['']).map((name) => (name === grantedCollection ? here : elsewhere));
  if (used.every(isAllowed)) return success.status;
  // In the trash, callers see only what they may restore. A viewer everywhere may not look.
  const isHidden = path.startsWith('/api/trash/{id}') && [local, elsewhere].some(isWriter);
  return isHidden ? 404 : 403;
};

/** Whether the path or another part of the request names a collection, or an item in one. */
const isInCollection = ({ method, path, query, body }: Operation): boolean =>
  /^\/api\/(?:content|trash)\/\{id\}|\{name\}\/(?:content|item|query)|^\/api\/redirects\/\{from\}/.test(
    path,
  ) ||
  Object.hasOwn(query?.properties ?? {}, 'collection') ||
  (method === 'post' && Object.hasOwn(body?.schema.properties ?? {}, 'collection'));

/** Whether it can matter who owns the thing. A deleted user could send nothing more, so that is left out. */
const isAboutOwner = ({ method, path }: Operation): boolean =>
  path.startsWith('/api/users/{id}')
    ? method !== 'delete'
    : /^\/api\/(?:(?:content|media|trash)\/\{id\}|redirects\/\{from\})/.test(path) &&
      (method !== 'get' || path.endsWith('/draft'));

/** Own things and those of others, where it matters, in each collection. */
const thingsOf = (operation: Operation): readonly Things[] => {
  const owners = isAboutOwner(operation) ? [true, false] : [undefined];
  const places = isInCollection(operation) ? [[grantedCollection], ['pages']] : [undefined];
  return owners.flatMap((own) => places.map((collections) => ({ own, collections })));
};

const labelOf = (id: string, { own, collections = [], label }: Things): string =>
  [id, own === undefined ? '' : own ? 'own' : 'other', ...collections, label ?? '']
    .filter((word) => word !== '')
    .join(' ');

/** Who may call each operation, derived from docs/rest-api.md and not from the code. */
export const rightsTable: readonly RightsRow[] = documentedEndpoints.flatMap(
  ({ method, path, who }) => {
    const found = operations.find(([, each]) => each.method === method && each.path === path);
    if (found === undefined) throw new Error(`There is no operation ${method} ${path}`);
    const [id, operation] = found;
    return [...thingsOf(operation), ...(extraThings[id] ?? [])].map((things) => ({
      label: labelOf(id, things),
      id,
      operation,
      statuses: Object.fromEntries(
        standings.map((each) => [each, statusFor(each, operation, { who, ...things })]),
      ) as RightsRow['statuses'],
      request: (world, owner) => makeRequest(found, things, world, owner),
    }));
  },
);

/** The first row of an operation. */
export const rowOf = (id: string): RightsRow => {
  const found = rightsTable.find((row) => row.id === id);
  if (found === undefined) throw new Error(`docs/rest-api.md does not list ${id}`);
  return found;
};
