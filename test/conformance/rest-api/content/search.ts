import { rankedMax } from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { times } from '../../cases.ts';
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

  'conditions filter the ranked matches of one collection, before they are cut into pages': async (
    subject,
  ) => {
    const caller = await restWorld(subject).admin();
    const titles = await createNotes(caller);
    const ofLang = 'q=tide&collection=notes&where[data.lang][eq]=en';
    const { json } = expectStatus(await caller.get(`/api/search?${ofLang}&limit=2&offset=1`), 200);
    equal(foundTitles(json), [titles[2], titles[0]], 'a page');
    equal(at(json, 'meta', 'search'), { ranked: 3, more: false }, 'meta.search');
    const lists: Readonly<Record<string, readonly unknown[]>> = {
      'where[[data.lang][eq]]=de': [titles[3], titles[1]],
      'where[data.n][gte]=3&where[data.lang][in]=en,de': [titles[4], titles[3]],
      'where[status][eq]=draft': [],
      'where[title][contains]=4': [titles[3]],
      'where[data.lang][exists]=false': [],
    };
    for (const [where, expected] of Object.entries(lists)) {
      const answer = await caller.get(`/api/search?q=tide&collection=notes&${where}`);
      equal(foundTitles(expectStatus(answer, 200).json), expected, where);
    }
  },

  'a condition that is wrong, or not about one collection, is an error at its place': async (
    subject,
  ) => {
    const caller = await restWorld(subject).admin();
    await createNotes(caller);
    const tests = ['gt', 'gte', 'lt', 'lte', 'ne', 'in', 'eq'].map((name) => `[data.n][${name}]`);
    const tooMany = [...tests, '[title][ne]', '[title][eq]'].map((each) => `where${each}=1`);
    const wrong: readonly (readonly [query: string, path: string])[] = [
      ['collection=notes&where[data.no][eq]=1', 'where.data.no.eq'],
      ['collection=notes&where[data.n][eq]=one', 'where.data.n.eq'],
      ['collection=notes&where=1', 'where'],
      [`collection=notes&${tooMany.join('&')}`, 'where'],
      ['where[data.n][eq]=1', 'collection'],
      ['collection=notes,pages&where[title][eq]=1', 'collection'],
    ];
    for (const [query, path] of wrong) {
      const answer = await caller.get(`/api/search?q=tide&${query}`);
      expectError(answer, 400, 'invalid_input');
      equal(at(listAt(answer.json, 'issues')[0], 'path'), path, query);
    }
    equal(await found(caller, 'q=tide&collection=nothing&where[data.n][eq]=1'), [], 'unknown');
  },

  'fields limits the members of items, and expand adds what they refer to': async (subject) => {
    const caller = await restWorld(subject).admin();
    const [first] = await createNotes(caller);
    const path = '/api/search?q=tide&collection=notes&where[data.n][eq]=0';
    const { json } = expectStatus(
      await caller.get(`${path}&fields=title,data.lang,next.title&expand=next`),
      200,
    );
    const [result] = listAt(json, 'data');
    const { id, ...selected } = at(result, 'item') as Readonly<Record<string, unknown>>;
    equal(selected, { title: first, data: { lang: 'en' } }, 'item');
    equal(typeof id, 'string', 'the id');
    equal(typeof at(result, 'snippet', 'text'), 'string', 'snippet');
    const included = at(json, 'included') as Readonly<Record<string, unknown>>;
    equal(
      Object.entries(included),
      Object.keys(included).map((key) => [key, { id: key, title: 'A page' }]),
      'included',
    );
    equal(Object.keys(included).length, 1, 'included items');
    equal(at(json, 'includedMedia'), {}, 'includedMedia');
    for (const wrong of [
      'fields=no',
      'fields=data.no',
      'expand=no',
      'expand=next&fields=next.no',
    ]) {
      expectError(await caller.get(`${path}&${wrong}`), 400, 'invalid_input');
    }
    const whole = expectStatus(await caller.get(`${path}&expand=next`), 200);
    equal(at(listAt(whole.json, 'data')[0], 'item', 'data', 'n'), 0, 'a whole item');
  },

  'collection takes several names, and unknown ones contribute nothing': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const titles = await createNotes(caller);
    await create(caller, { title: 'Tide' });
    const body = { name: 'others' };
    expectStatus(await caller.post('/api/collections', body), 201);
    const other = { collection: 'others', title: 'Tide elsewhere' };
    expectStatus(await caller.post('/api/content', other), 201);
    const titlesIn = async (names: string) =>
      foundTitles(
        expectStatus(await caller.get(`/api/search?q=tide&collection=${names}`), 200).json,
      );
    const both = ['Tide', ...titles.toReversed()];
    equal(await titlesIn('notes,pages'), both, 'two');
    equal(await titlesIn('notes,nothing,pages,notes'), both, 'an unknown one');
    equal(await titlesIn('nothing,none'), [], 'unknown ones');
    expectStatus(await caller.put('/api/collections/pages', { isActive: false }), 200);
    equal(await titlesIn('notes,pages'), titles.toReversed(), 'an inactive one');
    const strict = { Prefer: 'handling=strict' };
    expectError(
      await caller.get('/api/search?q=tide&collection=notes,pages', strict),
      404,
      'not_found',
    );
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

/** Five published notes about tides, in two languages, each of which refers to a page. @returns their titles. */
const createNotes = async (caller: Caller): Promise<readonly string[]> => {
  const schema = {
    type: 'object',
    properties: {
      lang: { type: 'select', enum: ['en', 'de'] },
      n: { type: 'number' },
      next: { type: 'reference', collection: 'pages' },
    },
  };
  expectStatus(await caller.post('/api/collections', { name: 'notes', schema }), 201);
  const next = await create(caller, { title: 'A page' });
  const titles = times(5, (n) => `Tide and ${n}`);
  for (const [n, title] of titles.entries()) {
    const data = { lang: n % 2 === 0 ? 'en' : 'de', n, next };
    const body = { collection: 'notes', title, status: 'published', data };
    expectStatus(await caller.post('/api/content', body as never), 201);
  }
  return titles;
};

const foundTitles = (json: Parameters<typeof listAt>[0]): readonly unknown[] =>
  listAt(json, 'data').map((each) => at(each, 'item', 'title'));
