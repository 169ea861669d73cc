import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionIcons } from '../../core/vocabulary.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await serveApp();
  admin = await app.signIn('admin');
});
afterAll(() => app[Symbol.asyncDispose]());

const send = (method: string, path: string, json?: unknown, headers = {}) =>
  app.request(path, {
    method,
    headers: { ...admin.bearer, ...headers },
    ...(json !== undefined && { json }),
  });

const schema = {
  type: 'object',
  properties: {
    text: { type: 'markdown', width: 'half' },
    price: { type: 'number', place: 'side', width: 'third' },
  },
  required: [],
};
const templates = [
  { name: 'Review', title: 'Review of', data: { text: '## Verdict', price: 'x' } },
];

/** The status, and the paths of the issues of an error. */
const outcomeOf = async (answer: ReturnType<typeof send>) => {
  const { status, json } = await answer;
  const issues = (json().issues ?? []) as readonly { readonly path: string }[];
  return [status, ...issues.map(({ path }) => path)];
};

type Answer = Awaited<ReturnType<typeof send>>;

/** The collection in a list. */
const namedIn = ({ json }: Answer, name: string) =>
  (json().data as readonly { readonly name: string }[]).find((each) => each.name === name);

test('a collection is created, read, listed and updated with its icon and its templates', async () => {
  const given = { name: 'reviews', icon: 'book', templates, schema };
  const created = (await send('POST', '/api/collections', given)).json().data;
  expect(created).toMatchObject({ icon: 'book', templates, schema });
  expect((await send('GET', '/api/collections/reviews')).json().data).toEqual(created);
  expect(namedIn(await send('GET', '/api/collections'), 'reviews')).toEqual(created);
  const put = async (body: object) =>
    (await send('PUT', '/api/collections/reviews', body)).json().data;
  expect(await put({ description: 'New' })).toMatchObject({ icon: 'book', templates });
  expect(await put({ icon: 'star' })).toMatchObject({ icon: 'star', templates });
  const { icon: _, ...removed } = await put({ icon: null });
  expect(await put({ icon: null })).toEqual({ ...removed, updated_at: expect.any(Number) });
  const cleared = await put({ templates: [] });
  expect(cleared).not.toHaveProperty('templates');
  expect((await send('GET', '/api/collections/reviews')).json().data).toEqual(cleared);
  expect(await put({ icon: 'leaf', templates })).toMatchObject({ icon: 'leaf', templates });
});

test('a refusal of an icon lists those that there are, and null', async () => {
  const { json } = await send('PUT', '/api/collections/pages', { icon: 'rocket' });
  expect(json().issues).toEqual([
    { path: 'icon', message: `must be one of ${collectionIcons.join(', ')}, null` },
  ]);
});

test('everybody learns the icon and how a form shows the fields', async () => {
  await send('POST', '/api/collections', { name: 'shown', icon: 'cup', schema });
  expect(namedIn(await app.request('/api/collections'), 'shown')).toMatchObject({
    icon: 'cup',
    schema,
  });
});

test.each(collectionIcons)('%s is an icon', async (icon) => {
  const { status, json } = await send('PUT', '/api/collections/pages', { icon });
  expect([status, json().data.icon]).toEqual([200, icon]);
});

test.each([
  ['an unknown icon', { icon: 'rocket' }, ['icon']],
  ['an empty icon', { icon: '' }, ['icon']],
  ['templates that are null', { templates: null }, ['templates']],
  ['templates that are no list', { templates: {} }, ['templates']],
  ['a template that is a text', { templates: ['Review'] }, ['templates.0']],
  ['a template without a name', { templates: [{ data: {} }] }, ['templates.0.name']],
  ['a template without data', { templates: [{ name: 'a' }] }, ['templates.0.data']],
  ['data that is a list', { templates: [{ name: 'a', data: [] }] }, ['templates.0.data']],
  [
    'data of an unknown field',
    { templates: [{ name: 'a', data: { odd: 1 } }] },
    ['templates.0.data.odd'],
  ],
  [
    'a title that is a number',
    { templates: [{ name: 'a', title: 1, data: {} }] },
    ['templates.0.title'],
  ],
  [
    'a bad width and a bad place',
    { schema: { properties: { a: { type: 'string', width: 1, place: 'top' } } } },
    ['schema.properties.a.width', 'schema.properties.a.place'],
  ],
])('%s is refused with its path', async (_, body, paths) => {
  expect(await outcomeOf(send('PUT', '/api/collections/pages', body))).toEqual([400, ...paths]);
  const created = send('POST', '/api/collections', { name: 'never', ...body });
  expect(await outcomeOf(created)).toEqual([400, ...paths]);
});

test('strict handling knows the members of templates and of fields, and no others', async () => {
  const strict = (body: object) =>
    outcomeOf(send('PUT', '/api/collections/pages', body, { Prefer: 'handling=strict' }));
  expect(await strict({ icon: 'map', schema, templates })).toEqual([200]);
  const odd = [{ ...templates[0], description: 'A' }];
  expect(await strict({ templates: odd })).toEqual([400, 'templates.0.description']);
});
