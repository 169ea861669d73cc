import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator, type UserActor } from '../../core/index.ts';
import { sampleMedia } from '../conformance/samples.ts';
import { changeSomething } from '../support/feed/random-changes.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { randomRuns, runSeed, seededRandom } from '../support/seeded-random.ts';

let app: TestApp;
beforeAll(async () => {
  app = await serveApp();
});
afterAll(() => app[Symbol.asyncDispose]());

interface CachedAnswer {
  readonly text: string;
  readonly tags: readonly string[];
  readonly movedTo: string | undefined;
}

/** The text of a list without items. */
const nothing = JSON.stringify([{ data: [] }, undefined]);

interface Moved {
  readonly movedTo?: string;
}

/** What a cache would store: errors are not cached. */
const read = async (path: string): Promise<CachedAnswer | undefined> => {
  const response = await app.request(path);
  const { status, headers } = response;
  if (status !== 200) return undefined;
  // `meta` differs for each answer of a list.
  const { meta, ...shown } = (await response.json()) as Moved & { readonly meta?: Moved };
  const movedTo = meta?.movedTo ?? shown.movedTo;
  const text = JSON.stringify([shown, movedTo]);
  return { text, tags: (headers.get('X-Quoin-Tags') ?? '').split(' '), movedTo };
};

test(`every answer that a change makes outdated has one of its tags (seed ${runSeed})`, async () => {
  const random = seededRandom(runSeed);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const { userId, sessionId } = await app.signIn('admin');
  const admin: UserActor = { kind: 'user', userId, sessionId, role: 'admin', grants: [] };
  const collections = await app.cms.collections.list(operator);
  const properties = {
    friend: { type: 'reference', collection: 'pages' },
    photo: { type: 'media' },
  };
  for (const { name } of collections) {
    await app.cms.collections.update(operator, name, { schema: { type: 'object', properties } });
  }
  const { media } = app.ports.store.repositories;
  const files = [1, 2, 3].map((n) => sampleMedia(n));
  for (const file of files) await media.insert(file);
  const scene = { cms: app.cms, admin, collections, random };
  const ids = new Set<string>();
  const seen = async (): Promise<readonly string[]> => {
    const { value } = await app.cms.content.readPage(operator, {
      of: { list: { limit: 1_000 } },
      client: 'test',
    });
    if (value.kind === 'items') for (const { id } of value.items) ids.add(id);
    return [...ids].slice(-15);
  };
  const paths = async (): Promise<readonly string[]> => [
    ...(await seen()).flatMap((id) => [
      `/api/content/${id}`,
      `/api/content/${id}?expand=friend,photo`,
    ]),
    ...[
      '',
      '?limit=3',
      '?limit=3&offset=2',
      '?slug=a',
      '?collection=pages',
      '?expand=friend.photo',
    ].map((query) => `/api/content${query}`),
    ...collections.flatMap(({ name }) => [
      `/api/collections/${name}/content?limit=3&expand=friend,photo`,
      `/api/collections/${name}/query?sort=title&limit=3&expand=photo`,
      ...['a', 'b', 'c', 'd'].flatMap((slug) => [
        `/api/collections/${name}/content/${slug}`,
        `/api/collections/${name}/content?slug=${slug}`,
      ]),
    ]),
    '/api/search?q=title&limit=5',
  ];
  /** Items may be in the trash, and slugs taken: then nothing changes. */
  const update = async (fields: object): Promise<void> => {
    await app.cms.content.update(admin, pick(await seen()), fields).catch(() => undefined);
  };
  const change = async (): Promise<void> => {
    const kind = random();
    if (kind < 0.4) return changeSomething(scene);
    if (kind < 0.5) {
      const { id } = pick(files);
      await app.cms.media.update(admin, id, { alt: `Alt ${random()}` });
      return;
    }
    if (kind < 0.65) return update({ status: pick(['draft', 'published', 'published']) });
    if (kind < 0.8) return update({ slug: pick(['a', 'b', 'c']), status: 'published' });
    const photo = pick([...files.map(({ id }) => id), userId]);
    return update({ data: { friend: pick([...ids, userId]), photo } });
  };
  for (let n = 0; n < 10; n += 1) await changeSomething(scene);

  let outdated = 0;
  for (let n = 0; n < randomRuns(120); n += 1) {
    const asked = await paths();
    const before = new Map(
      await Promise.all(asked.map(async (path) => [path, await read(path)] as const)),
    );
    const { cursor: after } = await app.cms.changes.read({ kind: 'anonymous' }, {});
    await change();
    const { changes } = await app.cms.changes.read({ kind: 'anonymous' }, { after });
    const tags = new Set(changes.flatMap((each) => each.tags));
    for (const [path, old] of before) {
      const now = await read(path);
      if (old === undefined || old.text === now?.text) continue;
      // An item that the reader does not see has taken a former slug, which leads nowhere now.
      const leadsNowhere = now === undefined || now.text === nothing;
      if (changes.length === 0 && old.movedTo !== undefined && leadsNowhere) continue;
      outdated += 1;
      expect(
        old.tags.some((tag) => tags.has(tag)),
        `${path}: ${old.tags.join()} and ${[...tags].join()}`,
      ).toBe(true);
    }
  }
  expect(outdated).toBeGreaterThan(20);
}, 120_000);
