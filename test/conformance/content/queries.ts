import {
  comparePlaces,
  encodeJson,
  fieldIndexesOf,
  keyOf,
  meets,
  pageBytes,
  systemFields,
  type CollectionSchema,
  type ContentItem,
  type FieldIndex,
  type ItemQuery,
  type Json,
  type Key,
  type KeyTest,
  type QueryField,
  type QueryPage,
  type QueryPlace,
  type SortField,
  type Store,
} from '../../../core/index.ts';
import { equal } from '../assert.ts';
import { times } from '../cases.ts';
import { basisOf, insertItems } from './content-changes.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  momentOf,
  sampleCollection,
  sampleContent,
} from '../samples.ts';
import { suite } from '../suite.ts';

const schema: CollectionSchema = {
  type: 'object',
  properties: {
    text: { type: 'string', indexed: true, indexedWith: ['data.number'] },
    choice: { type: 'select', enum: ['a', 1.5], indexed: true },
    day: { type: 'date', indexed: true },
    reference: { type: 'reference', collection: 'any', indexed: true },
    number: { type: 'number', indexed: true },
    flag: { type: 'boolean', indexed: true },
    moment: { type: 'datetime', indexed: true },
    inner: { type: 'object', properties: { 'größe-1': { type: 'number', indexed: true } } },
    texts: { type: 'array', items: { type: 'string' }, indexed: true },
    numbers: { type: 'array', items: { type: 'number' }, indexed: true },
  },
  required: [],
};

const collection = sampleCollection(1, { schema });
const indexes = fieldIndexesOf(collection);

const fieldAt = (path: string): QueryField => {
  const field = indexes.find(({ fields }) => fields[0]?.path === path)?.fields[0];
  if (field === undefined) throw new TypeError(`No index on ${path}`);
  return field;
};

/** A text too long for an index entry, which only differs from another one at its end. */
const longText = (end: string): string => 'x'.repeat(5_000) + end;

/** For each field: values that compare in a way that is easy to get wrong, no values, and values of wrong types. */
const values: Readonly<Record<string, readonly (Json | undefined)[]>> = {
  text: [
    'a',
    'A',
    'ab',
    'ä',
    'z',
    '\u{FFFD}',
    '\u{1F600}',
    '\u{10FFFF}',
    awkwardText.trim(),
    longText('a'),
    longText('b'),
    '',
    null,
    undefined,
    1,
    true,
    ['a'],
    { a: 'a' },
  ],
  choice: ['a', 1.5, 'b', undefined, null, true, 1e21],
  day: ['2026-02-28', '2025-12-31', 'soon', '', undefined],
  reference: [contentId(1), contentId(2).toUpperCase(), 'none', null],
  number: [
    0,
    -0,
    1,
    -1,
    1.5,
    10,
    2,
    1e300,
    -1e300,
    5e-324,
    Number.MAX_SAFE_INTEGER,
    undefined,
    null,
    '1',
    [],
    false,
  ],
  flag: [true, false, undefined, null, 'true', 1],
  moment: [
    '2026-02-28T12:00:00Z',
    '2026-02-28T13:00:00+01:00',
    '2026-02-28T12:00Z',
    '2026-02-28T12:00:00.0009Z',
    '2026-02-28T12:00:00.001Z',
    '0099-01-01T00:00:00-23:59',
    '2026-02-30T12:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999Z',
    '2026-02-28',
    undefined,
    1_772_280_000_000,
  ],
  inner: [
    { 'größe-1': 1 },
    { 'größe-1': '1' },
    { 'größe-1': 2 },
    [{ 'größe-1': 1 }],
    1,
    undefined,
    null,
  ],
  texts: [
    ['a', 'b'],
    ['b'],
    [],
    ['', null, 1, 'c'],
    'a',
    undefined,
    [longText('a'), 'a'],
    { 0: 'a' },
  ],
  numbers: [[1, 2], [2.5], ['1', 3], [], null, 1, [-0]],
};

const statuses = ['published', 'draft', 'archived'] as const;

/** Every value of each field, in combinations that repeat at different places. */
const items: readonly ContentItem[] = times(60, (n) =>
  sampleContent(n, {
    status: statuses[n % 3] ?? 'draft',
    title: ['b', 'a', awkwardText.trim(), 'B', 'ä'][n % 5] ?? 'b',
    createdAt: momentOf(n % 7),
    updatedAt: momentOf(n % 4),
    data: encodeJson(
      Object.fromEntries(
        Object.entries(values).flatMap(([name, list]) => {
          const value = list[n % list.length];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    ),
  }),
);

/** Of another collection, with values that the conditions find. */
const foreign = times(3, (n) =>
  sampleContent(1_000 + n, {
    collectionId: collectionId(2),
    data: items[n]?.data ?? items[0]!.data,
  }),
);

const build = async ({ repositories }: Store, wanted: readonly FieldIndex[]): Promise<void> => {
  const isDone = await repositories.indexes.maintain(async () => wanted, 0, { aborted: false });
  equal(isDone, true, 'whether the work was done');
};

const filled = async (store: Store): Promise<void> => {
  await store.repositories.collections.insert(collection);
  await store.repositories.collections.insert(sampleCollection(2));
  await insertItems(store, [...items, ...foreign]);
  await build(store, indexes);
};

const wholeScan = { fields: [systemFields.created_at], among: [], statuses } as const;

const newestFirst = {
  sort: [{ field: systemFields.created_at, isDescending: true }],
  idsDescend: true,
} as const;

const base = { collectionId: collection.id, ...newestFirst } as const;

const pageOf = async (
  { repositories }: Store,
  query: ItemQuery,
  limit = 1_000,
  after?: QueryPlace,
): Promise<QueryPage> => {
  const read = await repositories.queries.list(
    query,
    { after, limit },
    await basisOf(repositories),
  );
  if (!read.isCurrent) throw new TypeError('The basis has changed');
  return read.value;
};

const idsOf = (page: QueryPage): readonly string[] => page.places.map(({ id }) => id);

/** What the core says that the query has. */
const expected = ({ scan, conditions, sort, idsDescend }: ItemQuery): readonly string[] =>
  items
    .filter((item) => scan.statuses.includes(item.status))
    .filter((item) =>
      scan.among.every((keys, at) =>
        meets(item, { field: scan.fields[at]!, test: { kind: 'among', keys } }),
      ),
    )
    .filter(
      (item) =>
        scan.range === undefined ||
        meets(item, { field: scan.fields[scan.among.length]!, test: scan.range }),
    )
    .filter((item) => conditions.every((condition) => meets(item, condition)))
    .map((item) => ({ id: item.id, keys: sort.map(({ field }) => keyOf(item, field)) }))
    .sort((left, right) => comparePlaces(left, right, sort, idsDescend))
    .map(({ id }) => id);

const scalars = [
  systemFields.id,
  systemFields.title,
  systemFields.slug,
  systemFields.created_at,
  systemFields.updated_at,
  ...['text', 'choice', 'day', 'reference', 'number', 'flag', 'moment', 'inner.größe-1'].map(
    (name) => fieldAt(`data.${name}`),
  ),
];

/** Keys that items have; a few of those fields that every item has. */
const keysOf = (field: QueryField): readonly Key[] => {
  const keys = new Set(items.map((item) => keyOf(item, field)));
  const short = [...keys].filter((key) => String(key).length < 256);
  return field.path.startsWith('data.') ? short : short.slice(0, 5);
};

const testsOf = (field: QueryField): readonly KeyTest[] => {
  const keys = keysOf(field).filter((key) => key !== '' && key !== -Infinity);
  const isText = typeof keys[0] === 'string' && field.kind !== 'uuid';
  return [
    ...keys.flatMap((key): KeyTest[] => [
      { kind: 'among', keys: [key] },
      { kind: 'not', key },
      { kind: 'range', from: { key, isInclusive: true } },
      { kind: 'range', from: { key, isInclusive: false } },
      { kind: 'range', to: { key, isInclusive: true } },
      { kind: 'range', to: { key, isInclusive: false } },
      ...(isText ? [{ kind: 'contains', text: String(key) } as const] : []),
    ]),
    { kind: 'among', keys },
    { kind: 'among', keys: [] },
    ...(isText ? [{ kind: 'contains', text: 'xa' } as const] : []),
    ...(field.path.startsWith('data.')
      ? [
          {
            kind: 'among',
            keys: [keys.some((key) => typeof key === 'string') ? '' : -Infinity],
          } as const,
        ]
      : []),
  ];
};

export const querySuite = suite<Store>('QueryRepository', {
  'a condition holds for the items for which the core says so': async (store) => {
    await filled(store);
    for (const field of scalars) {
      const queries = testsOf(field).map((test) => ({
        ...base,
        scan: wholeScan,
        conditions: [{ field, test }],
        isFollowed: false,
      }));
      await expectAll(store, queries);
    }
  },

  'a condition about a list holds if it holds for a value': async (store) => {
    await filled(store);
    const texts: readonly KeyTest[] = [
      { kind: 'among', keys: ['a'] },
      { kind: 'among', keys: ['c', 'b'] },
      { kind: 'not', key: 'a' },
      { kind: 'range', from: { key: 'b', isInclusive: false } },
      { kind: 'range', to: { key: 'b', isInclusive: false } },
      { kind: 'contains', text: 'xa' },
      { kind: 'exists', exists: true },
      { kind: 'exists', exists: false },
    ];
    const numbers: readonly KeyTest[] = [
      { kind: 'among', keys: [0] },
      { kind: 'among', keys: [1, 2.5] },
      { kind: 'not', key: 2 },
      { kind: 'range', from: { key: 2, isInclusive: true } },
      { kind: 'exists', exists: true },
      { kind: 'exists', exists: false },
    ];
    for (const [path, tests] of [
      ['data.texts', texts],
      ['data.numbers', numbers],
    ] as const) {
      const field = fieldAt(path);
      for (const test of tests) {
        const query = {
          ...base,
          scan: wholeScan,
          conditions: [{ field, test }],
          isFollowed: false,
        };
        equal(
          idsOf(await pageOf(store, query)),
          expected(query),
          `${path} ${JSON.stringify(test)}`,
        );
        if (test.kind !== 'among') continue;
        const scan = { fields: [field], among: [test.keys], statuses: ['draft'] } as const;
        const found = { ...base, scan, conditions: [], isFollowed: false };
        equal(idsOf(await pageOf(store, found)), expected(found), `the index of ${path}`);
      }
    }
  },

  'a scan finds the entries with its keys and within its range': async (store) => {
    await filled(store);
    for (const field of scalars) {
      const queries = testsOf(field).flatMap((test) => {
        if (test.kind !== 'among' && test.kind !== 'range') return [];
        const part = {
          fields: [field],
          among: test.kind === 'among' ? [test.keys] : [],
          ...(test.kind === 'range' && { range: test }),
        };
        const scans = ([statuses, ['draft'], []] as const).map((some) => ({
          ...part,
          statuses: some,
        }));
        return scans.map((scan) => ({ ...base, scan, conditions: [], isFollowed: false }));
      });
      await expectAll(store, queries);
    }
  },

  'the pages of a query that follows its scan contain each item once': async (store) => {
    await filled(store);
    const [text, number] = [fieldAt('data.text'), fieldAt('data.number')];
    const scans: readonly (readonly [readonly QueryField[], readonly (readonly Key[])[]])[] = [
      ...scalars.map((field) => [[field], []] as const),
      [[text, number], []],
      [[text, number], [['a', 'ab', '\u{1F600}']]],
      [[text, systemFields.created_at], [['a', 'A']]],
      [[text], [['a', 'A']]],
    ];
    for (const [fields, among] of scans) {
      for (const isDescending of [false, true]) {
        const free = fields.slice(among.length).filter(({ path }) => path !== 'id');
        const sort: readonly SortField[] = free.map((field) => ({ field, isDescending }));
        const scan = { fields, among, statuses };
        const query = {
          collectionId: collection.id,
          scan,
          conditions: [],
          sort,
          idsDescend: isDescending,
          isFollowed: true,
        };
        await expectPages(store, query, fields.map(({ path }) => path).join());
      }
    }
  },

  'a followed scan can have a range, and starts after a place': async (store) => {
    await filled(store);
    for (const field of scalars.filter(({ path }) => path !== 'id')) {
      const keys = keysOf(field).toSorted((left, right) => (left < right ? -1 : 1));
      const key = keys[Math.floor(keys.length / 2)] ?? '';
      for (const isDescending of [false, true]) {
        // The range ends where the scan does: the place replaces its start.
        const bound = { key, isInclusive: true };
        const range = {
          kind: 'range',
          ...(isDescending ? { from: bound } : { to: bound }),
        } as const;
        const query = {
          collectionId: collection.id,
          scan: { fields: [field], among: [], range, statuses },
          conditions: [],
          sort: [{ field, isDescending }],
          idsDescend: isDescending,
          isFollowed: true,
        };
        await expectPages(store, query, field.path);
      }
    }
  },

  'candidates are sorted by any fields, in any directions': async (store) => {
    await filled(store);
    for (const [at, first] of scalars.entries()) {
      const second = scalars[(at + 3) % scalars.length] ?? first;
      if (first.path === 'id' || second.path === 'id') continue;
      for (const [one, other] of [
        [true, false],
        [false, true],
        [true, true],
      ] as const) {
        const sort = [
          { field: first, isDescending: one },
          { field: second, isDescending: other },
        ];
        const query = {
          collectionId: collection.id,
          scan: wholeScan,
          conditions: [],
          sort,
          idsDescend: other,
          isFollowed: false,
        };
        await expectPages(store, query, `${first.path},${second.path}`);
      }
    }
  },

  'counts stop at their maximum': async (store) => {
    await filled(store);
    const { queries } = store.repositories;
    const basis = await basisOf(store.repositories);
    const drafts = { ...wholeScan, statuses: ['draft'] } as const;
    const withA = { fields: [fieldAt('data.texts')], among: [['a']], statuses } as const;
    const query = { ...base, scan: drafts, conditions: [], isFollowed: true };
    const number = async (read: ReturnType<typeof queries.count>) => {
      const result = await read;
      return result.isCurrent ? result.value : undefined;
    };
    equal(await number(queries.count(query, 100, basis)), 20, 'drafts');
    equal(await number(queries.count(query, 7, basis)), 7, 'up to seven drafts');
    const conditions = [{ field: systemFields.title, test: { kind: 'not', key: 'a' } }] as const;
    const checked = { ...query, conditions, isFollowed: false };
    equal(
      await number(queries.count(checked, 100, basis)),
      expected(checked).length,
      'checked drafts',
    );
    const counted = await queries.countCandidates(
      collection.id,
      [drafts, wholeScan, withA],
      50,
      basis,
    );
    const ofList = expected({ ...base, scan: withA, conditions: [], isFollowed: false }).length;
    equal(counted.isCurrent && counted.value, [20, 50, ofList], 'candidates');
  },

  'a large page has the sizes of its items': async (store) => {
    await store.repositories.collections.insert(collection);
    const size = Math.ceil(pageBytes / 5);
    const large = times(6, (n) =>
      sampleContent(n, { data: encodeJson({ text: 'é'.repeat(size / 2) }) }),
    );
    await insertItems(store, large);
    for (const isFollowed of [true, false]) {
      const query = { ...base, scan: wholeScan, conditions: [], isFollowed };
      const page = await pageOf(store, query);
      equal(
        'large' in page && page.large.map(({ id }) => id),
        large.map(({ id }) => id).reverse(),
        'ids',
      );
      equal('large' in page && page.large[0]?.bytes, size + 11, 'bytes');
      const small = await pageOf(store, query, 2);
      equal('items' in small && small.items, large.slice(-2).reverse(), 'a page of two');
    }
  },
});

const expectAll = async (store: Store, queries: readonly ItemQuery[]): Promise<void> => {
  const basis = await basisOf(store.repositories);
  await Promise.all(
    queries.map(async (query) => {
      const read = await store.repositories.queries.list(query, { limit: 1_000 }, basis);
      equal(read.isCurrent && idsOf(read.value), expected(query), JSON.stringify(query));
    }),
  );
};

/** Reads the query in pages of seven, and compares the whole. */
const expectPages = async (store: Store, query: ItemQuery, about: string): Promise<void> => {
  const found: string[] = [];
  let after: QueryPlace | undefined;
  do {
    const page = await pageOf(store, query, 7, after);
    found.push(...idsOf(page));
    after = page.places.at(-1);
    const last = items.find(({ id }) => id === after?.id);
    if (last !== undefined && after !== undefined) {
      equal(
        after.keys,
        query.sort.map(({ field }) => keyOf(last, field)),
        `a place, ${about}`,
      );
    }
  } while (after !== undefined);
  equal(found, expected(query), `the pages, ${about}`);
};
