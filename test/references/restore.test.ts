import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

const referrersOf = async (app: TestApp, id: string): Promise<readonly string[][]> => {
  const { bearer } = await app.signIn('admin');
  const answer = await app.request(`/api/content/${id}/referrers`, { headers: bearer });
  const { data } = answer.json() as {
    readonly data: readonly { readonly title: string; readonly field: string }[];
  };
  return data.map(({ title, field }) => [title, field]);
};

test('a complete export that is imported elsewhere has the same referrers', async () => {
  await using source = await serveApp();
  const properties = {
    page: { type: 'reference', collection: 'pages' },
    text: { type: 'markdown' },
  };
  const schema = { type: 'object', properties };
  await source.cms.collections.create(operator, { name: 'links', schema });
  const create = (collection: string, title: string, data = {}) =>
    source.cms.content.create(operator, { collection, title, data });
  const page = await create('pages', 'Page');
  await create('links', 'Live', { page: page.id, text: `quoin:${page.id}` });
  const trashed = await create('links', 'Trashed', { page: page.id });
  await source.cms.content.delete(operator, trashed.id);

  await using target = await serveApp();
  const sent = await source.signIn('admin');
  const admin = await target.signIn('admin');
  const lines: { readonly type: string }[] = (
    await source.request('/api/transfer/export/complete', { headers: sent.bearer })
  ).text
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line));
  const of = (type: string) => lines.filter((line) => line.type === type);
  const post = async (path: string, json: object) => {
    const response = await target.request(path, { method: 'POST', headers: admin.bearer, json });
    expect(response.status).toBe(200);
  };
  const collections = of('collection').map(({ type: _, ...collection }) => collection);
  await post('/api/transfer/collections', { collections });
  const items = of('content').map(({ type: _, ...item }) => item);
  await post('/api/transfer/content', { items, historyFollows: true, verbatim: true });
  await post('/api/transfer/restore', { lines: of('trash') });
  expect(await referrersOf(target, page.id)).toEqual(await referrersOf(source, page.id));
  expect(await referrersOf(target, page.id)).toEqual([
    ['Live', 'text'],
    ['Live', 'page'],
  ]);
  await target.cms.trash.restore(operator, trashed.id);
  // The newest item first.
  expect((await referrersOf(target, page.id)).map(([title]) => title)).toEqual([
    'Trashed',
    'Live',
    'Live',
  ]);
});
