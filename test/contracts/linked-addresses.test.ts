import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createClient,
  type AddressOptions,
  type Client,
  type ContentItemDto,
  type Reference,
} from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import type { JsonObject } from '../../core/vocabulary.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

const fields = {
  body: { type: 'markdown' },
  html: { type: 'richtext' },
  note: { type: 'string' },
  lang: { type: 'string' },
  related: { type: 'reference', collection: 'articles' },
  sections: { type: 'blocks', blocks: { text: { properties: { body: { type: 'markdown' } } } } },
};

let app: TestApp;
/** The paths of the requests. */
let asked: string[];
let titles = 0;

beforeEach(async () => {
  app = await serveApp();
  asked = [];
  for (const name of ['articles', 'people']) {
    const schema = { type: 'object', properties: fields };
    await app.cms.collections.create(operator, { name, schema });
  }
});
afterEach(() => app[Symbol.asyncDispose]());

const create = async (data: JsonObject = {}, members: object = {}) => {
  titles += 1;
  const status = 'published' as const;
  const item = { collection: 'articles', title: `Text ${titles}`, status, data };
  return app.cms.content.create(operator, { ...item, ...members });
};
const link = (...ids: readonly string[]): string => ids.map((id) => `[a](quoin:${id})`).join(' ');
const shown = (...addresses: readonly string[]): string =>
  addresses.map((address) => `[a](${address})`).join(' ');

const clientWith = (options: AddressOptions = {}, headers: object = {}): Client =>
  createClient({
    baseUrl: app.url,
    fetch: (url, request) => {
      asked.push(new URL(url).pathname);
      const init = { ...request, headers: { ...(request?.headers as object), ...headers } };
      return fetch(url, init as RequestInit);
    },
    ...options,
  });

const addresses = { articles: '/blog/{slug}', people: '/people/{id}/{data.lang}' };

describe('with addresses, the links of what a read expands', () => {
  test('lead to the pages of their items, in every read', async () => {
    const person = await create({ lang: 'en' }, { collection: 'people' });
    const target = await create({}, { slug: 'tides' });
    const from = await create({ body: link(target.id, person.id) });
    const schema = { type: 'object', properties: fields };
    await app.cms.collections.create(operator, { name: 'home', singleton: true, schema });
    await create({ body: link(target.id, person.id) }, { collection: 'home' });
    const client = clientWith({ addresses });
    const [query, params] = [{ expand: 'body' }, { name: 'articles' }];
    const texts = [
      (await client.getContent({ params: { id: from.id }, query })).body.data,
      (await client.listContent({ query: { ...query, collection: 'articles', limit: 1 } })).body
        .data[0],
      (await client.getCollectionContent({ params: { ...params, idOrSlug: from.slug }, query }))
        .body.data,
      (await client.listCollectionContent({ params, query })).body.data[0],
      (await client.queryContent({ params, query })).body.data[0],
      (await client.getSingleton({ params: { name: 'home' }, query })).body.data,
      (await client.search({ query: { ...query, q: from.title } })).body.data[0]?.item,
    ].map((item) => item?.data?.['body']);
    const expected = shown('/blog/tides', `/people/${person.id}/en`);
    expect(texts).toEqual(Array.from({ length: 7 }, () => expected));
    // The names of collections are asked for once.
    expect(asked.filter((path) => path === '/api/collections')).toHaveLength(1);
  });

  test('stay as they are stored in other fields, other reads and other clients', async () => {
    const target = await create();
    const data = { body: link(target.id), html: link(target.id), note: link(target.id) };
    const { id } = await create(data);
    const read = async (client: Client, query: object) =>
      (await client.getContent({ params: { id }, query })).body.data.data;
    expect(await read(clientWith(), { expand: 'body,html' })).toEqual(data);
    expect(await read(clientWith({ addresses }), {})).toEqual(data);
    expect(await read(clientWith({ addresses }), { expand: 'html' })).toEqual({
      ...data,
      html: shown(`/blog/${target.slug}`),
    });
  });

  test('are written in blocks, and in included items as far as they are expanded', async () => {
    const target = await create({}, { slug: 'tides' });
    const both = { body: link(target.id), html: link(target.id) };
    const [related, other] = [await create(both), await create(both)];
    const block = { type: 'text', id: 'a' };
    const from = await create({
      related: related.id,
      body: link(other.id),
      sections: [{ ...block, body: link(target.id) }],
    });
    const { body } = await clientWith({ addresses }).getContent({
      params: { id: from.id },
      query: { expand: 'related.html, sections.body,body' },
    });
    expect(body.data.data).toEqual({
      related: related.id,
      body: shown(`/blog/${other.slug}`),
      sections: [{ ...block, body: shown('/blog/tides') }],
    });
    expect(body.included?.[related.id]?.data).toEqual({ ...both, html: shown('/blog/tides') });
    expect(body.included?.[other.id]?.data).toEqual(both);
  });

  test('have the new address after the item has another slug', async () => {
    const target = await create({}, { slug: 'tides' });
    const { id } = await create({ body: link(target.id) });
    const client = clientWith({ addresses });
    const read = async () =>
      (await client.getContent({ params: { id }, query: { expand: 'body' } })).body.data.data;
    expect(await read()).toEqual({ body: shown('/blog/tides') });
    await app.cms.content.update(operator, target.id, { slug: 'tidal-pools' });
    expect(await read()).toEqual({ body: shown('/blog/tidal-pools') });
  });

  test('lead to the fallback without a page for the item', async () => {
    const draft = await create({}, { status: 'draft' });
    const person = await create({}, { collection: 'people' });
    const dots = await create({ lang: '..' }, { collection: 'people' });
    const page = await create({}, { collection: 'pages' });
    const gone = await create();
    await app.cms.content.delete(operator, gone.id);
    const all = [draft, person, dots, page, gone];
    const { id } = await create({ body: `${link(...all.map((each) => each.id))} [b](quoin:x)` });
    const read = async (client: Client, query: object = {}) => {
      const request = { params: { id }, query: { expand: 'body', ...query } };
      return (await client.getContent(request)).body.data.data['body'];
    };
    const client = clientWith({ addresses });
    expect(await read(client)).toBe(`${shown('#', '#', '#', '#', '#')} [b](#)`);
    const fallbackAddress = '/gone';
    expect(await read(clientWith({ addresses, fallbackAddress }))).toBe(
      `${shown('/gone', '/gone', '/gone', '/gone', '/gone')} [b](/gone)`,
    );
    const { bearer } = await app.signIn('viewer');
    const drafts = clientWith({ addresses }, bearer);
    expect(await read(drafts, { perspective: 'drafts' })).toBe(
      `${shown(`/blog/${draft.slug}`, '#', '#', '#', '#')} [b](#)`,
    );
    expect(await read(drafts)).toBe(await read(client));
  });

  test('cannot leave their place in a template, whatever their values are', async () => {
    const values = ['a/../b', 'a?b#c', ' (é)"', '%2e&amp;', '//evil.example', 'a\\b'];
    const people = await Promise.all(
      values.map((lang) => create({ lang }, { collection: 'people' })),
    );
    const { id } = await create({ body: link(...people.map((person) => person.id)) });
    const client = clientWith({ addresses: { people: '/{data.lang}/about' } });
    const { body } = await client.getContent({ params: { id }, query: { expand: 'body' } });
    const found = JSON.stringify(body.data.data).matchAll(/\]\(([^ ]*)\)/g);
    const encoded = ['a%2F..%2Fb', 'a%3Fb%23c', '%20%28%C3%A9%29%22', '%252e%26amp%3B'];
    expect(Array.from(found, ([, address]) => address)).toEqual(
      [...encoded, '%2F%2Fevil.example', 'a%5Cb'].map((each) => `/${each}/about`),
    );
  });

  test('lead where a function says', async () => {
    const [one, two] = [await create({ lang: 'de' }), await create()];
    const { id } = await create({ body: link(one.id, two.id) });
    const articles = ({ data, slug }: ContentItemDto): string | undefined =>
      data['lang'] === undefined ? undefined : `https://de.example/${slug}?a&b=(1)`;
    const client = clientWith({ addresses: { articles } });
    const { body } = await client.getContent({ params: { id }, query: { expand: 'body' } });
    const address = `https://de.example/${one.slug}?a&amp;b=%281%29`;
    expect(body.data.data['body']).toBe(shown(address, '#'));
  });

  test('do not ask for names if all items are of the collection of the request', async () => {
    const target = await create();
    await create({ body: link(target.id) });
    const client = clientWith({ addresses });
    const request = { params: { name: 'articles' }, query: { expand: 'body' } };
    const { body } = await client.queryContent(request);
    expect(body.data[0]?.data?.['body']).toBe(shown(`/blog/${target.slug}`));
    expect(asked).toEqual(['/api/collections/articles/query']);
  });

  test('ask for names once for reads at the same time, and again for a new collection', async () => {
    const target = await create({ lang: 'en' }, { collection: 'people' });
    const { id } = await create({ body: link(target.id) });
    const client = clientWith({ addresses: { ...addresses, later: '/later/{slug}' } });
    const read = async () =>
      (await client.getContent({ params: { id }, query: { expand: 'body' } })).body.data.data[
        'body'
      ];
    const lists = () => asked.filter((path) => path === '/api/collections').length;
    await Promise.all([read(), read(), read()]);
    expect(lists()).toBe(1);
    await app.cms.collections.create(operator, { name: 'later' });
    const later = await create({}, { collection: 'later' });
    await app.cms.content.update(operator, id, { data: { body: link(later.id) } });
    expect([await read(), lists()]).toEqual([shown(`/later/${later.slug}`), 2]);
    await read();
    expect(lists()).toBe(2);
  });
});

test('a name that the reader does not find is asked for once', async () => {
  const { token } = await app.signIn('editor');
  const secret = await create({ lang: 'en' }, { collection: 'people' });
  await app.cms.collections.update(operator, 'people', { access: 'private' });
  const { id } = await create({ body: link(secret.id) });
  const editor = await app.cms.accounts.authenticate(token);
  const preview = (await app.cms.previews.createForSite(editor)).secret;
  const client = clientWith({ addresses });
  for (const _ of [1, 2]) {
    const query = { expand: 'body', preview, perspective: 'drafts' } as const;
    const { body } = await client.getContent({ params: { id }, query });
    expect(Object.keys(body.included ?? {})).toEqual([secret.id]);
    expect(body.data.data['body']).toBe(shown('#'));
  }
  expect(asked.filter((path) => path === '/api/collections')).toHaveLength(1);
});

test('the names and the items of collections have types', () => {
  interface Collections {
    articles: { body: string; author: Reference<'people'> };
    people: { name: string };
  }
  // Compiled, never run. An unused @ts-expect-error is a compiler error.
  const compiled = (): void => {
    createClient<Collections>({
      baseUrl: '',
      addresses: {
        articles: '/blog/{slug}',
        people: ({ status, data }) => (status === 'published' ? `/${data.name}` : undefined),
      },
    });
    createClient({ baseUrl: '', addresses: { anything: ({ slug }) => slug } });
    // @ts-expect-error there is no such collection
    createClient<Collections>({ baseUrl: '', addresses: { posts: '/blog/{slug}' } });
    // @ts-expect-error an address is a template or a function
    createClient<Collections>({ baseUrl: '', addresses: { articles: 1 } });
    const options: AddressOptions<Collections> = {
      // @ts-expect-error a draft may lack the name
      addresses: { people: ({ data }) => data.name.trim() },
    };
    createClient<Collections>({ baseUrl: '', ...options });
  };
  expect(compiled).toBeTypeOf('function');
});
