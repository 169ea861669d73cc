import { describe, expect, test } from 'vitest';
import { merge, withMembers } from '../../adapters/admin/screens/editor/model/merge.ts';

const item = (title: string, data: Record<string, string | number | readonly string[]>) => ({
  title,
  slug: 'a',
  data,
});

describe('a three-way merge', () => {
  const base = item('A', { body: 'old', tags: ['x'], extra: 1 });

  test('takes over what only they changed, and unknown members', () => {
    const mine = item('Mine', { body: 'old', tags: ['x'], extra: 1 });
    const theirs = item('A', { body: 'new', tags: ['x'], unknown: 'kept' });
    expect(merge(base, mine, theirs)).toEqual({
      text: item('Mine', { body: 'new', tags: ['x'], unknown: 'kept' }),
      conflicts: [],
    });
  });

  test('asks only about members that both changed differently', () => {
    const mine = item('A', { body: 'mine', tags: ['x', 'y'], extra: 1 });
    const theirs = item('Theirs', { body: 'theirs', tags: ['x', 'y'], extra: 1 });
    const { text, conflicts } = merge(base, mine, theirs);
    expect(conflicts).toEqual([{ name: 'data.body', mine: 'mine', theirs: 'theirs' }]);
    expect(text).toEqual(item('Theirs', { body: 'mine', tags: ['x', 'y'], extra: 1 }));
    const taken = withMembers(text, new Map(conflicts.map((each) => [each.name, each.theirs])));
    expect(taken.data).toEqual({ body: 'theirs', tags: ['x', 'y'], extra: 1 });
  });

  test('a member that I removed stays removed unless they changed it', () => {
    const mine = item('A', { tags: ['x'], extra: 1 });
    expect(merge(base, mine, base).text.data).toEqual({ tags: ['x'], extra: 1 });
    const theirs = item('A', { body: 'new', tags: ['x'], extra: 1 });
    expect(merge(base, mine, theirs).conflicts).toEqual([
      { name: 'data.body', mine: undefined, theirs: 'new' },
    ]);
  });
});
