import { rankedMax } from '../../../../core/index.ts';
import { equal, ok } from '../../assert.ts';
import { suite } from '../../suite.ts';
import type { RestSubject } from '../rest-subject.ts';
import { at, expectError, expectStatus, listAt, restWorld, type Caller } from '../rest-world.ts';

/** The search. */
export const restSearchSuite = suite<RestSubject>('REST search', {
  'a result is an item as in lists, with its score and a snippet of plain text': async (
    subject,
  ) => {
    const caller = await restWorld(subject).admin();
    const data = { content: '# The sea\n\nLook at the **tidal** pools, & <b>more</b>.' };
    await caller.post('/api/content', { collection: 'pages', title: 'A walk', data });
    const { json } = expectStatus(await caller.get('/api/search?q=TIDAL%20p'), 200);
    const listed = expectStatus(await caller.get('/api/content?collection=pages'), 200);
    const [result] = listAt(json, 'data');
    equal(at(result, 'item'), listAt(listed.json, 'data')[0], 'item');
    equal(at(result, 'score'), 0.1, 'score');
    const text = 'The sea Look at the tidal pools, & more.';
    equal(at(result, 'snippet', 'text'), text, 'text');
    const matches = listAt(result ?? {}, 'snippet', 'matches') as readonly (readonly number[])[];
    equal(
      matches.map(([start, end]) => text.slice(start, end)),
      ['tidal', 'pools'],
      'matches',
    );
    equal(at(json, 'meta', 'search'), { ranked: 1, more: false }, 'meta.search');
    equal(at(json, 'meta', 'count'), 1, 'meta.count');
    equal(at(json, 'meta', 'cache', 'hit'), false, 'meta.cache.hit');
  },

  'titles come before slugs and texts, on pages, limited to a collection and a status': async (
    subject,
  ) => {
    const caller = await restWorld(subject).admin();
    const ids = [
      await create(caller, { title: 'Sea', status: 'published' }),
      await create(caller, { title: 'The sea' }),
      await create(caller, { title: 'Other', data: { content: 'sea' } }),
      await create(caller, { title: 'Any', slug: 'by-the-sea', status: 'published' }),
    ];
    const [one, two, three, four] = ids;
    equal(await found(caller, 'q=sea'), [one, two, four, three], 'all');
    equal(await found(caller, 'q=sea&limit=2&offset=1'), [two, four], 'a page');
    equal(await found(caller, 'q=sea&status=published'), [one, four], 'published');
    equal(
      await found(caller, 'q=sea&collection=pages'),
      ids.length === 4 ? [one, two, four, three] : [],
      'pages',
    );
    equal(await found(caller, 'q=sea&collection=nothing'), [], 'an unknown collection');
    equal(await found(caller, 'q=sea%20-the'), [one, three], 'an exclusion');
    equal(await found(caller, 'q=%22the%20sea%22'), [two, four], 'a phrase');
  },

  'a query without a word, too long or with too many words is an error': async (subject) => {
    const { anonymous } = restWorld(subject);
    const queries = [
      '',
      'q=',
      'q=%20',
      'q=-%22%22',
      `q=${'x'.repeat(201)}`,
      `q=${'a+'.repeat(40)}`,
    ];
    for (const query of queries) {
      expectError(await anonymous.get(`/api/search?${query}`), 400, 'invalid_input');
    }
  },

  'only what the caller sees is found and counted': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    await create(caller, { title: 'Hidden sea' });
    const shown = await create(caller, { title: 'Sea', status: 'published' });
    expectStatus(await caller.put('/api/settings', { publicContent: 'published' }), 200);
    for (const q of ['sea', 'hidden', '-nothing']) {
      const { json } = expectStatus(await anonymous.get(`/api/search?q=${q}`), 200);
      const expected = q === 'hidden' ? [] : [shown];
      equal(
        listAt(json, 'data').map((each) => at(each, 'item', 'id')),
        expected,
        q,
      );
      equal(at(json, 'meta', 'search', 'ranked'), expected.length, `${q}, ranked`);
    }
  },

  'searchable decides which fields are searched': async (subject) => {
    const caller = await restWorld(subject).admin();
    const schema = {
      type: 'object',
      properties: {
        body: { type: 'string' },
        secret: { type: 'string', searchable: false },
        link: { type: 'url' },
        home: { type: 'url', searchable: true },
      },
    };
    expectStatus(await caller.put('/api/collections/pages', { schema }), 200);
    const data = {
      body: 'one',
      secret: 'two',
      link: 'https://three.example',
      home: 'https://four.example',
      more: [{ deep: 'five' }],
    };
    const id = await create(caller, { title: 'Title', data });
    for (const q of ['one', 'four', 'five']) equal(await found(caller, `q=${q}`), [id], q);
    for (const q of ['two', 'three', 'body', 'deep']) equal(await found(caller, `q=${q}`), [], q);
    const wrong = { type: 'object', properties: { body: { type: 'string', searchable: 'no' } } };
    expectError(
      await caller.put('/api/collections/pages', { schema: wrong }),
      400,
      'invalid_schema',
    );
  },

  'the language is one that the store offers': async (subject) => {
    const caller = await restWorld(subject).admin();
    const { json } = expectStatus(await caller.get('/api/settings'), 200);
    equal(at(json, 'data', 'searchLanguage'), 'simple', 'default');
    const body = { searchLanguage: 'no such language' };
    expectError(await caller.put('/api/settings', body), 400, 'invalid_input');
    const listed = expectStatus(await caller.get('/api/settings/search-languages'), 200);
    const languages = listAt(listed.json, 'data');
    ok(languages.includes('simple'), 'simple is offered');
    for (const searchLanguage of [...languages.slice(0, 2), 'simple']) {
      expectStatus(await caller.put('/api/settings', { searchLanguage }), 200);
    }
    ok(rankedMax === 10_000, 'the limit that docs/content/search.md names');
  },
});

const create = async (caller: Caller, body: Record<string, unknown>): Promise<unknown> => {
  const { json } = expectStatus(
    await caller.post('/api/content', { collection: 'pages', ...body }),
    201,
  );
  return at(json, 'data', 'id');
};

const found = async (caller: Caller, query: string): Promise<readonly unknown[]> => {
  const { json } = expectStatus(await caller.get(`/api/search?${query}`), 200);
  return listAt(json, 'data').map((each) => at(each, 'item', 'id'));
};
