import { equal, ok } from '../../assert.ts';
import { times } from '../../cases.ts';
import { suite } from '../../suite.ts';
import type { RestSubject } from '../rest-subject.ts';
import {
  at,
  expectError,
  expectStatus,
  listAt,
  restWorld,
  textAt,
  type Caller,
} from '../rest-world.ts';

const schema = {
  type: 'object',
  properties: {
    price: { type: 'number', indexed: true },
    tags: { type: 'array', items: { type: 'string' }, indexed: true },
    sku: { type: 'string', unique: true },
    size: { type: 'object', properties: { width: { type: 'number' }, unit: { type: 'string' } } },
  },
};

const goods = '/api/collections/goods';
const query = `${goods}/query`;

/** Creates the collection, and waits until its indexes are built. */
const createGoods = async (admin: Caller): Promise<void> => {
  expectStatus(await admin.post('/api/collections', { name: 'goods', schema }), 201);
  await indexesReady(admin);
};

const indexesReady = async (admin: Caller): Promise<void> => {
  for (;;) {
    const { json } = expectStatus(await admin.get(goods), 200);
    const states = listAt(json, 'data', 'indexes').map((index) => at(index, 'state'));
    ok(!states.includes('failed'), 'no index has failed');
    if (states.every((state) => state === 'ready')) return;
  }
};

const create = async (
  caller: Caller,
  title: string,
  data: Readonly<Record<string, never>> | object,
) =>
  caller.post('/api/content', {
    collection: 'goods',
    title,
    status: 'published',
    data: data as never,
  });

const titlesOf = (json: Parameters<typeof listAt>[0]): readonly unknown[] =>
  listAt(json, 'data').map((item) => at(item, 'title'));

/** Queries: conditions, orders, pages, indexes and unique values. */
export const restQueriesSuite = suite<RestSubject>('REST queries', {
  'items are found by conditions, sorted, and returned page by page': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    await createGoods(caller);
    for (const n of times(5, (each) => each)) {
      const data = {
        price: n % 3,
        tags: n === 4 ? ['a,b', 'c'] : ['c'],
        size: { width: n, unit: 'm' },
      };
      expectStatus(await create(caller, `Item ${n}`, data), 201);
    }
    const found: string[] = [];
    let after = '';
    do {
      const path = `${query}?where[data.price][gte]=1&sort=-data.price,title&limit=1&total=true&fields=title`;
      const { json } = expectStatus(await anonymous.get(`${path}${after}`), 200);
      equal([at(json, 'meta', 'count'), at(json, 'meta', 'total')], [1, 4], 'count and total');
      equal(Object.keys(listAt(json, 'data')[0] ?? {}), ['id', 'title'], 'members');
      found.push(...titlesOf(json).map(String));
      const { cursor } = json['meta'] as { readonly cursor?: string };
      after = cursor === undefined ? '' : `&after=${cursor}`;
    } while (after !== '');
    equal(found, ['Item 2', 'Item 5', 'Item 1', 'Item 4'], 'titles');
    const conditions = 'where%5Bdata.tags%5D%5Bin%5D=x,a%252Cb&where[data.size.width][exists]=true';
    const { json } = expectStatus(
      await anonymous.get(`${query}?${conditions}&fields=data.size.width`),
      200,
    );
    equal(
      listAt(json, 'data').map((item) => at(item, 'data')),
      [{ size: { width: 4 } }],
      'data',
    );
    const generated = 'where%5B%5Bdata.size.width%5D%5Beq%5D%5D=4';
    const one = expectStatus(await anonymous.get(`${query}?${generated}&fields=title`), 200);
    equal(titlesOf(one.json), ['Item 4'], 'a name in brackets of its own');
    const whole = expectStatus(await anonymous.get(`${query}?where[title][eq]=Item%201`), 200);
    const id = textAt(listAt(whole.json, 'data')[0] ?? {}, 'id');
    const item = expectStatus(await anonymous.get(`/api/content/${id}`), 200);
    equal(listAt(whole.json, 'data')[0], at(item.json, 'data'), 'a whole item');
  },

  'mistakes in a query are named with their path': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    await createGoods(await admin());
    const mistakes = {
      'where[data.price][gt]=x': 'where.data.price.gt',
      'where[data.price][like]=1': 'where.data.price.like',
      'where[data.none][eq]=1': 'where.data.none.eq',
      'where[data.price]=1': 'where',
      'where=1': 'where',
      'where[a][b][c]=1': 'where',
      'where[[a][b]=1': 'where',
      'where[[[a][b]]]=1': 'where',
      'sort=none': 'sort',
      'fields=none': 'fields',
      'limit=0': 'limit',
    };
    for (const [text, path] of Object.entries(mistakes)) {
      const answer = await anonymous.get(`${query}?${text}`);
      expectError(answer, 400, 'invalid_input');
      equal(
        listAt(answer.json, 'issues').map((issue) => at(issue, 'path')),
        [path],
        text,
      );
    }
    expectError(await anonymous.get(`${query}?after=bm9uZQ`), 400, 'invalid_cursor');
    expectError(await anonymous.get('/api/collections/none/query'), 404, 'not_found');
    const strict = { Prefer: 'handling=strict' };
    expectStatus(await anonymous.get(`${query}?where[data.price][gt]=1`, strict), 200);
    expectError(
      await anonymous.get(`${query}?were[data.price][gt]=1`, strict),
      400,
      'invalid_input',
    );
  },

  'a unique value is taken until its item is in the trash': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    await createGoods(caller);
    const { json } = expectStatus(await create(caller, 'First', { sku: 'a' }), 201);
    const id = textAt(json, 'data', 'id');
    const taken = await create(caller, 'Second', { sku: 'a' });
    expectError(taken, 409, 'value_taken');
    equal(
      listAt(taken.json, 'issues').map((issue) => at(issue, 'path')),
      ['data.sku'],
      'path',
    );
    expectStatus(await create(caller, 'Third', { sku: null }), 201);
    expectStatus(await caller.delete(`/api/content/${id}`), 200);
    expectStatus(await create(caller, 'Second', { sku: 'a' }), 201);
    expectError(await caller.post(`/api/trash/${id}/restore`, {}), 409, 'value_taken');
  },

  'a field cannot become unique while items have the same value': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    expectStatus(await caller.post('/api/collections', { name: 'goods' }), 201);
    for (const title of ['One', 'Two'])
      expectStatus(await create(caller, title, { sku: 'a' }), 201);
    const { json, ...answer } = await caller.put(goods, { schema });
    expectError({ json, ...answer }, 409, 'not_unique');
    equal(
      listAt(json, 'issues').map((issue) => at(issue, 'path')),
      ['data.sku'],
      'path',
    );
    const stored = expectStatus(await caller.get(goods), 200);
    ok(!JSON.stringify(stored.json).includes('indexes'), 'there is no index');
  },
});
