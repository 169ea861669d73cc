import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeStored } from '../../core/index.ts';
import type { ContentState } from '../../core/store.ts';
import {
  decodeJson,
  isSameJson,
  type Json,
  type JsonObject,
  type JsonText,
  type Side,
} from '../../core/vocabulary.ts';

const state = (
  data: JsonObject,
  members: Partial<Omit<ContentState, 'data'>> = {},
): ContentState => ({
  title: 'Tides',
  slug: 'tides' as ContentState['slug'],
  status: 'draft',
  collectionId: 'pages',
  ...members,
  data: JSON.stringify(data) as JsonText,
});

const merge = (base: ContentState, mine: ContentState, theirs: ContentState, winner?: Side) => {
  const { merged, conflicts } = mergeStored({ base, mine, theirs }, { winner });
  return { merged, conflicts: conflicts.map(({ path }) => path) };
};

const base = state({ body: 'a', tags: ['x'], place: { name: 'Coast' } });

describe('changes of different paths are both in the result:', () => {
  test('members', () => {
    const mine = { ...base, title: 'Ebb', collectionId: 'posts' };
    const theirs = { ...base, slug: 'ebb' as ContentState['slug'], status: 'published' } as const;
    expect(merge(base, mine, theirs)).toEqual({
      merged: { ...theirs, title: 'Ebb', collectionId: 'posts' },
      conflicts: [],
    });
  });

  test('keys of data, also new and removed ones', () => {
    const mine = state({ body: 'mine', tags: ['x'], mine: 1 });
    const theirs = state({ body: 'a', tags: ['x', 'y'], place: { name: 'Coast' }, theirs: 2 });
    const { merged, conflicts } = merge(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged.data).toBe('{"body":"mine","tags":["x","y"],"theirs":2,"mine":1}');
  });

  test('a member and a key', () => {
    const { merged, conflicts } = merge(base, { ...base, title: 'Ebb' }, state({}));
    expect([merged, conflicts]).toEqual([{ ...state({}), title: 'Ebb' }, []]);
  });
});

describe('a path that both changed is a conflict:', () => {
  const members = [
    ['title', { title: 'Mine' }, { title: 'Theirs' }],
    ['slug', { slug: 'mine' }, { slug: 'theirs' }],
    ['status', { status: 'published' }, { status: 'archived' }],
    ['collectionId', { collectionId: 'a' }, { collectionId: 'b' }],
  ] as const;
  test.each(members)('%s', (path, mine, theirs) => {
    const sides = [
      { ...base, ...mine } as ContentState,
      { ...base, ...theirs } as ContentState,
    ] as const;
    expect(merge(base, ...sides)).toEqual({ merged: sides[1], conflicts: [path] });
    expect(merge(base, ...sides, 'mine')).toEqual({ merged: sides[0], conflicts: [path] });
  });

  const keys = [
    ['changed and changed', { body: 'mine' }, { body: 'theirs' }],
    ['changed and removed', { body: 'mine' }, {}],
    ['removed and changed', {}, { body: 'theirs' }],
    ['changed to null and removed', { body: null }, {}],
  ] as const;
  test.each(keys)('a key that is %s', (_, mine, theirs) => {
    const [from, one, other] = [state({ body: 'a' }), state(mine), state(theirs)];
    expect(merge(from, one, other)).toEqual({ merged: other, conflicts: ['data.body'] });
    expect(merge(from, one, other, 'mine')).toEqual({
      merged: one,
      conflicts: ['data.body'],
    });
  });

  test('a key that both add', () => {
    const [one, other] = [state({ new: 1 }), state({ new: 2 })];
    expect(merge(state({}), one, other).conflicts).toEqual(['data.new']);
  });

  test('all of them, in their order', () => {
    const mine = state({ z: 1, a: 1 }, { title: 'Mine', status: 'published' });
    const theirs = state({ a: 2, z: 2 }, { title: 'Theirs', status: 'archived' });
    const { conflicts } = merge(base, mine, theirs);
    expect(conflicts).toEqual(['title', 'status', 'data.a', 'data.z']);
  });
});

test('equal changes are none, and neither are those of the order of keys', () => {
  const changed = state(
    { body: 'b', place: { name: 'Coast', at: [1, { a: 1, b: 2 }] } },
    { title: 'Ebb' },
  );
  const reordered = state(
    { place: { at: [1, { b: 2, a: 1 }], name: 'Coast' }, body: 'b' },
    { title: 'Ebb' },
  );
  expect(merge(base, reordered, changed)).toEqual({ merged: changed, conflicts: [] });
  expect(merge(reordered, changed, { ...reordered, data: state({}).data }).merged.data).toBe('{}');
});

test('keys that JavaScript treats in its own way are keys like others', () => {
  const [mine, theirs] = ['{"__proto__":1,"constructor":1}', '{"toString":2,"1":1}'];
  const { merged, conflicts } = merge(
    state({}),
    { ...state({}), data: mine as JsonText },
    { ...state({}), data: theirs as JsonText },
  );
  expect(conflicts).toEqual([]);
  expect(merged.data).toBe('{"1":1,"toString":2,"__proto__":1,"constructor":1}');
});

test('merged data that is too large is rejected', () => {
  const half = 'x'.repeat(1_100_000);
  expect(() => merge(state({}), state({ a: half }), state({ b: half }))).toThrow(
    expect.objectContaining({ code: 'invalid_data' }),
  );
});

describe('for any states', () => {
  const value = fc.constantFrom<Json[]>(1, 2, null, { a: 1, b: 2 }, { b: 2, a: 1 }, [], 'x');
  const data = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), value);
  const states = fc
    .record({
      data,
      title: fc.constantFrom('A', 'B', 'C'),
      slug: fc.constantFrom('a', 'b', 'c') as fc.Arbitrary<ContentState['slug']>,
      status: fc.constantFrom('draft', 'published', 'archived'),
      collectionId: fc.constantFrom('a', 'b', 'c'),
    })
    .map(({ data: values, ...members }) => state(values, members));

  /** The value at each path; `undefined` for none. */
  const pathsOf = ({
    data: text,
    ...members
  }: ContentState): ReadonlyMap<string, Json | undefined> =>
    new Map<string, Json | undefined>([
      ...Object.entries(members),
      ...Object.entries(decodeJson(text)).map(([key, each]) => [`data.${key}`, each] as const),
    ]);

  test('each path has the value of the side that changed it, and only real conflicts are reported', () => {
    fc.assert(
      fc.property(
        states,
        states,
        states,
        fc.constantFrom('mine', 'theirs'),
        (from, mine, theirs, winner) => {
          const { merged, conflicts } = merge(from, mine, theirs, winner);
          const [was, one, other, is] = [from, mine, theirs, merged].map(pathsOf);
          const expected: string[] = [];
          for (const path of new Set(
            [was!, one!, other!, is!].flatMap((each) => [...each.keys()]),
          )) {
            const isMine = !isSameJson(was!.get(path), one!.get(path));
            const isTheirs = !isSameJson(was!.get(path), other!.get(path));
            const isConflict = isMine && isTheirs && !isSameJson(one!.get(path), other!.get(path));
            if (isConflict) expected.push(path);
            const source = isConflict
              ? winner === 'mine'
                ? one!
                : other!
              : isMine
                ? one!
                : other!;
            expect(isSameJson(is!.get(path), source.get(path)), path).toBe(true);
          }
          expect(conflicts.toSorted()).toEqual(expected.toSorted());
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('without a change of one side, the result is the other one, and without conflicts both orders agree', () => {
    fc.assert(
      fc.property(states, states, states, (from, mine, theirs) => {
        expect(merge(from, from, theirs)).toEqual({ merged: theirs, conflicts: [] });
        const { merged, conflicts } = merge(from, mine, from);
        const isSame = isSameJson(decodeJson(from.data), decodeJson(mine.data));
        const data = isSame ? from.data : mine.data;
        expect({ merged, conflicts }).toEqual({ merged: { ...mine, data }, conflicts: [] });
        const [one, other] = [merge(from, mine, theirs), merge(from, theirs, mine)];
        expect(new Set(one.conflicts)).toEqual(new Set(other.conflicts));
        if (one.conflicts.length > 0) return;
        expect({ ...one.merged, data: decodeJson(one.merged.data) }).toEqual({
          ...other.merged,
          data: decodeJson(other.merged.data),
        });
      }),
      { numRuns: 2_000 },
    );
  });
});
