import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../adapters/koa/app.ts';
import { operator } from '../../core/index.ts';
import { bulkActions } from '../../core/vocabulary.ts';
import type { SecretPrincipal } from '../support/access/secret-principals.ts';
import { secretReads } from '../support/access/secret-reads.ts';
import { secretWorld, type SecretWorld } from '../support/access/secret-world.ts';
import { httpConnections, type HttpConnections } from '../support/http/http-connections.ts';
import { runSeed, seededRandom } from '../support/seeded-random.ts';

let world: SecretWorld;
let connections: HttpConnections;
/** Items of the public collections, of each author who may write there. */
let ownItems: ReadonlyMap<string, string>;

beforeAll(async () => {
  world = await secretWorld(createApp, seededRandom(runSeed));
  connections = httpConnections(world.app.url);
  const { cms } = world.app;
  const items = new Map<string, string>();
  for (const { name, actor } of world.principals) {
    if (actor === undefined || !['author', 'raised'].includes(name)) continue;
    const title = `Of ${name}`;
    const command = { collection: 'public-0', title, status: 'published' } as const;
    items.set(name, (await cms.content.create(actor, command)).id);
  }
  ownItems = items;
});

afterAll(async () => {
  connections.close();
  await world[Symbol.asyncDispose]();
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** The request, with an unknown id, name, slug or word in the place of every one of a private collection. */
const asUnknown = (hidden: Hidden, text: string): string =>
  hidden.words.reduce(
    (changed, word) => changed.replaceAll(word, word.replace('zq', 'zx')),
    hidden.ids.reduce((changed, id) => changed.replaceAll(id, `ffffffff${id.slice(8)}`), text),
  );

interface Hidden {
  readonly ids: readonly string[];
  readonly words: readonly string[];
}

const hiddenFrom = ({ sees, item }: SecretPrincipal): Hidden => {
  const collections = world.collections.filter((each) => each.isPrivate && !sees(each));
  const items = world.items.filter((each) => collections.includes(each.collection));
  // Whoever has the token of an item may ask for it by the name of its collection, and for its fields.
  const known =
    item === undefined
      ? []
      : [
          item.id,
          item.collection.id,
          item.collection.name,
          ...Object.values(item.collection.fields),
        ];
  const own = item === undefined ? [] : [...known, ...world.words.ofItem(item.key)];
  return {
    ids: [...collections, ...items].map(({ id }) => id).filter((id) => !known.includes(id)),
    words: world.words
      .of(collections.map(({ owner }) => owner))
      .filter((word) => !own.includes(word)),
  };
};

/** What must be equal: not the ids of new things, times and cursors. */
const answerTo = async (
  hidden: Hidden,
  { headers }: SecretPrincipal,
  { method, path, body }: Sent,
): Promise<string> => {
  const isRead = method === 'GET';
  const answer = await connections.send({
    method,
    path,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const ignored = [
    'date',
    'x-request-id',
    'etag',
    'location',
    ...(isRead ? ['content-length'] : []),
  ];
  const head = [...answer.headers].filter(
    ([name]) => !ignored.includes(name) && !/^x-(?:cache|response-time)/.test(name),
  );
  const text = answer.bytes
    .toString('utf8')
    .replaceAll(/"(?:timestamp|timing|cursor|cache)":(?:"[^"]*"|\{[^}]*\})/g, '')
    .replaceAll(/^id: .*$/gm, '');
  return asUnknown(hidden, JSON.stringify([answer.status, head, text])).replaceAll(
    /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g,
    'ID',
  );
};

/** One sentence for each request that is answered in another way than the one with unknown ids and names. */
const differences = async (
  principal: SecretPrincipal,
  requests: readonly Sent[],
): Promise<readonly string[]> => {
  const hidden = hiddenFrom(principal);
  const found: string[] = [];
  for (const request of requests) {
    const unknown = JSON.parse(asUnknown(hidden, JSON.stringify(request))) as Sent;
    if (JSON.stringify(unknown) === JSON.stringify(request)) continue;
    const [there, other] = [
      await answerTo(hidden, principal, request),
      await answerTo(hidden, principal, unknown),
    ];
    if (there === other) continue;
    found.push(`${principal.name}: ${JSON.stringify(request)}\n${there}\n${other}`);
  }
  return found;
};

const outsiders = (): readonly SecretPrincipal[] =>
  world.principals.filter(({ sees }) => world.collections.some((each) => !sees(each)));

test('every read about a private collection is answered as one about an unknown one', async () => {
  await world.app.cms.plugins.configure(operator, 'cache', { active: true });
  const found: string[] = [];
  for (const principal of outsiders()) {
    const reads = secretReads(world, principal)
      // A slug that is taken is taken for everybody.
      .filter((path) => !path.startsWith('/api/content/check-slug'))
      .map((path) => ({ method: 'GET', path }));
    found.push(...(await differences(principal, reads)));
  }
  expect([runSeed, found]).toEqual([runSeed, []]);
  // Every read of every caller, one after the other.
}, 600_000);

/** Every write about content, with the ids and names of what is private. */
const writes = ({ name: principal, sees }: SecretPrincipal): readonly Sent[] => {
  const own = ownItems.get(principal);
  const secret = world.collections.filter((each) => each.isPrivate && !sees(each));
  const items = world.items.filter(({ collection }) => secret.includes(collection));
  const requests: Sent[] = [];
  const add = (method: string, path: string, body?: object): void => {
    requests.push({ method, path, ...(body && { body }) });
  };
  for (const { id, formerSlug } of items) {
    const address = `/api/content/${id}`;
    add('PUT', address, { title: 'Changed' });
    add('PUT', address, { status: 'archived' });
    add('PUT', address, { collection: 'public-0' });
    add('DELETE', address);
    add('POST', `${address}/restore`, { version: 1 });
    add('PUT', `${address}/draft`, { title: 'Changed' });
    add('GET', `${address}/draft`);
    add('DELETE', `${address}/draft`);
    add('POST', `${address}/draft/publish`);
    add('POST', `${address}/draft/publish?merge=mine`);
    add('PUT', `${address}/schedule`, { publishAt: Date.now() + 1e8 });
    add('DELETE', `${address}/schedule`);
    add('POST', `${address}/comments`, { text: 'Seen?' });
    add('PUT', `${address}/comments/${id}`, { resolved: true });
    add('DELETE', `${address}/comments/${id}`);
    add('POST', `${address}/preview`, {});
    add('DELETE', `${address}/preview`);
    add('DELETE', `/api/redirects/${formerSlug}`);
    add('POST', `/api/trash/${id}/restore`, {});
    add('DELETE', `/api/trash/${id}`);
  }
  const ids = items.map(({ id }) => id);
  for (const { id, name } of secret) {
    for (const target of [{ collectionId: id }, { collection: name }, { collectionId: name }]) {
      add('POST', '/api/content', { ...target, title: 'New' });
      add('POST', '/api/content', { ...target, title: 'New', status: 'published' });
      if (own === undefined) continue;
      add('PUT', `/api/content/${own}`, target);
      add('PUT', `/api/content/${own}/draft`, target);
    }
    add('POST', '/api/content', { collectionId: id, collection: 'public-0', title: 'New' });
    add('DELETE', `/api/trash?collection=${name}`);
    add('PUT', `/api/collections/${name}`, { displayName: 'New' });
    add('DELETE', `/api/collections/${name}`);
    add('POST', `/api/collections/${name}/check`, { schema: { properties: {} } });
    for (const atomic of [false, true]) {
      for (const action of bulkActions) {
        const body = { action, ids, atomic, collectionId: id };
        add('POST', '/api/content/bulk', body);
        if (own !== undefined && action === 'move') {
          add('POST', '/api/content/bulk', { ...body, ids: [own] });
        }
      }
    }
  }
  if (own !== undefined) {
    const { links } = world.collections[0]!.fields;
    for (const id of ids) {
      const data = { [links]: [id], content: `[it](quoin:${id})` };
      add('PUT', `/api/content/${own}`, { data });
      add('PUT', `/api/content/${own}/draft`, { data });
      add('DELETE', `/api/content/${own}/draft`);
    }
  }
  return requests;
};

test('every write about a private collection is answered as one about an unknown one', async () => {
  const found: string[] = [];
  for (const principal of outsiders()) {
    found.push(...(await differences(principal, writes(principal))));
  }
  expect([runSeed, found]).toEqual([runSeed, []]);
});

test('no write of an outsider has changed anything', async () => {
  const { cms } = world.app;
  const admin = await cms.accounts.authenticate((await world.app.signIn('admin')).token);
  for (const { id, collection, isDeleted } of world.items) {
    if (!collection.isPrivate || isDeleted) continue;
    const revisions = await cms.history.list(admin, id, {});
    expect([id, revisions[0]?.version]).toEqual([id, 2]);
  }
});
