import {
  comparePlaces,
  fieldIndexesOf,
  keyOf,
  meets,
  pageBytes,
  systemFields,
  type FieldIndex,
  type ItemQuery,
  type Key,
  type KeyTest,
  type Shown,
  type QueryCondition,
  type QueryField,
  type QueryPage,
  type QueryPlace,
  type SortField,
  type Store,
} from '../../../../core/store.ts';
import {
  encodeJson,
  parseSlug,
  utf8Length,
  type CollectionSchema,
  type ContentItem,
  type Json,
} from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { times } from '../../cases.ts';
import { trashingOf } from '../../trash/trashed-items.ts';
import { basisOf, insertItems } from '../content-changes.ts';
import { sampleCopy, saveCopies } from '../copy-samples.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  momentOf,
  sampleCollection,
  sampleContent,
} from '../../samples.ts';
import { suite, type ConformanceSuite, type Promises } from '../../suite.ts';

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
const draft = ['draft'] as const;

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

/** What the cases of both showns run on. */
interface QueryWorld {
  readonly store: Store;
  readonly shown: Shown;
  /** Stores what the shown shows as {@link items}. */
  readonly fill: () => Promise<void>;
}

const insertCollections = async ({ repositories }: Store): Promise<void> => {
  await repositories.collections.insert(collection);
  await repositories.collections.insert(sampleCollection(2));
};

/** Copies have other values, and are not shown. */
const fillPublished = async (store: Store): Promise<void> => {
  await insertCollections(store);
  await insertItems(store, [...items, ...foreign]);
  const target = collection.id;
  await saveCopies(store, [
    ...[3, 6, 9].map((n) => sampleCopy(n, { data: otherThan(n).data })),
    sampleCopy(12, { collectionId: collectionId(2) }),
    sampleCopy(1_001, { collectionId: target, data: otherThan(1).data }),
  ]);
  await build(store, indexes);
};

/** Another item of the samples, with other values in most fields. */
const otherThan = (n: number): ContentItem => items[(n + 22) % items.length] ?? sampleContent(n);

/**
 * Of four published items, three have a copy with the shown values, and one of them is stored in another collection. The
 * copies of other items are not shown: those of drafts, of archived items and of items in the trash. Some copies move
 * items out of the collection.
 */
const fillDrafts = async (store: Store): Promise<void> => {
  await insertCollections(store);
  const copied = items.filter((_, index) => index % 3 === 2 && index % 12 !== 11);
  const stored = items.map((item, index) => {
    if (!copied.includes(item)) return item;
    const { title, data, updatedAt } = otherThan(index);
    const slug = parseSlug(`stored-${index}`);
    const collectionOf = collectionId(index % 12 === 5 ? 2 : 1);
    return { ...item, title, slug, data, updatedAt, collectionId: collectionOf };
  });
  const moved = foreign.map(({ data }, index) =>
    sampleContent(2_000 + index, { status: 'published', data }),
  );
  const trashed = sampleContent(3_000);
  await insertItems(store, [...stored, ...foreign, ...moved, trashed]);
  await saveCopies(store, [
    ...copied.map(({ title, slug, data, updatedAt }) => {
      const n = 1 + items.findIndex((item) => item.slug === slug);
      return sampleCopy(n, { title, slug, data, updatedAt });
    }),
    ...[1, 2, 4, 5].map((n) => sampleCopy(n, { data: otherThan(n).data })),
    sampleCopy(7, { collectionId: collectionId(2) }),
    ...moved.map((_, index) => sampleCopy(2_000 + index, { collectionId: collectionId(2) })),
    sampleCopy(3_000, { data: foreign[0]!.data }),
  ]);
  ok(await store.commit([trashingOf(trashed)]), 'the item was deleted');
  await build(store, indexes);
};

const wholeScan = { fields: [systemFields.created_at], among: [], statuses } as const;

const newestFirst = {
  sort: [{ field: systemFields.created_at, isDescending: true }],
  idsDescend: true,
} as const;

const base = { collectionId: collection.id, shown: 'published', ...newestFirst } as const;

const pageOf = async (
  { store: { repositories }, shown }: QueryWorld,
  query: ItemQuery,
  limit = 1_000,
  after?: QueryPlace,
  countMax?: number,
): Promise<QueryPage> => {
  const read = await repositories.queries.list(
    { ...query, shown },
    { after, limit, countMax },
    await basisOf(repositories),
  );
  if (!read.isCurrent) throw new TypeError('The basis has changed');
  return read.value;
};

const lastPlace = async (world: QueryWorld, query: ItemQuery): Promise<QueryPlace | undefined> =>
  (await pageOf(world, query)).places.at(-1);

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
  systemFields.published_at,
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
    ...keys.flatMap((key, at): KeyTest[] => [
      { kind: 'among', keys: [key] },
      { kind: 'not', key },
      // A range includes every other key at its start, and the others at its end.
      { kind: 'range', from: { key, isInclusive: at % 2 === 0 } },
      { kind: 'range', to: { key, isInclusive: at % 2 === 1 } },
      ...(isText ? [{ kind: 'contains', text: String(key) } as const] : []),
    ]),
    { kind: 'among', keys },
    { kind: 'among', keys: [] },
    ...(isText ? [{ kind: 'contains', text: 'xa' } as const] : []),
    ...(field.path.startsWith('data.') || field === systemFields.published_at
      ? [
          {
            kind: 'among',
            keys: [keys.some((key) => typeof key === 'string') ? '' : -Infinity],
          } as const,
        ]
      : []),
  ];
};

const promises: Readonly<Record<string, (world: QueryWorld) => Promise<void>>> = {
  'a condition holds for the items for which the core says so': async (world) => {
    await world.fill();
    for (const field of scalars) {
      const queries = testsOf(field).map((test) => ({
        ...base,
        scan: wholeScan,
        conditions: [{ field, test }],
        isFollowed: false,
      }));
      await expectAll(world, queries);
    }
  },

  'a condition about a list holds if it holds for a value': async (world) => {
    await world.fill();
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
          idsOf(await pageOf(world, query)),
          expected(query),
          `${path} ${JSON.stringify(test)}`,
        );
        if (test.kind !== 'among') continue;
        const scan = { fields: [field], among: [test.keys], statuses: ['draft'] } as const;
        const found = { ...base, scan, conditions: [], isFollowed: false };
        equal(idsOf(await pageOf(world, found)), expected(found), `the index of ${path}`);
      }
    }
  },

  'among given items, those are found for which the core says so': async (world) => {
    const { store, shown, fill } = world;
    await fill();
    const basis = await basisOf(store.repositories);
    const given = items.filter((_, index) => index % 4 !== 0);
    const expectMeeting = async (conditions: readonly QueryCondition[]) => {
      const ids = [...given.map(({ id }) => id), contentId(9_999)];
      const { queries } = store.repositories;
      const read = await queries.meetingAmong(ids, conditions, shown, basis);
      const all = given.filter((item) => conditions.every((each) => meets(item, each)));
      equal(
        read.isCurrent && read.value.toSorted(),
        all.map(({ id }) => id).sort(),
        JSON.stringify(conditions),
      );
    };
    const conditions = [...scalars, fieldAt('data.texts'), fieldAt('data.numbers')].flatMap(
      (field) =>
        field.isList
          ? ([{ field, test: { kind: 'exists', exists: true } }] as const)
          : testsOf(field).map((test) => ({ field, test })),
    );
    for (const [at, condition] of conditions.entries()) {
      // Every fifth alone, and with others; the meaning of each is a promise of its own.
      if (at % 5 !== 0) continue;
      await expectMeeting([condition]);
      const other = conditions[(at * 7 + 3) % conditions.length];
      if (other !== undefined) await expectMeeting([condition, other]);
    }
    const none = await store.repositories.queries.meetingAmong([], [], shown, basis);
    equal(none.isCurrent && none.value, [], 'of none');
  },

  'a scan finds the entries with its keys and within its range': async (world) => {
    await world.fill();
    for (const field of scalars) {
      const parts = testsOf(field).flatMap((test): Omit<ItemQuery['scan'], 'statuses'>[] => {
        if (test.kind === 'among') return [{ fields: [field], among: [test.keys] }];
        return test.kind === 'range' ? [{ fields: [field], among: [], range: test }] : [];
      });
      // A key has three of them, so each kind of scan occurs with all statuses and with one.
      const scans: ItemQuery['scan'][] = parts.map((part, at) => ({
        ...part,
        statuses: at % 2 ? draft : statuses,
      }));
      scans.push({ ...scans[0]!, statuses: [] });
      const queries = scans.map((scan) => ({ ...base, scan, conditions: [], isFollowed: false }));
      await expectAll(world, queries);
    }
  },

  'the pages of a query that follows its scan contain each item once': async (world) => {
    await world.fill();
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
          shown: 'published' as const,
          scan,
          conditions: [],
          sort,
          idsDescend: isDescending,
          isFollowed: true,
        };
        await expectPages(world, query, fields.map(({ path }) => path).join());
      }
    }
  },

  'a followed scan can have a range, and starts after a place': async (world) => {
    await world.fill();
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
          shown: 'published' as const,
          scan: { fields: [field], among: [], range, statuses },
          conditions: [],
          sort: [{ field, isDescending }],
          idsDescend: isDescending,
          isFollowed: true,
        };
        await expectPages(world, query, field.path);
      }
    }
  },

  'candidates are sorted by any fields, in any directions': async (world) => {
    await world.fill();
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
          shown: 'published' as const,
          scan: wholeScan,
          conditions: [],
          sort,
          idsDescend: other,
          isFollowed: false,
        };
        await expectPages(world, query, `${first.path},${second.path}`);
      }
    }
  },

  'counts stop at their maximum': async (world) => {
    await world.fill();
    const { repositories } = world.store;
    const { queries } = repositories;
    const { shown } = world;
    const basis = await basisOf(repositories);
    const drafts = { ...wholeScan, statuses: ['draft'] } as const;
    const withA = { fields: [fieldAt('data.texts')], among: [['a']], statuses } as const;
    const followed = { ...base, scan: drafts, conditions: [], isFollowed: true };
    const conditions = [{ field: systemFields.title, test: { kind: 'not', key: 'a' } }] as const;
    const checked = { ...followed, conditions, isFollowed: false };
    for (const query of [followed, checked]) {
      const all = expected(query);
      const first = await pageOf(world, query, 3, undefined, 100);
      equal([first.count, idsOf(first)], [all.length, all.slice(0, 3)], 'with the first page');
      const { count } = await pageOf(world, query, 3, first.places[2], 100);
      equal(count, all.length, 'with the second page');
      const end = await pageOf(world, query, 3, await lastPlace(world, query), 100);
      equal([end.count, idsOf(end)], [all.length, []], 'after the end');
      equal((await pageOf(world, query, 3, undefined, 7)).count, 7, 'up to seven');
      equal((await pageOf(world, query, 3)).count, undefined, 'not asked for');
    }
    const none = {
      ...checked,
      conditions: [{ field: systemFields.title, test: { kind: 'among', keys: [] } }],
    } as const;
    equal((await pageOf(world, none, 3, undefined, 7)).count, 0, 'of nothing');
    const sizes = (scan: ItemQuery['scan']) =>
      expected({ ...base, scan, conditions: [], isFollowed: false }).map((id) =>
        utf8Length(items.find((item) => item.id === id)?.data ?? ''),
      );
    const counted = await queries.countCandidates(
      collection.id,
      [drafts, wholeScan, withA],
      50,
      shown,
      basis,
    );
    const sizeOf = (scan: ItemQuery['scan']) => {
      const list = sizes(scan);
      return { items: list.length, bytes: list.reduce((sum, bytes) => sum + bytes, 0) };
    };
    equal(
      counted.isCurrent && counted.value.map((each) => (each.items === 50 ? 50 : each)),
      [sizeOf(drafts), 50, sizeOf(withA)],
      'candidates',
    );
  },

  'a large page has the sizes of its items': async (world) => {
    const { store } = world;
    await store.repositories.collections.insert(collection);
    const size = Math.ceil(pageBytes / 5);
    const large = times(6, (n) =>
      sampleContent(n, { data: encodeJson({ text: 'é'.repeat(size / 2) }) }),
    );
    await insertItems(store, large);
    for (const isFollowed of [true, false]) {
      const query = { ...base, scan: wholeScan, conditions: [], isFollowed };
      const page = await pageOf(world, query);
      equal(
        'large' in page && page.large.map(({ id }) => id),
        large.map(({ id }) => id).reverse(),
        'ids',
      );
      equal('large' in page && page.large[0]?.bytes, size + 11, 'bytes');
      const small = await pageOf(world, query, 2);
      equal('items' in small && small.items, large.slice(-2).reverse(), 'a page of two');
    }
  },
};

/** The cases for what is shown, and those for this alone. */
const suiteFor = (
  port: string,
  shown: Shown,
  fill: (store: Store) => Promise<void>,
  others: Promises<Store> = {},
): ConformanceSuite<Store> => {
  const shared = Object.entries(promises).map(([name, run]) => [
    name,
    (store: Store) => run({ store, shown, fill: () => fill(store) }),
  ]);
  return suite<Store>(port, { ...Object.fromEntries(shared), ...others });
};

export const querySuite = suiteFor('QueryRepository', 'published', fillPublished);

export const draftQuerySuite = suiteFor(
  'QueryRepository, unpublished content',
  'unpublished',
  fillDrafts,
  {
    'a page has the items as they are shown': async (store) => {
      await fillDrafts(store);
      for (const isFollowed of [true, false]) {
        const query = { ...base, scan: wholeScan, conditions: [], isFollowed };
        const page = await pageOf({ store, shown: 'unpublished', fill: rest }, query);
        equal(
          'items' in page && page.items,
          idsOf(page).map((id) => items.find((item) => item.id === id)),
          'items',
        );
      }
    },

    'a large page has the sizes of copies, and a small one their data': async (store) => {
      await insertCollections(store);
      const size = Math.ceil(pageBytes / 5);
      const data = encodeJson({ text: 'é'.repeat(size / 2) });
      await insertItems(
        store,
        times(6, (n) => sampleContent(n)),
      );
      for (const n of times(6, (each) => each)) await saveCopies(store, [sampleCopy(n, { data })]);
      for (const isFollowed of [true, false]) {
        const world = { store, shown: 'unpublished', fill: rest } as const;
        const query = { ...base, scan: wholeScan, conditions: [], isFollowed };
        const page = await pageOf(world, query);
        equal('large' in page && page.large[5], { id: contentId(1), bytes: size + 11 }, 'a size');
        const small = await pageOf(world, query, 1);
        equal('items' in small && small.items[0]?.data === data, true, 'a page of one');
      }
    },

    'the size of copies is that of their data': async (store) => {
      await insertCollections(store);
      await insertItems(store, [sampleContent(1), sampleContent(2)]);
      const data = encodeJson({ text: 'é'.repeat(3_000) });
      for (const n of [1, 2]) await saveCopies(store, [sampleCopy(n, { data })]);
      const { repositories } = store;
      const basis = await basisOf(repositories);
      const sizes = async (max: number) => {
        const read = await repositories.queries.countCopies(collectionId(1), max, basis);
        return read.isCurrent && read.value.bytes;
      };
      equal(await sizes(10), 2 * utf8Length(data), 'of both');
      equal(await sizes(1), utf8Length(data), 'of one');
      const none = await repositories.queries.countCopies(collectionId(2), 10, basis);
      equal(none.isCurrent && none.value, { items: 0, bytes: 0 }, 'of none');
    },

    'the copies of a collection are those of its items, and those that move items there': async (
      store,
    ) => {
      await fillDrafts(store);
      const { repositories } = store;
      const basis = await basisOf(repositories);
      const count = async (n: number, max: number) => {
        const read = await repositories.queries.countCopies(collectionId(n), max, basis);
        return read.isCurrent && read.value.items;
      };
      // 15 copies are shown, 5 are of drafts and archived items, 3 move items away, and 1 is in the trash.
      equal(await count(1, 100), 24, 'all');
      equal(await count(1, 7), 7, 'up to seven');
      // 5 are of items that move away, and 4 move items there.
      equal(await count(2, 100), 9, 'of the other collection');
      equal(await count(3, 100), 0, 'of a third one');
    },
  },
);

const rest = async (): Promise<void> => undefined;

const expectAll = async (
  { store, shown }: QueryWorld,
  queries: readonly ItemQuery[],
): Promise<void> => {
  const basis = await basisOf(store.repositories);
  await Promise.all(
    queries.map(async (query) => {
      const read = await store.repositories.queries.list(
        { ...query, shown },
        { limit: 1_000 },
        basis,
      );
      equal(read.isCurrent && idsOf(read.value), expected(query), JSON.stringify(query));
    }),
  );
};

/** Reads the query in pages, and compares the whole. */
const expectPages = async (world: QueryWorld, query: ItemQuery, about: string): Promise<void> => {
  const found: string[] = [];
  let after: QueryPlace | undefined;
  do {
    const page = await pageOf(world, query, 11, after);
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
