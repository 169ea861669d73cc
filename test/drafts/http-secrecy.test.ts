import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

const secret = 'never-published';

interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

const callersOf = async (app: TestApp): Promise<readonly Caller[]> => {
  const { secret: value } = await app.cms.apiTokens.create(operator, { name: 'Site' });
  const users = await Promise.all(
    (['viewer', 'author', 'editor', 'admin'] as const).map(async (role) => ({
      name: role,
      headers: (await app.signIn(role)).bearer,
    })),
  );
  return [
    { name: 'anonymous', headers: {} },
    { name: 'token', headers: { 'X-API-Key': value } },
    ...users,
  ];
};

/** Every read of content that is not about working copies. */
const reads = (id: string): readonly string[] => [
  '/api/content',
  `/api/content?slug=tides`,
  `/api/content?slug=${secret}`,
  `/api/content?collection=blog-posts&status=published`,
  `/api/content/${id}`,
  `/api/content/${id}/info`,
  `/api/content/${id}/revisions`,
  `/api/content/${id}/revisions/1`,
  '/api/content/summaries',
  '/api/content/summaries?author=me',
  '/api/content/find?title=tides',
  `/api/content/find?title=${secret}`,
  '/api/content/counts',
  `/api/content/check-slug?slug=${secret}`,
  '/api/collections/blog-posts/content',
  '/api/collections/pages/content',
  '/api/collections/blog-posts/content/tides',
  `/api/collections/blog-posts/content/${secret}`,
  `/api/collections/pages/content/${id}`,
];

const changing = /"(?:timestamp|timing|cache)":(?:"[^"]*"|\{[^}]*\})/g;

/** What each caller gets from each read: everything except times and facts about caches. */
const receivedBy = async (app: TestApp, callers: readonly Caller[], id: string) => {
  const received = new Map<string, string>();
  for (const { name, headers } of callers) {
    for (const path of reads(id)) {
      // The second response can come from a cache.
      for (const turn of [1, 2]) {
        const answer = await app.request(path, { headers });
        const text = answer.text.replace(changing, '');
        const parts = [answer.status, answer.headers.get('etag'), text];
        received.set(`${name} ${path} ${turn}`, JSON.stringify(parts));
      }
    }
  }
  return received;
};

test.each(['published', 'all'] as const)(
  'with publicContent %s, no response but those about working copies shows or depends on one',
  async (publicContent) => {
    await using app = await serveApp();
    await app.cms.settings.update(operator, { publicContent });
    await app.cms.plugins.configure(operator, 'cache', { active: true });
    const callers = await callersOf(app);
    const [posts, pages] = await app.cms.collections.list(operator);
    const { id } = await app.cms.content.create(operator, {
      collectionId: posts?.id,
      title: 'Tides',
      status: 'published',
      data: { excerpt: 'Short' },
    });
    const before = await receivedBy(app, callers, id);
    expect(before.get(`anonymous /api/content/${id} 1`)).toMatch(/^\[200,"\\"1-/);
    const draft = `/api/content/${id}/draft`;
    const { bearer } = await app.signIn('editor');
    const save = await app.request(draft, {
      method: 'PUT',
      headers: bearer,
      json: {
        title: secret,
        slug: secret,
        collectionId: pages?.id,
        data: { excerpt: secret, [secret]: true },
      },
    });
    expect(save.status).toBe(200);
    expect(await receivedBy(app, callers, id)).toEqual(before);
    for (const { name, headers } of callers.slice(0, 4)) {
      for (const path of [draft, '/api/drafts']) {
        const { text } = await app.request(path, { headers });
        expect([name, path, text.includes(secret)]).toEqual([name, path, false]);
      }
    }
    expect((await app.request(draft, { headers: bearer })).text).toContain(secret);
    expect((await app.request(draft, { method: 'DELETE', headers: bearer })).status).toBe(200);
    expect(await receivedBy(app, callers, id)).toEqual(before);
  },
);
