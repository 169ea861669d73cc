import { expect, test } from 'vitest';
import { createApp } from '../../adapters/koa/app.ts';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import {
  mayBeCached,
  operator,
  type Actor,
  type Cms,
  type KeyValueCache,
  type ReadResult,
} from '../../core/index.ts';
import {
  importMutant,
  importProgram,
  type AppMutant,
  type Program,
} from '../support/cache/app-mutants.ts';
import { altered } from '../support/core/altered.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

const secret = 'never published';

interface World extends AsyncDisposable {
  readonly app: TestApp;
  readonly id: string;
  /** Reads that show the secret, as long as their credentials are valid. */
  readonly reads: readonly Read[];
  /** What was written into the cache that instances share. */
  readonly shared: readonly string[];
}

interface Read {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the secret is shown. */
  readonly shows: boolean;
}

/** Also gets the cache that instances share. */
type Create = (
  ...args: readonly [...Parameters<typeof createApp>, KeyValueCache]
) => ReturnType<typeof createApp>;

/** An item with a secret working copy, with the cache plugin on, and everything published in the caches. */
const openWorld = async (create: Create, open?: Program['portableCms']): Promise<World> => {
  const cache = new MemoryKeyValueCache({ now: () => Date.now() });
  const shared: string[] = [];
  const sharedCache = altered<KeyValueCache>(cache, {
    set: (key, value, ttlMs) => {
      shared.push(value);
      return cache.set(key, value, ttlMs);
    },
  });
  const app = await serveApp({
    create: (core, options) => create(core, options, sharedCache),
    core: { ports: { sharedCache }, ...(open !== undefined && { open }) },
  });
  const { cms } = app;
  await cms.settings.update(operator, { publicContent: 'published' });
  await cms.plugins.configure(operator, 'cache', { active: true });
  // The item of a singleton: every read can show it.
  const schema = { type: 'object', properties: { content: { type: 'markdown' } } };
  await cms.collections.create(operator, { name: 'tide', singleton: true, schema });
  const { id } = await cms.content.create(operator, {
    collection: 'tide',
    title: 'Tides',
    status: 'published',
  });
  await cms.drafts.save(operator, id, { title: secret });
  const { bearer } = await app.signIn('editor');
  const post = async (path: string) =>
    (await app.request(path, { method: 'POST', headers: bearer })).json().data.token as string;
  const item = await post(`/api/content/${id}/preview`);
  const site = await post('/api/preview');
  const { secret: key } = await cms.apiTokens.create(operator, { name: 't', kind: 'preview' });
  const places = [
    `/api/content/${id}`,
    `/api/collections/tide/content/${id}`,
    '/api/collections/tide/content/tides',
    '/api/collections/tide/item',
    '/api/content',
    '/api/content?slug=tides',
    '/api/collections/tide/content',
    `/api/content/${id}?expand=content`,
    '/api/collections/tide/content/tides?expand=content',
    '/api/collections/tide/item?expand=content',
    '/api/content?slug=tides&expand=content',
    '/api/collections/tide/content?expand=content',
  ];
  const callers: readonly Omit<Read, 'path'>[] = [
    { headers: {}, shows: true },
    { headers: bearer, shows: true },
    { headers: { 'X-API-Key': key }, shows: true },
  ];
  const [nobody, user, token] = callers as [Read, Read, Read];
  const withParameters = (place: string, parameters: string): string =>
    `${place}${place.includes('?') ? '&' : '?'}${parameters}`;
  const reads = places.flatMap((place): readonly Read[] => [
    { ...nobody, path: withParameters(place, `preview=${item}`) },
    { ...nobody, path: withParameters(place, `preview=${site}&perspective=drafts`) },
    { ...nobody, path: withParameters(place, `preview=${site}`), shows: false },
    { ...user, path: withParameters(place, `preview=${item}`) },
    { ...user, path: withParameters(place, 'perspective=drafts') },
    { ...token, path: withParameters(place, 'perspective=drafts') },
  ]);
  for (const place of places) {
    for (const { headers } of callers)
      for (const _ of [1, 2]) await app.request(place, { headers });
  }
  return { app, id, reads, shared, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
};

/**
 * What is wrong with the responses to previews, one sentence each.
 *
 * @param wanted ends the search, when it is among them.
 */
const mistakesOf = async (
  { app, id, reads, shared }: World,
  wanted = '',
): Promise<readonly string[]> => {
  const { cms } = app;
  const mistakes = new Set<string>();
  const note = (isRight: boolean, mistake: string): void => {
    if (!isRight) mistakes.add(mistake);
  };
  const entries = async () => (await cms.plugins.getCacheStatistics(operator)).memory?.entries;
  const before = await entries();
  const all = async (title: string): Promise<void> => {
    for (const { path, headers, shows } of reads) {
      for (const more of [{}, {}, { 'If-None-Match': '*' }]) {
        const answer = await app.request(path, { headers: { ...headers, ...more } });
        note(answer.status === 200, `the status is ${answer.status}`);
        note(answer.text.includes(title) === shows, 'it does not show what is written now');
        const policy = answer.headers.get('cache-control');
        note(policy === 'private, no-store', `Cache-Control is ${policy}`);
        note(answer.headers.get('etag') === null, 'it has an ETag');
        note(answer.headers.get('x-cache-status') === 'MISS', 'it comes from a cache');
        note(answer.headers.get('x-cache-ttl') === '0', 'it is in a cache');
      }
      if (mistakes.has(wanted)) return;
    }
  };
  for (const _ of [1, 2]) {
    await all(secret);
    if (mistakes.has(wanted)) return [wanted];
  }
  note((await entries()) === before, 'it entered a cache');
  note(shared.length > 0, 'nothing is in the shared cache');
  note(!shared.some((value) => value.includes(secret)), 'it entered the shared cache');
  // A write of the copy is no write of the item, so no tag of a page changes.
  await cms.drafts.save(operator, id, { title: `${secret}, revised` });
  await all('revised');
  if (mistakes.has(wanted)) return [wanted];
  for (const { path } of reads) {
    const plain = path.replace(/[?&](?:preview|perspective).*/, '');
    await app.request(plain);
    const answer = await app.request(plain);
    note(answer.text.includes('Tides'), 'a plain read does not show the item');
    note(!answer.text.includes(secret), 'a plain read shows the secret');
    const isCached = answer.headers.get('x-cache-status') === 'HIT' || plain.includes('expand');
    note(isCached, 'a plain read comes from no cache');
  }
  // Everything is revoked. The same requests must not get the same answers.
  const { userId } = await app.signIn('editor');
  await cms.users.update(operator, userId, { isActive: false });
  for (const { id: tokenId } of (await cms.apiTokens.list(operator)).map(({ token }) => token)) {
    await cms.apiTokens.revoke(operator, tokenId);
  }
  for (const { path, headers } of reads) {
    const { status, text } = await app.request(path, { headers });
    note(status === 401 && !text.includes(secret), 'it is shown after everything was revoked');
  }
  return [...mistakes].toSorted();
};

test('no response in a perspective or with a token comes from a cache, or enters one', async () => {
  await using world = await openWorld(createApp);
  expect(world.reads).toHaveLength(72);
  expect(await mistakesOf(world)).toEqual([]);
});

const inAnswers = { file: 'answers/content-answers.ts' } as const;

const mutants: readonly (AppMutant & { readonly mistake: string })[] = [
  {
    file: 'answer/read-facts.ts',
    name: 'lets clients store the response',
    from: `'Cache-Control': 'private, no-store'`,
    to: `'Cache-Control': 'private, no-cache'`,
    mistake: 'Cache-Control is private, no-cache',
  },
  {
    ...inAnswers,
    name: 'sets no policy of its own',
    from: 'headers: { ...others, ...neverCached }',
    to: 'headers: others',
    mistake: 'Cache-Control is no-cache',
  },
  {
    ...inAnswers,
    name: 'leaves the tag',
    from: `headers: { ...others,`,
    to: `headers: { ...headers,`,
    mistake: 'it has an ETag',
  },
  {
    ...inAnswers,
    name: 'answers reads with a token like others',
    from: 'mayBeCached(request)',
    to: `(request.perspective !== 'drafts')`,
    mistake: 'it does not show what is written now',
  },
  {
    ...inAnswers,
    name: 'ignores the perspective',
    from: 'mayBeCached(request)',
    to: '(request.preview === undefined)',
    mistake: 'it does not show what is written now',
  },
  {
    file: 'answer-cache/request-key.ts',
    name: 'repeats the answer to another query',
    from: 'prefer, url]',
    to: `prefer, url.split('?')[0]]`,
    mistake: 'it comes from a cache',
  },
];

test.each(mutants)('an application that $name is detected', async ({ mistake, ...mutant }) => {
  await using world = await openWorld(await importMutant(mutant));
  expect(await mistakesOf(world, mistake)).toContain(mistake);
});

/** A core whose previews claim to be reusable in the present state of the store. */
const reusable = (cms: Cms): Cms => {
  const claim = async <R extends ReadResult<unknown>>(read: Promise<R>): Promise<R> => {
    const result = await read;
    const snapshot = await cms.cache.snapshot();
    return snapshot === undefined
      ? result
      : { ...result, reusable: { snapshot, lifetimeMs: 60_000 } };
  };
  const { readItem, readPage } = cms.content;
  return altered(cms, {
    content: altered(cms.content, {
      readItem: (...args) => claim(readItem(...args)),
      readPage: (...args) => claim(readPage(...args)),
    }),
  });
};

/** A core whose previews of lists come from the cache of pages. */
const paged = (cms: Cms): Cms =>
  altered(cms, {
    content: altered(cms.content, {
      readPage: (actor, { perspective: _, preview: __, ...command }) =>
        cms.content.readPage(actor, command),
    }),
  });

/** A core that puts the pages of previews into the cache that instances share. */
const shared = (cms: Cms, cache: KeyValueCache): Cms => {
  const { readPage } = cms.content;
  return altered(cms, {
    content: altered(cms.content, {
      readPage: async (actor, command) => {
        const result = await readPage(actor, command);
        const { value: listing } = result;
        if ('items' in listing && !mayBeCached(command))
          await cache.set('page', JSON.stringify(listing.items), 60_000);
        return result;
      },
    }),
  });
};

/** Who was found with a secret is found again, and no read confirms it. */
const remembering = (find: (secret: string) => Promise<Actor>) => {
  const known = new Map<string, Promise<Actor>>();
  return (secret: string): Promise<never> => {
    const found = known.get(secret) ?? find(secret);
    known.set(secret, found);
    return found.then((actor) => ({ ...actor, stamp: undefined }) as never);
  };
};

/** A core that remembers who has a session or an API token. */
const trusting = (cms: Cms): Cms =>
  altered(cms, {
    accounts: altered(cms.accounts, { authenticate: remembering(cms.accounts.authenticate) }),
    apiTokens: altered(cms.apiTokens, { authenticate: remembering(cms.apiTokens.authenticate) }),
  });

test.each([
  ['are reusable', reusable, 'it is in a cache'],
  ['come from the cache of pages', paged, 'it comes from a cache'],
  ['enter the cache of all instances', shared, 'it entered the shared cache'],
  ['are for callers whom it remembers', trusting, 'it is shown after everything was revoked'],
] as const)('a core whose previews %s is detected', async (_, plant, mistake) => {
  await using world = await openWorld((cms, options, cache) =>
    createApp(plant(cms, cache), options),
  );
  expect(await mistakesOf(world, mistake)).toContain(mistake);
});

/** Faults in the core. */
const coreMutants: readonly (AppMutant & { readonly mistake: string })[] = [
  {
    name: 'lets reads in the perspective of drafts be cached',
    file: 'core/access/perspective.ts',
    from: `perspective !== 'drafts' && preview === undefined`,
    to: 'preview === undefined',
    mistake: 'it does not show what is written now',
  },
  {
    name: 'lets reads with a token be cached',
    file: 'core/access/perspective.ts',
    from: `perspective !== 'drafts' && preview === undefined`,
    to: `perspective !== 'drafts'`,
    mistake: 'Cache-Control is no-cache',
  },
  {
    name: 'says that every read can be reused',
    file: 'core/content/read-on-basis.ts',
    from: `mayBeCached(request)
      ? reuseLifetimeMs([actor, caller], site.settings, dependencies.clock.now())
      : undefined`,
    to: 'reuseLifetimeMs([actor, caller], site.settings, dependencies.clock.now())',
    mistake: 'it is in a cache',
  },
  {
    name: 'shows an item as it is published',
    file: 'core/content/item-reader.ts',
    from: 'contentsOf(decided).getById(id, view, basis)',
    to: `decided.repositories.contents.getById(id, { ...view, shown: 'published' }, basis)`,
    mistake: 'it does not show what is written now',
  },
  {
    name: 'shows an item of a collection as it is published',
    file: 'core/content/item-reader.ts',
    from: 'byId = await contents.getById(id, view, basis)',
    to: `byId = await contents.getById(id, { ...view, shown: 'published' }, basis)`,
    mistake: 'it does not show what is written now',
  },
  {
    name: 'shows lists as they are published',
    file: 'core/content/list-reader.ts',
    from: 'contentsOf(decided).list(query, decided.view, decided.basis)',
    to: `decided.repositories.contents.list(query, { ...decided.view, shown: 'published' }, decided.basis)`,
    mistake: 'it does not show what is written now',
  },
  {
    name: 'reads lists of working copies from the cache of pages',
    file: 'core/content/list-reader.ts',
    from: 'const read = await contentsOf(decided).list(query, decided.view, decided.basis);',
    to: `const known = (storedPages.known ??= new Map());
  const key = JSON.stringify([query, decided.view, decided.basis.site]);
  if (decided.view.shown === 'published' || !known.has(key)) {
    known.set(key, await contentsOf(decided).list(query, decided.view, decided.basis));
  }
  const read = known.get(key);`,
    mistake: 'it does not show what is written now',
  },
  {
    name: 'remembers who has a token',
    file: 'core/access/perspective.ts',
    from: 'const bearer = await authenticatePreview(dependencies, preview);',
    to: `const known = (authenticatePreview.known ??= new Map());
  const bearer = known.get(preview) ?? (await authenticatePreview(dependencies, preview));
  known.set(preview, bearer);`,
    mistake: 'it is shown after everything was revoked',
  },
];

test.each(coreMutants)('a core that $name is detected', async ({ mistake, ...mutant }) => {
  const { createApp: create, portableCms } = await importProgram(mutant);
  await using world = await openWorld(create, portableCms);
  expect(await mistakesOf(world, mistake)).toContain(mistake);
});
