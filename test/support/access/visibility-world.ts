import { operator, type Cms } from '../../../core/index.ts';
import {
  contentStatuses,
  type ApiTokenKind,
  hour,
  type ContentItem,
  type PublicContent,
} from '../../../core/vocabulary.ts';
import { presentWritten } from '../../../adapters/http/rest/answers/present-content.ts';
import type { RestRequest, RestResponse } from '../../conformance/rest-api/index.ts';
import { serveApp, testPassword, type TestApp } from '../http/app.ts';
import { restSubject } from '../http/rest-subject.ts';
import type { Facts, Outcome, Reader, ReadPath } from './visibility-table.ts';

/** An item in one of the two collections. */
export interface Specimen extends Facts {
  readonly item: ContentItem;
  readonly collection: string;
  readonly tokens: PreviewTokens;
  readonly formerSlug: string;
}

/** Values of preview tokens. */
interface PreviewTokens {
  readonly own: string;
  /** Of another item. */
  readonly other: string;
  readonly site: string;
  readonly revoked: string;
  /** Of the site, of a viewer. */
  readonly siteOfViewer: string;
  /** Of a viewer who had a grant in each private collection. */
  readonly ofFormerMember: string;
}

/** One of two applications on one store. */
export type Instance = 0 | 1;

export interface VisibilityWorld extends AsyncDisposable {
  readonly app: TestApp;
  /**
   * One item of each status, in an active collection and in an inactive one, public and private. Each had another slug
   * while it was published. Published ones have a working copy. All but archived ones have a planned change.
   */
  readonly specimens: readonly Specimen[];
  readonly read: (
    path: ReadPath,
    reader: Reader,
    specimen: Specimen,
    instance?: Instance,
  ) => Promise<RestResponse>;
  /** The ids of the users. */
  readonly userIds: Readonly<Partial<Record<Reader, string>>>;
  /** Sends a GET request of a caller. */
  readonly send: (path: string, reader: Reader) => Promise<RestResponse>;
}

/** The names of the private collections, of which the second is inactive. */
export const privateNames = ['closed', 'closed-retired'] as const;

type Permissions = Parameters<Cms['users']['setPermissions']>[2];

export const visibilityWorld = async (publicContent: PublicContent): Promise<VisibilityWorld> => {
  // A stream that was closed keeps its seat for a moment.
  const app = await serveApp({ core: { feedSeats: { ofClient: 1_000, inAll: 1_000 } } });
  const { cms, ports, clock } = app;
  const second = await serveApp({
    clock,
    core: { feedSeats: { ofClient: 1_000, inAll: 1_000 }, ports: { ...ports, clock } },
  });
  const subjects = [restSubject(app.url), restSubject(second.url)] as const;
  const { send } = subjects[0];
  await cms.settings.update(operator, { publicContent });
  const creator = await cms.accounts.authenticate((await app.signIn('editor')).token);
  // A field that can be expanded, as in the other collection.
  const schema = { type: 'object', properties: { content: { type: 'markdown' } } };
  await cms.collections.create(operator, { name: 'retired', schema });
  for (const name of privateNames) {
    await cms.collections.create(operator, { name, schema, access: 'private' });
  }
  // The items are English: in German, readers get what they get without a locale.
  await cms.locales.update(operator, {
    locales: [{ code: 'en' }, { code: 'de', fallback: ['en'] }],
  });
  for (const { name } of await cms.collections.list(operator, { includeInactive: true })) {
    await cms.collections.update(operator, name, { localized: true });
  }
  const person = async (name: string, permissions: Permissions) => {
    const role = name === 'author' ? 'author' : 'viewer';
    const email = `${name}@members.example.com`;
    const { user } = await cms.users.create(operator, { email, password: testPassword, role });
    await cms.users.setPermissions(operator, user.id, permissions);
    const { token } = await cms.accounts.logIn({ email, password: testPassword, client: name });
    return { userId: user.id, token, bearer: { Authorization: `Bearer ${token}` } };
  };
  const memberships = privateNames.map((collection) => ({ collection, role: 'viewer' }) as const);
  const member = await person('member', memberships);
  const author = await person('author', [{ collection: 'pages', role: 'editor' }]);
  const former = await person('former', memberships);
  const formerActor = await cms.accounts.authenticate(former.token);
  const siteViewer = await cms.accounts.authenticate((await person('other', [])).token);
  const { secret: siteOfViewer } = await cms.previews.createForSite(siteViewer);
  const { secret: site } = await cms.previews.createForSite(creator);
  const tokenFor = async ({ id }: ContentItem) =>
    (await cms.previews.createForItem(creator, id)).secret;
  const other = await tokenFor(
    await cms.content.create(operator, { collection: 'pages', title: 'Another item' }),
  );
  // So that comments can mention them.
  for (const role of ['viewer', 'admin'] as const) await app.signIn(role);
  const specimens: Specimen[] = [];
  for (const { id: collectionId, name } of await cms.collections.list(operator)) {
    if (name === 'pages') continue;
    for (const status of contentStatuses) {
      const title = `Specimen ${name} ${status}`;
      const formerSlug = `former-${name}-${status}`;
      const created = { collectionId, title, status: 'published', slug: formerSlug } as const;
      const { id } = await cms.content.create(operator, created);
      const item = await cms.content.update(operator, id, { slug: title, status });
      if (status === 'published') await cms.drafts.save(operator, item.id, { data: { a: title } });
      if (status !== 'archived') {
        await cms.schedule.plan(operator, item.id, { unpublishAt: Date.now() + 24 * hour });
      }
      await mentionAll(app, item);
      const revoked = await tokenFor(item);
      await cms.previews.revokeOfItem(creator, item.id);
      const ofFormerMember = (await cms.previews.createForItem(formerActor, id)).secret;
      const own = await tokenFor(item);
      const tokens = { own, other, site, revoked, siteOfViewer, ofFormerMember };
      const isActive = !name.endsWith('retired');
      const isPrivate = privateNames.some((each) => each === name);
      const facts = { status, isActive, isPrivate };
      specimens.push({ item, formerSlug, collection: name, tokens, ...facts });
    }
  }
  const keyOf = async (kind: ApiTokenKind, collections: readonly string[]) => ({
    'X-API-Key': (await cms.apiTokens.create(operator, { name: 'site', kind, collections })).secret,
  });
  const key = (...collections: readonly string[]) => keyOf('published', collections);
  const headers: Readonly<Record<Reader, Readonly<Record<string, string>>>> = {
    'anonymous caller': {},
    token: await key(),
    'token here': await key('blog-posts', 'retired', ...privateNames),
    'token elsewhere': await key('pages'),
    'preview token': await keyOf('preview', []),
    'preview token here': await keyOf('preview', ['blog-posts', 'retired', ...privateNames]),
    'preview token elsewhere': await keyOf('preview', ['pages']),
    viewer: (await app.signIn('viewer')).bearer,
    member: member.bearer,
    author: author.bearer,
    editor: (await app.signIn('editor')).bearer,
    admin: (await app.signIn('admin')).bearer,
  };
  await cms.users.setPermissions(operator, former.userId, []);
  for (const name of ['retired', 'closed-retired']) {
    await cms.collections.update(operator, name, { isActive: false });
  }
  return {
    app,
    specimens,
    userIds: {
      member: member.userId,
      author: author.userId,
      editor: (await app.signIn('editor')).userId,
      viewer: (await app.signIn('viewer')).userId,
    },
    read: (path, reader, specimen, instance = 0) => {
      const request = requestFor(path, specimen);
      const sent = { ...request, headers: { ...request.headers, ...headers[reader] } };
      return subjects[instance].send(sent);
    },
    send: (path, reader) => send({ method: 'GET', path, headers: headers[reader] }),
    [Symbol.asyncDispose]: async () => {
      subjects.forEach(({ close }) => close());
      await second[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
};

/** Comments on an item, with mentions of all users, also of those who do not see it. */
const mentionAll = async ({ ports }: TestApp, { id: contentId, title }: ContentItem) => {
  const { users, comments } = ports.store.repositories;
  const mentions = (await users.list({ limit: 100, offset: 0 })).map(({ id }) => `@[${id}]`);
  const id = ports.ids.next();
  const comment = {
    id,
    contentId,
    threadId: id,
    text: `About ${title}: ${mentions.join(' ')}`,
    authorId: undefined,
    createdAt: ports.clock.now(),
    editedAt: undefined,
    place: undefined,
    resolvedAt: undefined,
    resolvedBy: undefined,
  };
  await comments.insert(comment, 10);
};

/** @returns reads of one caller. Those that are the same request are sent once. */
export const readsOf = (
  world: VisibilityWorld,
  reader: Reader,
  instance: Instance = 0,
): ((path: ReadPath, specimen: Specimen) => Promise<RestResponse>) => {
  const answers = new Map<string, Promise<RestResponse>>();
  return (path, specimen) => {
    const request = JSON.stringify(requestFor(path, specimen));
    const answer = answers.get(request) ?? world.read(path, reader, specimen, instance);
    answers.set(request, answer);
    return answer;
  };
};

/** The request for a read. */
export const requestFor = (
  path: ReadPath,
  { item, formerSlug, status, collection, tokens }: Specimen,
): RestRequest => {
  const get = (address: string, headers = {}): RestRequest => ({
    method: 'GET',
    path: address,
    headers,
  });
  const list = '/api/content?limit=1000';
  const summaries = '/api/content/summaries?limit=1000';
  const found = `/api/content/find?title=${encodeURIComponent(item.title)}`;
  const search = `/api/search?limit=100&q=${encodeURIComponent(item.title)}`;
  const collectionList = `/api/collections/${collection}/content`;
  const collectionQuery = `/api/collections/${collection}/query`;
  const address = `/api/content/${item.id}`;
  const drafts = 'perspective=drafts';
  const expand = 'expand=content';
  const changes = '/api/changes?after=start&limit=1000';
  const stream = '/api/changes/stream?after=start';
  const slug = `/api/content/check-slug?slug=${item.slug}`;
  switch (path) {
    case 'list':
      return get(list);
    case 'list of its status':
      return get(`${list}&status=${status}`);
    case 'list of another status':
      return get(`${list}&status=${status === 'draft' ? 'published' : 'draft'}`);
    case 'list of its collection':
      return get(`${list}&collection=${collection}`);
    case 'list of its collection and status':
      return get(`${list}&collection=${collection}&status=${status}`);
    case 'collection list':
      return get(collectionList);
    case 'collection list of its status':
      return get(`${collectionList}?status=${status}`);
    case 'query of its collection':
      return get(`${collectionQuery}?limit=1000&sort=-title&fields=title&total=true`);
    case 'query by its slug':
      return get(`${collectionQuery}?where[slug][eq]=${item.slug}`);
    case 'query of its status':
      return get(`${collectionQuery}?where[status][in]=${status}&sort=slug`);
    case 'list with its slug':
      return get(`${list}&slug=${item.slug}`);
    case 'collection list with its slug':
      return get(`${collectionList}?slug=${item.slug}`);
    case 'list with its former slug':
      return get(`${list}&slug=${formerSlug}`);
    case 'collection list with its former slug':
      return get(`${collectionList}?slug=${formerSlug}`);
    case 'redirects':
      return get('/api/redirects?limit=1000');
    case 'redirects of its collection':
      return get(`/api/redirects?collection=${collection}`);
    case 'item of its collection by former slug':
      return get(`${collectionList}/${formerSlug}`);
    case 'item of another collection by former slug':
      return get(`/api/collections/pages/content/${formerSlug}`);
    case 'summaries':
      return get(summaries);
    case 'summaries of its status':
      return get(`${summaries}&status=${status}`);
    case 'summaries of its collection':
      return get(`${summaries}&collection=${collection}`);
    case 'summaries of own items':
      return get(`${summaries}&author=me`);
    case 'summary with its id':
      return get(`/api/content/summaries?ids=${item.id}`);
    case 'summaries by time of creation':
      return get(`${summaries}&sort=-created`);
    case 'counts':
      return get('/api/content/counts');
    case 'counts of its collection':
      return get(`/api/content/counts?collection=${collection}`);
    case 'items found by its title':
      return get(found);
    case 'items of its status found by its title':
      return get(`${found}&status=${status}`);
    case 'search':
      return get(search);
    case 'search of its status':
      return get(`${search}&status=${status}`);
    case 'search of its collection':
      return get(`${search}&collection=${collection}`);
    case 'author of the item':
      return get(`${address}/info`);
    case 'words of its draft':
      return get(`${address}/info?${drafts}`);
    case 'history':
      return get(`${address}/revisions`);
    case 'earlier version':
      return get(`${address}/revisions/1`);
    case 'working copy':
      return get(`${address}/draft`);
    case 'working copies':
      return get('/api/drafts?limit=1000');
    case 'working copies of its collection':
      return get(`/api/drafts?collection=${collection}`);
    case 'own working copies':
      return get('/api/drafts?author=me');
    case 'list in a locale':
      return get(`/api/content?limit=200&${inGerman}`);
    case 'collection list in a locale':
      return get(`${collectionList}?${inGerman}`);
    case 'item in a locale':
      return get(`${address}?${inGerman}`);
    case 'item of its collection by slug in a locale':
      return get(`${collectionList}/${item.slug}?${inGerman}`);
    case 'item of its collection by former slug in a locale':
      return get(`${collectionList}/${formerSlug}?${inGerman}`);
    case 'translations of the item':
      return get(`${address}/translations`);
    case 'translations of the draft':
      return get(`${address}/translations?${drafts}`);
    case 'translations of the item with its token':
      return get(`${address}/translations?preview=${tokens.own}`);
    case 'what there is to translate':
      return get('/api/translations?locale=de&limit=1000');
    case 'what there is to translate in its collection':
      return get(`/api/translations?locale=de&collection=${collection}`);
    case 'query of its collection in a locale':
      return get(`${collectionQuery}?limit=200&sort=title&total=true&${inGerman}`);
    case 'query of its collection, expanded in a locale':
      return get(`${collectionQuery}?limit=200&${expand}&${inGerman}`);
    case 'item, expanded in a locale':
      return get(`${address}?${expand}&${inGerman}`);
    case 'list, expanded':
      return get(`${list}&expand=content`);
    case 'collection list, expanded':
      return get(`${collectionList}?expand=content`);
    case 'item, expanded':
      return get(`${address}?expand=content`);
    case 'item of its collection, expanded':
      return get(`${collectionList}/${item.id}?expand=content`);
    case 'query of its collection, expanded':
      return get(`${collectionQuery}?limit=1000&${expand}`);
    case 'referrers':
      return get(`${address}/referrers`);
    case 'comments':
      return get(`${address}/comments`);
    case 'open comments':
      return get(`${address}/comments?resolved=false`);
    case 'people to mention':
      return get(`${address}/people`);
    case 'mentions':
      return get('/api/comments?mentions=me&limit=1000');
    case 'schedule':
      return get(`${address}/schedule`);
    case 'planned changes':
      return get('/api/schedule?limit=1000');
    case 'counts of the trash of its collection':
      return get(`/api/trash/counts?collection=${collection}`);
    case 'slug of its title': {
      const text = encodeURIComponent(item.title);
      const rest = `truncate=true&collectionId=${item.collectionId}`;
      return get(`/api/content/check-slug?slug=${text}&${rest}`);
    }
    case 'items of its collection found by its title':
      return get(`${found}&collection=${collection}`);
    case 'item of its collection':
      return get(`${collectionList}/${item.id}`);
    case 'item of its collection by slug':
      return get(`${collectionList}/${item.slug}`);
    case 'item of its collection by slug, if it has changed':
      return get(`${collectionList}/${item.slug}`, {
        'If-None-Match': presentWritten(item).tag,
      });
    case 'item of another collection':
      return get(`/api/collections/pages/content/${item.slug}`);
    case 'item':
      return get(address);
    case 'HEAD of the item':
      return { method: 'HEAD', path: address };
    case 'item, if it has changed':
      return get(address, { 'If-None-Match': presentWritten(item).tag });
    case 'item, if there is any':
      return get(address, { 'If-None-Match': '*' });
    case 'trash':
      return get('/api/trash');
    case 'trash of its collection':
      return get(`/api/trash?collection=${collection}`);
    case 'counts of the trash':
      return get('/api/trash/counts');
    case 'drafts':
      return get(`${list}&${drafts}`);
    case 'drafts of its status':
      return get(`${list}&${drafts}&status=${status}`);
    case 'drafts of another status':
      return get(`${list}&${drafts}&status=${status === 'draft' ? 'published' : 'draft'}`);
    case 'drafts of its collection':
      return get(`${list}&${drafts}&collection=${collection}`);
    case 'drafts in its collection':
      return get(`${collectionList}?${drafts}`);
    case 'draft':
      return get(`${address}?${drafts}`);
    case 'draft of its collection by slug':
      return get(`${collectionList}/${item.slug}?${drafts}`);
    case 'list with its token':
      return get(`${list}&preview=${tokens.own}`);
    case 'list with its slug and its token':
      return get(`${list}&slug=${item.slug}&preview=${tokens.own}`);
    case 'list with the token of another item':
      return get(`${list}&preview=${tokens.other}`);
    case 'collection list with its slug and its token':
      return get(`${collectionList}?slug=${item.slug}&preview=${tokens.own}`);
    case 'item with its token':
      return get(`${address}?preview=${tokens.own}`);
    case 'item of its collection with its token':
      return get(`${collectionList}/${item.slug}?preview=${tokens.own}`);
    case 'item with the token of another item':
      return get(`${address}?preview=${tokens.other}`);
    case 'item of its collection with the token of another item':
      return get(`${collectionList}/${item.slug}?preview=${tokens.other}`);
    case 'item with a revoked token':
      return get(`${address}?preview=${tokens.revoked}`);
    case 'list with a token for the site':
      return get(`${list}&preview=${tokens.site}`);
    case 'drafts with a token for the site':
      return get(`${list}&preview=${tokens.site}&${drafts}`);
    case 'draft with a token for the site':
      return get(`${address}?preview=${tokens.site}&${drafts}`);
    case 'drafts, expanded':
      return get(`${list}&${drafts}&${expand}`);
    case 'drafts in its collection, expanded':
      return get(`${collectionList}?${drafts}&${expand}`);
    case 'draft, expanded':
      return get(`${address}?${drafts}&${expand}`);
    case 'draft of its collection by slug, expanded':
      return get(`${collectionList}/${item.slug}?${drafts}&${expand}`);
    case 'list with its token, expanded':
      return get(`${list}&preview=${tokens.own}&${expand}`);
    case 'list with the token of another item, expanded':
      return get(`${list}&preview=${tokens.other}&${expand}`);
    case 'item with its token, expanded':
      return get(`${address}?preview=${tokens.own}&${expand}`);
    case 'item with the token of another item, expanded':
      return get(`${address}?preview=${tokens.other}&${expand}`);
    case 'item with a revoked token, expanded':
      return get(`${address}?preview=${tokens.revoked}&${expand}`);
    case 'draft with a token for the site, expanded':
      return get(`${address}?preview=${tokens.site}&${drafts}&${expand}`);
    case 'query of drafts, expanded':
      return get(`${collectionQuery}?limit=1000&${drafts}&${expand}`);
    case 'query of drafts':
      return get(`${collectionQuery}?${drafts}&sort=title&total=true`);
    case 'query of drafts of its status':
      return get(`${collectionQuery}?${drafts}&where[status][eq]=${status}`);
    case 'query with its token':
      return get(`${collectionQuery}?where[slug][eq]=${item.slug}&preview=${tokens.own}`);
    case 'query with the token of another item':
      return get(`${collectionQuery}?preview=${tokens.other}&total=true`);
    case 'query with a revoked token':
      return get(`${collectionQuery}?preview=${tokens.revoked}`);
    case 'query with a token for the site':
      return get(`${collectionQuery}?preview=${tokens.site}`);
    case 'query of drafts with a token for the site':
      return get(`${collectionQuery}?preview=${tokens.site}&${drafts}`);
    case 'search of drafts':
      return get(`${search}&${drafts}`);
    case 'search of drafts of its status':
      return get(`${search}&${drafts}&status=${status}`);
    case 'search of drafts of its collection':
      return get(`${search}&${drafts}&collection=${collection}`);
    case 'search with its token':
      return get(`${search}&preview=${tokens.own}`);
    case 'search with a revoked token':
      return get(`${search}&preview=${tokens.revoked}`);
    case 'search with a token for the site':
      return get(`${search}&preview=${tokens.site}`);
    case 'search of drafts with a token for the site':
      return get(`${search}&preview=${tokens.site}&${drafts}`);
    case 'changes':
      return get(`${changes}&wait=0`);
    case 'changes of its collection':
      return get(`${changes}&collection=${collection}`);
    case 'changes of drafts':
      return get(`${changes}&${drafts}`);
    case 'changes of drafts of its collection':
      return get(`${changes}&${drafts}&collection=${collection}`);
    case 'changes with its token':
      return get(`${changes}&preview=${tokens.own}`);
    case 'changes with the token of another item':
      return get(`${changes}&preview=${tokens.other}`);
    case 'changes with a revoked token':
      return get(`${changes}&preview=${tokens.revoked}`);
    case 'changes of drafts with a token for the site':
      return get(`${changes}&preview=${tokens.site}&${drafts}`);
    case 'stream':
      return get(stream);
    case 'stream of its collection':
      return get(`${stream}&collection=${collection}`);
    case 'stream of drafts':
      return get(`${stream}&${drafts}`);
    case 'stream with its token':
      return get(`${stream}&preview=${tokens.own}`);
    case 'drafts with the site token of a viewer':
      return get(`${list}&preview=${tokens.siteOfViewer}&${drafts}`);
    case 'draft with the site token of a viewer':
      return get(`${address}?preview=${tokens.siteOfViewer}&${drafts}`);
    case 'draft of its collection by slug with the site token of a viewer':
      return get(`${collectionList}/${item.slug}?preview=${tokens.siteOfViewer}&${drafts}`);
    case 'query of drafts with the site token of a viewer':
      return get(`${collectionQuery}?preview=${tokens.siteOfViewer}&${drafts}`);
    case 'search of drafts with the site token of a viewer':
      return get(`${search}&preview=${tokens.siteOfViewer}&${drafts}`);
    case 'changes of drafts with the site token of a viewer':
      return get(`${changes}&preview=${tokens.siteOfViewer}&${drafts}`);
    case 'item with the token of a former member':
      return get(`${address}?preview=${tokens.ofFormerMember}`);
    case 'item of its collection with the token of a former member':
      return get(`${collectionList}/${item.slug}?preview=${tokens.ofFormerMember}`);
    case 'list with the token of a former member':
      return get(`${list}&preview=${tokens.ofFormerMember}`);
    case 'query with the token of a former member':
      return get(`${collectionQuery}?preview=${tokens.ofFormerMember}`);
    case 'changes with the token of a former member':
      return get(`${changes}&preview=${tokens.ofFormerMember}`);
    case 'redirects in its locale':
      return get('/api/redirects?limit=1000&locale=en');
    case 'redirects in another locale':
      return get('/api/redirects?limit=1000&locale=de');
    case 'summaries in its locale':
      return get(`${summaries}&locale=en`);
    case 'summaries in another locale':
      return get(`${summaries}&locale=de`);
    case 'counts in its locale':
      return get('/api/content/counts?locale=en');
    case 'items found by its title in its locale':
      return get(`${found}&locale=en`);
    case 'search in its locale':
      return get(`${search}&locale=en`);
    case 'search in another locale':
      return get(`${search}&locale=de`);
    case 'search of drafts in its locale':
      return get(`${search}&${drafts}&locale=en`);
    case 'working copies in its locale':
      return get('/api/drafts?limit=1000&locale=en');
    case 'planned changes in its locale':
      return get('/api/schedule?limit=1000&locale=en');
    case 'changes in its locale':
      return get(`${changes}&locale=en`);
    case 'changes in another locale':
      return get(`${changes}&locale=de`);
    case 'changes of drafts in its locale':
      return get(`${changes}&${drafts}&locale=en`);
    case 'stream in its locale':
      return get(`${stream}&locale=en`);
    case 'collections':
      return get('/api/collections');
    case 'OpenAPI document':
      return get('/api/openapi');
    case 'slug':
      return get(slug);
    case 'slug, but for the item':
      return get(`${slug}&excludeId=${item.id}`);
  }
};

/**
 * The outcome that a response shows.
 *
 * @throws Error for an error response that reveals something about the item, and for unexpected ones.
 */
export const outcomeShownBy = (
  path: ReadPath,
  { item, collection }: Specimen,
  { status, text, headers }: RestResponse,
): Outcome => {
  if (status === 200 && (path === 'collections' || path === 'OpenAPI document')) {
    return text.includes(`"${collection}"`) ? 'seen' : 'unseen';
  }
  if (path.startsWith('slug')) return text.includes('"available":true') ? 'seen' : 'unseen';
  // The schedule of an item does not name it.
  if (path === 'schedule' && status === 200) {
    return JSON.parse(text).data.changes.length > 0 ? 'seen' : 'unseen';
  }
  // A successful response repeats the slug of the request in `meta`.
  const names = [
    item.id,
    item.title,
    ...(status === 200 && /\bslug\b/.test(path) ? [] : [item.slug]),
  ];
  const isNamed = names.some((name) => text.includes(name));
  if (status === 401 || status === 403 || status === 404) {
    if (isNamed || headers['etag'] !== undefined)
      throw new Error(`An error response reveals the item: ${text}`);
    return status;
  }
  const isBodiless = path === 'HEAD of the item' || status === 304;
  if (status !== 200 && status !== 304) throw new Error(`Unexpected status: ${status}`);
  if (status === 304 && headers['etag'] === undefined) throw new Error('A 304 without an ETag');
  return isNamed || (isBodiless && headers['etag'] !== undefined) ? 'seen' : 'unseen';
};

const inGerman = 'locale=de&fallback=en&alternates=true';
