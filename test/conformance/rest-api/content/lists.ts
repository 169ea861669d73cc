import { equal, ok } from '../../assert.ts';
import { suite } from '../../suite.ts';
import type { RestSubject } from '../rest-subject.ts';
import {
  expectStatus,
  at,
  listAt,
  expectError,
  restWorld,
  textAt,
  type Caller,
} from '../rest-world.ts';

const fill = async (caller: Caller, collectionId: string, count: number): Promise<void> => {
  for (let n = 1; n <= count; n += 1) {
    const status = n % 2 === 0 ? 'published' : 'draft';
    expectStatus(await caller.post('/api/content', { collectionId, title: `P${n}`, status }), 201);
  }
};

const titles = (response: { readonly json: Parameters<typeof listAt>[0] }): readonly string[] =>
  listAt(response.json, 'data').map((item) => textAt(item, 'title'));

/** Lists of items: order, pages, filters and metadata. */
export const restListsSuite = suite<RestSubject>('REST lists', {
  'pages by offset contain every item once, newest first': async (subject) => {
    const { admin, anonymous, collectionId } = restWorld(subject);
    await fill(await admin(), await collectionId('blog-posts'), 11);
    const expected = Array.from({ length: 11 }, (_, index) => `P${11 - index}`);
    for (const path of ['/api/content', '/api/collections/blog-posts/content']) {
      const found: string[] = [];
      for (let offset = 0; ; offset += 4) {
        const page = titles(
          expectStatus(await anonymous.get(`${path}?limit=4&offset=${offset}`), 200),
        );
        found.push(...page);
        if (page.length < 4) break;
      }
      equal(found, expected, `titles of ${path}`);
    }
  },

  'meta contains the filter, the query and the timing': async (subject) => {
    const { admin, anonymous, collectionId } = restWorld(subject);
    const id = await collectionId('blog-posts');
    await fill(await admin(), id, 3);
    const path = '/api/content?status=draft&collection=blog-posts&limit=5000&offset=1';
    const { json } = expectStatus(await anonymous.get(path), 200);
    const meta = at(json, 'meta');
    equal(at(meta, 'count'), 1, 'count');
    ok(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(textAt(meta, 'timestamp')),
      'timestamp is ISO 8601 in UTC',
    );
    equal(
      at(meta, 'filter'),
      {
        limit: 1000,
        offset: 1,
        where: {
          and: [
            { field: 'status', operator: 'equals', value: 'draft' },
            { field: 'collectionId', operator: 'equals', value: id },
          ],
        },
      },
      'filter',
    );
    equal(at(meta, 'cache'), { hit: false, source: 'database' }, 'cache');
    equal(textAt(meta, 'timing', 'unit'), 'ms', 'unit');
    ok(typeof at(meta, 'timing', 'total') === 'number', 'total');
    ok(typeof at(meta, 'timing', 'execution') === 'number', 'execution');
    ok(typeof at(meta, 'query', 'sql') === 'string', 'sql');
    listAt(meta, 'query', 'params');
  },

  'the default limit is 50 and the default offset is 0': async (subject) => {
    const { anonymous } = restWorld(subject);
    const { json } = expectStatus(await anonymous.get('/api/content'), 200);
    equal(at(json, 'meta', 'filter'), { limit: 50, offset: 0, where: { and: [] } }, 'filter');
    equal(at(json, 'data'), [], 'data of an empty service');
  },

  'status and collection can be combined as filters': async (subject) => {
    const { admin, anonymous, collectionId } = restWorld(subject);
    const caller = await admin();
    await fill(caller, await collectionId('blog-posts'), 4);
    const page = { collectionId: await collectionId('pages'), title: 'Page', status: 'published' };
    expectStatus(await caller.post('/api/content', page), 201);
    const cases = [
      ['status=published', ['Page', 'P4', 'P2']],
      ['status=archived', []],
      ['collection=pages', ['Page']],
      ['collection=blog-posts&status=draft', ['P3', 'P1']],
      ['collection=nothing', []],
      ['unknown=1&sort=title&where=x', ['Page', 'P4', 'P3', 'P2', 'P1']],
    ] as const;
    for (const [query, expected] of cases) {
      equal(
        titles(expectStatus(await anonymous.get(`/api/content?${query}`), 200)),
        expected,
        query,
      );
    }
    expectError(await anonymous.get('/api/collections/nothing/content'), 404, 'not_found');
  },

  'invalid limits, offsets and statuses are rejected with an issue path': async (subject) => {
    const { anonymous } = restWorld(subject);
    const cases = [
      ['limit=0', 'limit'],
      ['limit=-1', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=abc', 'limit'],
      ['limit=', 'limit'],
      ['limit=1e2', 'limit'],
      ['limit=0x10', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['offset=-1', 'offset'],
      ['offset=2147483648', 'offset'],
      ['offset=9999999999999999999999', 'offset'],
      ['status=deleted', 'status'],
      ['status=', 'status'],
      ['status=draft&status=published', 'status'],
    ] as const;
    for (const path of ['/api/content', '/api/collections/pages/content']) {
      for (const [query, place] of cases) {
        const response = await anonymous.get(`${path}?${query}`);
        expectError(response, 400, 'invalid_input');
        equal(textAt(response.json, 'issues', 0, 'path'), place, `path of ${query}`);
      }
    }
    expectStatus(await anonymous.get('/api/content?limit=1001&offset=2147483647'), 200);
  },
});
