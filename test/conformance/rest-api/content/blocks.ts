import { equal, ok } from '../../assert.ts';
import { suite } from '../../suite.ts';
import type { RestSubject } from '../rest-subject.ts';
import { at, expectError, expectStatus, listAt, restWorld, textAt } from '../rest-world.ts';

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string', group: 'SEO', help: 'Up to 60 characters' },
    sections: {
      type: 'blocks',
      maxItems: 3,
      blocks: {
        hero: { title: 'Hero', properties: { heading: { type: 'string' } }, required: ['heading'] },
        quote: {
          properties: { text: { type: 'string' }, of: { type: 'reference', collection: 'pages' } },
        },
      },
    },
  },
  required: [],
};

/** Fields of blocks, and collections of at most one item. */
export const restBlocksSuite = suite<RestSubject>('REST blocks and singletons', {
  'a schema with blocks, groups and help is returned as it was sent': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const created = await caller.post('/api/collections', { name: 'home', schema });
    equal(at(expectStatus(created, 201).json, 'data', 'schema'), schema, 'the schema');
    const inner = { type: 'blocks', blocks: {} };
    const nested = { a: { type: 'blocks', blocks: { b: { properties: { c: inner } } } } };
    const rejected = await caller.put('/api/collections/home', { schema: { properties: nested } });
    expectError(rejected, 400, 'invalid_schema');
    const path = 'schema.properties.a.blocks.b.properties.c.type';
    equal(at(rejected.json, 'issues', 0, 'path'), path, 'the path');
  },

  'the service sets the ids of blocks, and clients keep them': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    expectStatus(await caller.post('/api/collections', { name: 'home', schema }), 201);
    const sections = [
      { type: 'quote', text: 'A' },
      { type: 'hero', id: 'own', heading: 'B' },
    ];
    const body = { collection: 'home', title: 'Home', data: { sections } };
    const { json } = expectStatus(await caller.post('/api/content', body), 201);
    const path = `/api/content/${textAt(json, 'data', 'id')}`;
    const stored = listAt((await anonymous.get(path)).json, 'data', 'data', 'sections');
    const [quote, hero] = stored.map((_, index) => textAt(stored, index, 'id'));
    ok(quote !== undefined && quote.length > 0, 'a new id');
    equal(hero, 'own', 'the id of the client');
    equal(stored, [{ type: 'quote', id: quote, text: 'A' }, sections[1]], 'the blocks');
    const moved = stored.toReversed();
    const updated = await caller.put(path, { data: { sections: moved } });
    equal(at(expectStatus(updated, 200).json, 'data', 'data', 'sections'), moved, 'moved blocks');
    const again = await caller.put(path, { data: { sections: moved } });
    equal(again.headers['etag'], updated.headers['etag'], 'the version after the same update');
  },

  'mistakes in blocks are reported with their places': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    expectStatus(await caller.post('/api/collections', { name: 'home', schema }), 201);
    const sections = [
      { type: 'quote', id: 'a', text: 1 },
      { type: 'gone', id: 'b' },
      { type: 'hero', id: 'a' },
    ];
    const body = { collection: 'home', title: 'Home', status: 'published', data: { sections } };
    const response = await caller.post('/api/content', body);
    expectError(response, 400, 'invalid_data');
    equal(
      listAt(response.json, 'issues').map((issue) => at(issue, 'path')),
      [
        'data.sections.0.text',
        'data.sections.1.type',
        'data.sections.2.id',
        'data.sections.2.heading',
      ],
      'the paths',
    );
  },

  'a singleton has one item, which has a path of its own': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const path = '/api/collections/home';
    const created = await caller.post('/api/collections', { name: 'home', singleton: true });
    equal(at(expectStatus(created, 201).json, 'data', 'singleton'), true, 'singleton');
    expectError(await anonymous.get(`${path}/item`), 404, 'not_found');
    expectError(await anonymous.get('/api/collections/pages/item'), 404, 'not_found');
    const body = { collection: 'home', title: 'Home' };
    const { json } = expectStatus(await caller.post('/api/content', body), 201);
    const id = textAt(json, 'data', 'id');
    const item = expectStatus(await anonymous.get(`${path}/item`), 200);
    const byId = await anonymous.get(`/api/content/${id}`);
    equal([item.json, item.headers['etag']], [byId.json, byId.headers['etag']], 'as by its id');
    const condition = { 'If-None-Match': item.headers['etag'] ?? '' };
    expectStatus(await anonymous.get(`${path}/item`, condition), 304);
    const second = { ...body, title: 'Second' };
    expectError(await caller.post('/api/content', second), 409, 'singleton_exists');
    expectStatus(await caller.put(path, { singleton: false }), 200);
    expectStatus(await caller.post('/api/content', second), 201);
    expectError(await caller.put(path, { singleton: true }), 409, 'not_singleton');
    expectStatus(await caller.delete(`/api/content/${id}`), 200);
    expectStatus(await caller.put(path, { singleton: true }), 200);
    expectError(await caller.post(`/api/trash/${id}/restore`, {}), 409, 'singleton_exists');
    equal(at((await anonymous.get(`${path}/item`)).json, 'data', 'title'), 'Second', 'the item');
  },

  'of many requests for the item of a singleton at once, one succeeds': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    expectStatus(await caller.post('/api/collections', { name: 'home', singleton: true }), 201);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        caller.post('/api/content', { collection: 'home', title: `Home ${n}` }),
      ),
    );
    const rejected = answers.filter(({ status }) => status !== 201);
    equal(rejected.length, answers.length - 1, 'rejected requests');
    for (const answer of rejected) expectError(answer, 409, 'singleton_exists');
    const list = await caller.get('/api/collections/home/content');
    equal(at(list.json, 'meta', 'count'), 1, 'items');
  },
});
