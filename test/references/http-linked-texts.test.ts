import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { JsonObject } from '../../core/vocabulary.ts';
import { sampleMedia } from '../conformance/samples.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { keyOf, urlOf } from '../support/references/reference-world.ts';

const unknownId = '01a1faed-e8cb-76b2-acde-cacaf0a15fcc';

const fields = {
  body: { type: 'markdown' },
  html: { type: 'richtext' },
  notes: { type: 'array', items: { type: 'markdown' } },
  seo: { type: 'object', properties: { text: { type: 'richtext' } } },
  sections: {
    type: 'blocks',
    blocks: {
      text: {
        properties: {
          body: { type: 'markdown' },
          rows: {
            type: 'array',
            items: { type: 'object', properties: { cell: { type: 'markdown' } } },
          },
        },
      },
    },
  },
};

let app: TestApp;
let titles = 0;

beforeEach(async () => {
  app = await serveApp();
  for (const name of ['articles', 'pages2', 'closed']) {
    const schema = { type: 'object', properties: fields };
    await app.cms.collections.create(operator, { name, schema });
  }
});
afterEach(() => app[Symbol.asyncDispose]());

type Headers = Readonly<Record<string, string>>;

const create = async (data: JsonObject = {}, members: object = {}) => {
  titles += 1;
  const status = 'published' as const;
  const item = { collection: 'articles', title: `Text ${titles}`, status, data };
  return app.cms.content.create(operator, { ...item, ...members });
};
const linking = (id: string): JsonObject => ({ body: `[it](quoin:${id})` });

const get = async (path: string, headers: Headers = {}) => {
  const response = await app.request(path, { headers });
  return { status: response.status, headers: response.headers, body: response.json() };
};
/** The items and the fields that a list of references names. */
const placesIn = (body: {
  readonly data: readonly { readonly id: string; readonly field: string }[];
}) => body.data.map(({ id, field }) => [id, field]);
const includedIn = async (path: string, headers?: Headers): Promise<readonly string[]> =>
  Object.keys((await get(path, headers)).body.included);

describe('expand of a text includes the items that its links name', () => {
  test('in Markdown and rich text, also in lists, objects and blocks, and data stays', async () => {
    const { id } = await create();
    const markdown = `[a](quoin:${id} "t") [b][c] <quoin:${id}#part>\n\n[c]: quoin:${unknownId}`;
    const html = `<p><a href="quoin:${id}">it</a></p>`;
    const data: JsonObject = {
      body: markdown,
      html,
      notes: ['none', markdown],
      seo: { text: html },
      sections: [
        { type: 'text', id: 'a', body: 'none' },
        { type: 'text', id: 'b', body: markdown, rows: [{ cell: markdown }] },
      ],
    };
    const from = await create(data);
    const paths = ['body', 'html', 'notes', 'seo.text', 'sections.body', 'sections.rows.cell'];
    for (const path of paths) {
      const { body } = await get(`/api/content/${from.id}?expand=${path}`);
      expect([Object.keys(body.included), body.data.data], path).toEqual([[id], data]);
      expect(body.included[id]).toEqual((await get(`/api/content/${id}`)).body.data);
    }
    const none = await create({ body: 'none', notes: [markdown] });
    expect(await includedIn(`/api/content/${none.id}?expand=body`)).toEqual([]);
  });

  test('also what is named in code of Markdown, which is no use of the item', async () => {
    const { bearer } = await app.signIn('viewer');
    const { id } = await create();
    const from = await create({ body: `\`[a](quoin:${id})\`` });
    expect(await includedIn(`/api/content/${from.id}?expand=body`)).toEqual([id]);
    expect((await get(`/api/content/${id}/referrers`, bearer)).body.data).toEqual([]);
  });

  test('in every read that has expand', async () => {
    const { id } = await create();
    const from = await create(linking(id));
    await app.cms.collections.create(operator, {
      name: 'home',
      singleton: true,
      schema: { type: 'object', properties: fields },
    });
    await create(linking(id), { collection: 'home' });
    for (const path of [
      `/api/content/${from.id}?`,
      `/api/collections/articles/content/${from.slug}?`,
      '/api/collections/home/item?',
      '/api/content?',
      '/api/collections/articles/content?',
      '/api/collections/articles/query?',
      `/api/search?q=${encodeURIComponent(from.title)}&`,
    ]) {
      expect(await includedIn(`${path}expand=body`), path).toEqual([id]);
    }
  });

  test('up to the second level', async () => {
    const third = await create();
    const second = await create({ html: `<a href="quoin:${third.id}">c</a>` });
    const first = await create(linking(second.id));
    const from = await create(linking(first.id));
    const included = (expand: string) => includedIn(`/api/content/${from.id}?expand=${expand}`);
    expect(await included('body')).toEqual([first.id]);
    expect(await included('body.body')).toEqual([first.id, second.id].toSorted());
    expect((await get(`/api/content/${from.id}?expand=body.body.html`)).status).toBe(400);
  });

  test('only those that the caller may see', async () => {
    const shown = await create();
    const draft = await create({}, { status: 'draft' });
    const elsewhere = await create({}, { collection: 'pages2' });
    const secret = await create({}, { collection: 'closed' });
    const gone = await create();
    await app.cms.content.delete(operator, gone.id);
    const all = [shown, draft, elsewhere, secret, gone];
    const from = await create({ body: all.map(({ id }) => `[a](quoin:${id})`).join(' ') });
    await app.cms.settings.update(operator, { publicContent: 'published' });
    await app.cms.collections.update(operator, 'closed', { access: 'private' });
    const seen = async (headers?: Headers) => {
      const ids = await includedIn(`/api/content/${from.id}?expand=body`, headers);
      expect(await includedIn('/api/collections/articles/query?expand=body', headers)).toEqual(ids);
      return all.flatMap(({ id, title }) => (ids.includes(id) ? [title] : []));
    };
    const token = async (...collections: string[]) => ({
      'X-API-Key': (await app.cms.apiTokens.create(operator, { name: 'x', collections })).secret,
    });
    const titlesOf = (...items: readonly { readonly title: string }[]) =>
      items.map(({ title }) => title);
    expect(await seen()).toEqual(titlesOf(shown, elsewhere));
    expect(await seen(await token('articles'))).toEqual(titlesOf(shown));
    expect(await seen(await token('articles', 'closed'))).toEqual(titlesOf(shown, secret));
    const { bearer } = await app.signIn('viewer');
    expect(await seen(bearer)).toEqual(titlesOf(shown, draft, elsewhere));
    const { bearer: editor } = await app.signIn('editor');
    expect(await seen(editor)).toEqual(titlesOf(shown, draft, elsewhere, secret));
    await app.cms.collections.update(operator, 'pages2', { isActive: false });
    expect(await seen()).toEqual(titlesOf(shown));
  });

  test('as a preview shows them, with the files of the working copy', async () => {
    const file = sampleMedia(1, { key: keyOf(1), kind: 'image', mimeType: 'image/png' });
    await app.ports.store.repositories.media.insert(file);
    const target = await create();
    await app.cms.drafts.save(operator, target.id, { title: 'Rewritten' });
    const from = await create({ body: 'none' });
    const copy = { body: `[a](quoin:${target.id}) ![](${urlOf(1)})` };
    await app.cms.drafts.save(operator, from.id, { data: copy });
    const { token, bearer } = await app.signIn('viewer');
    const viewer = await app.cms.accounts.authenticate(token);
    const item = (await app.cms.previews.createForItem(viewer, from.id)).secret;
    const site = (await app.cms.previews.createForSite(viewer)).secret;
    const read = async (query: string, headers?: Headers) => {
      const path = `/api/content/${from.id}?expand=body&${query}`;
      const { included, includedMedia } = (await get(path, headers)).body;
      return [included[target.id]?.title, Object.keys(includedMedia)];
    };
    expect(await read('')).toEqual([undefined, []]);
    expect(await read(`preview=${item}`)).toEqual([target.title, [file.id]]);
    expect(await read(`preview=${site}&perspective=drafts`)).toEqual(['Rewritten', [file.id]]);
    expect(await read('perspective=drafts', bearer)).toEqual(['Rewritten', [file.id]]);
  });

  test('at most 200, and the answer says so', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 201; n += 1) ids.push((await create()).id);
    const links = (some: readonly string[]) => some.map((id) => `[a](quoin:${id})`).join('\n');
    const from = await create({ notes: [links(ids.slice(0, 100)), links(ids.slice(100, 200))] });
    const read = async () => {
      const { included, truncated } = (await get(`/api/content/${from.id}?expand=notes`)).body;
      return [Object.keys(included).length, truncated];
    };
    expect(await read()).toEqual([200, undefined]);
    await app.cms.content.update(operator, from.id, { data: { notes: [links(ids)] } });
    expect(await read()).toEqual([200, true]);
  });

  test.each([true, false])(
    'never stale, with the tags of what it shows, cache %o',
    async (active) => {
      await app.cms.plugins.configure(operator, 'cache', { active });
      const target = await create();
      const missing = await create({}, { status: 'draft' });
      await app.cms.settings.update(operator, { publicContent: 'published' });
      const from = await create({ body: `[a](quoin:${target.id}) [b](quoin:${missing.id})` });
      const path = `/api/content/${from.id}?expand=body`;
      const read = async () => {
        const { headers, body } = await get(path);
        return { tags: headers.get('X-Quoin-Tags')!.split(' '), etag: headers.get('ETag'), body };
      };
      const before = await read();
      expect(before.tags).toEqual(expect.arrayContaining([`item:${target.id}`, 'list']));
      await app.cms.content.update(operator, target.id, { slug: 'renamed' });
      const after = await read();
      expect(after.body.included[target.id].slug).toBe('renamed');
      expect(after.body.data).toEqual(before.body.data);
      expect(after.etag).not.toBe(before.etag);
      await app.cms.content.update(operator, missing.id, { status: 'published' });
      const complete = await read();
      expect(Object.keys(complete.body.included)).toContain(missing.id);
      expect(complete.tags).toContain(`item:${missing.id}`);
      expect(complete.tags).not.toContain('list');
    },
  );
});

describe('a link in a text', () => {
  const places: readonly (readonly [string, (link: string) => JsonObject])[] = [
    ['body', (link) => ({ body: `[it](${link})` })],
    ['html', (link) => ({ html: `<a href="${link}">it</a>` })],
    ['notes', (link) => ({ notes: ['', `<${link}>`] })],
    ['seo.text', (link) => ({ seo: { text: `<a href='${link}'>it</a>` } })],
    [
      'sections.body',
      (link) => ({ sections: [{ type: 'text', id: 'a', body: `[a][b]\n\n[b]: ${link}` }] }),
    ],
  ];

  test.each(places)(
    'in %s is known where its target is used, and when that changes',
    async (field, data) => {
      const { bearer } = await app.signIn('editor');
      const read = async (path: string) => placesIn((await get(path, bearer)).body);
      const problems = async () =>
        Promise.all(
          ['broken', 'unpublished'].map((problem) =>
            read(`/api/health/content?problem=${problem}`),
          ),
        );
      const target = await create();
      const from = await create(data(`quoin:${target.id}`));
      const place = [[from.id, field]];
      const used = () => read(`/api/content/${target.id}/referrers`);
      expect([await used(), await problems()]).toEqual([place, [[], []]]);
      // Another slug and another collection: the link names the item.
      const stored = (await get(`/api/content/${from.id}`)).body.data;
      await app.cms.content.update(operator, target.id, { slug: 'renamed', collection: 'pages2' });
      expect([await used(), await problems()]).toEqual([place, [[], []]]);
      const { body } = await get(`/api/content/${from.id}?expand=${field}`);
      expect([body.data, body.included[target.id].slug]).toEqual([stored, 'renamed']);
      await app.cms.content.update(operator, target.id, { status: 'draft' });
      expect([await used(), await problems()]).toEqual([place, [[], place]]);
      // Links in texts prevent no deletion.
      const path = `/api/content/${target.id}`;
      const deleted = await app.request(path, { method: 'DELETE', headers: bearer });
      expect([deleted.status, await problems()]).toEqual([200, [place, []]]);
      expect((await get(`/api/content/${from.id}?expand=${field}`)).body.included).toEqual({});
      await app.cms.trash.restore(operator, target.id);
      expect([await used(), (await problems())[0]]).toEqual([place, []]);
    },
  );

  test('is not among what a refused deletion names, which a text does not prevent', async () => {
    const { bearer } = await app.signIn('editor');
    const guard = { type: 'reference', collection: 'articles', onDelete: 'refuse' };
    const schema = { type: 'object', properties: { guard, body: fields.body } };
    await app.cms.collections.create(operator, { name: 'guards', schema });
    const target = await create();
    const text = await create(linking(target.id));
    const both = await create(
      { ...linking(target.id), guard: target.id },
      { collection: 'guards' },
    );
    const path = `/api/content/${target.id}`;
    const refused = await app.request(path, { method: 'DELETE', headers: bearer });
    expect(refused.status).toBe(409);
    expect(refused.json().referrers).toMatchObject([{ id: both.id, field: 'guard' }]);
    expect(refused.json().referrers).toHaveLength(1);
    expect(placesIn((await get(`${path}/referrers`, bearer)).body)).toEqual([
      [both.id, 'guard'],
      [both.id, 'body'],
      [text.id, 'body'],
    ]);
  });
});
