import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { ContentItem, ContentStatus } from '../../core/vocabulary.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

/* With the token of one item, the public site is shown, with this item in its place. */

let app: TestApp;
let bearer: Readonly<Record<string, string>>;
const items = new Map<string, ContentItem>();

const schema = {
  properties: {
    rank: { type: 'number', indexed: true },
    author: { type: 'reference', collection: 'people' },
  },
};

const create = async (
  collection: string,
  title: string,
  status: ContentStatus,
  data: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  app.clock.advance(1_000);
  const command = { collection, title, slug: title, status, data };
  items.set(title, await app.cms.content.create(operator, command as never));
};

const idOf = (title: string): string => items.get(title)?.id ?? '';

beforeAll(async () => {
  app = await serveApp();
  const { cms } = app;
  for (const name of ['posts', 'people', 'inactive']) {
    await cms.collections.create(operator, { name, schema });
  }
  await cms.collections.create(operator, { name: 'home', singleton: true });
  await create('people', 'ada', 'published');
  await create('people', 'bob', 'draft');
  await create('people', 'cem', 'published');
  for (let n = 0; n < 9; n += 1) {
    const status = n % 3 === 2 ? 'draft' : 'published';
    const data = { rank: n, author: idOf(['ada', 'bob', 'cem'][n % 3] ?? '') };
    await create('posts', `post-${n}`, status, data);
  }
  await create('home', 'home', 'published');
  await create('inactive', 'inside', 'published');
  await cms.collections.update(operator, 'inactive', { isActive: false });
  await cms.drafts.save(operator, idOf('post-3'), {
    title: 'copied',
    slug: 'copied',
    data: { rank: 6.5, author: idOf('cem') },
  });
  await cms.drafts.save(operator, idOf('post-4'), { collection: 'people', title: 'moved' });
  await cms.drafts.save(operator, idOf('post-6'), { title: 'hidden copy' });
  await cms.drafts.save(operator, idOf('cem'), { title: 'Cem, rewritten' });
  await cms.drafts.save(operator, idOf('home'), { title: 'Home, rewritten' });
  await cms.settings.update(operator, { publicContent: 'published' });
  await cms.system.maintainIndexes();
  ({ bearer } = await app.signIn('editor'));
});
afterAll(() => app[Symbol.asyncDispose]());

const tokenOf = async (title: string): Promise<string> => {
  const path = `/api/content/${idOf(title)}/preview`;
  return (await app.request(path, { method: 'POST', headers: bearer })).json().data.token;
};

type Shown = Readonly<Record<string, unknown>> & { readonly id: string };

interface Body {
  readonly data: readonly Shown[] & Shown;
  readonly included: Readonly<Record<string, Shown>>;
  readonly meta: { readonly total?: number; readonly cursor?: string };
}

/** The body, or the status of an error. */
const read = async (path: string, token?: string, headers = {}): Promise<Body> => {
  const answer = await app.request(
    token === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}preview=${token}`,
    { headers },
  );
  if (token !== undefined && answer.status === 200) {
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  }
  return answer.status === 200 ? (answer.json() as Body) : (answer.status as never);
};

const everyItem = [
  'post-1',
  'post-2',
  'post-3',
  'post-4',
  'post-8',
  'bob',
  'cem',
  'home',
  'inside',
];

/** What a list without limits shows: what is public, with the item as signed-in users see it in drafts. */
const expectedList = async (path: string, id: string): Promise<readonly Shown[]> => {
  const [open, drafts] = await Promise.all([
    read(path),
    read(`${path}${path.includes('?') ? '&' : '?'}perspective=drafts`, undefined, bearer),
  ]);
  const own = (drafts.data as readonly Shown[]).find((each) => each.id === id);
  const others = (open.data as readonly Shown[]).filter((each) => each.id !== id);
  return [...others, ...(own === undefined ? [] : [own])].toSorted(
    (left, right) => Number(right['created_at']) - Number(left['created_at']),
  );
};

describe.each(everyItem)('the token of %s', (title) => {
  test.each([
    '/api/content',
    '/api/content?status=draft',
    '/api/content?status=published',
    '/api/content?collection=people',
    '/api/collections/posts/content',
    '/api/collections/people/content',
  ])('shows what is public in %s, and the item in its place, on every page', async (path) => {
    const token = await tokenOf(title);
    const expected = await expectedList(path, idOf(title));
    expect((await read(path, token)).data).toEqual(expected);
    const more = path.includes('?') ? '&' : '?';
    for (const limit of [1, 2, 3]) {
      const pages: unknown[] = [];
      for (let offset = 0; offset < 30; offset += limit) {
        const { data } = await read(`${path}${more}limit=${limit}&offset=${offset}`, token);
        pages.push(...data);
      }
      expect(pages, `limit ${limit}`).toEqual(expected);
    }
  });

  test.each(['sort=data.rank', 'sort=-data.rank', 'where[data.rank][gt]=1&sort=-title', ''])(
    'shows them in the query %s, whatever the size of its pages',
    async (query) => {
      const token = await tokenOf(title);
      const path = `/api/collections/posts/query?total=true&${query}`;
      const expected = await read(path, token);
      const open = await read(path);
      const id = idOf(title);
      const isOther = (each: Shown): boolean => each.id !== id;
      expect(expected.data.filter(isOther)).toEqual(open.data.filter(isOther));
      const drafts = await read(`${path}&perspective=drafts`, undefined, bearer);
      const own = (data: readonly Shown[]) => data.filter((each) => !isOther(each));
      expect(own(expected.data)).toEqual(own(drafts.data));
      expect(expected.meta.total).toBe(expected.data.length);
      const order = (data: readonly Shown[]) =>
        drafts.data.filter((each: Shown) => data.some((other) => other.id === each.id));
      const known = expected.data.filter((each: Shown) =>
        drafts.data.some((other: Shown) => other.id === each.id),
      );
      // The copy of another item can change its place in drafts.
      if (title === 'post-3') {
        expect(known.map(({ id: each }: Shown) => each)).toEqual(
          order(expected.data).map(({ id: each }: Shown) => each),
        );
      }
      for (const limit of [1, 2, 3]) {
        const found: Shown[] = [];
        let after: string | undefined;
        do {
          const next: string = after === undefined ? '' : `&after=${after}`;
          const page = await read(`${path}&limit=${limit}${next}`, token);
          found.push(...page.data);
          after = page.meta.cursor;
        } while (after !== undefined);
        expect(found, `limit ${limit}`).toEqual(expected.data);
      }
    },
  );
});

describe('with the token of an item', () => {
  test('other items are as for a caller without credentials, and the perspective is ignored', async () => {
    const token = await tokenOf('post-3');
    for (const credentials of [{}, bearer]) {
      for (const perspective of ['', 'perspective=drafts', 'perspective=published']) {
        for (const title of items.keys()) {
          if (title === 'post-3') continue;
          const path = `/api/content/${idOf(title)}`;
          const open = await read(path);
          expect(await read(`${path}?${perspective}`, token, credentials)).toEqual(open);
        }
        const own = await read(`/api/content/${idOf('post-3')}?${perspective}`, token, credentials);
        expect(own.data['title']).toBe('copied');
      }
    }
  });

  test('a slug leads to the item by that of its copy, and to others by their own', async () => {
    const token = await tokenOf('post-3');
    const bySlug = async (slug: string) => {
      const list = await read(`/api/collections/posts/content?slug=${slug}`, token);
      const one = await read(`/api/collections/posts/content/${slug}`, token);
      return [list.data.map((each) => each['title']), one.data?.['title'] ?? one];
    };
    expect(await bySlug('copied')).toEqual([['copied'], 'copied']);
    expect(await bySlug('post-3')).toEqual([[], 404]);
    expect(await bySlug('post-0')).toEqual([['post-0'], 'post-0']);
    expect(await bySlug('post-2')).toEqual([[], 404]);
  });

  test('a page with its author and its menu is whole', async () => {
    const path = `/api/content/${idOf('post-3')}?expand=author`;
    const own = await read(path, await tokenOf('post-3'));
    expect(own.included[idOf('cem')]?.['title']).toBe('cem');
    const other = await read(`/api/content/${idOf('post-0')}?expand=author`, await tokenOf('ada'));
    expect(Object.keys(other.included)).toEqual([idOf('ada')]);
    const byCem = await read(`/api/collections/posts/content?expand=author`, await tokenOf('bob'));
    expect(byCem.included[idOf('bob')]?.['title']).toBe('bob');
    expect((await read('/api/collections/home/item', await tokenOf('post-3'))).data['title']).toBe(
      'home',
    );
    expect((await read('/api/collections/home/item', await tokenOf('home'))).data['title']).toBe(
      'Home, rewritten',
    );
  });
});
