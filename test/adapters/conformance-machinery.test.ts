import { describe, expect, test } from 'vitest';
import { DomainError } from '../../core/index.ts';
import { equal, failsWith, ok, reasonOf, rejectsWith } from '../conformance/assert.ts';
import { oneIsTrue, oneWins, spoil } from '../conformance/cases.ts';
import { registerSuite, suite } from '../conformance/suite.ts';

const refusal = (): Promise<never> => Promise.reject(new DomainError('slug_taken', 'Taken'));

describe('equal', () => {
  const same: readonly (readonly [unknown, unknown])[] = [
    [undefined, undefined],
    [Number.NaN, Number.NaN],
    [{ a: 1, b: undefined }, { a: 1 }],
    [
      { a: 1, b: [{ c: 'x' }] },
      { b: [{ c: 'x' }], a: 1 },
    ],
    [new Set(['a', 'b']), new Set(['b', 'a'])],
    [Uint8Array.of(1, 2), Buffer.from([1, 2])],
  ];
  test.each(same)('%o is the same as %o', (actual, expected) => {
    expect(() => equal(actual, expected, 'value')).not.toThrow();
  });

  const different: readonly (readonly [unknown, unknown])[] = [
    [null, undefined],
    ['1', 1],
    [{}, []],
    [{ a: null }, {}],
    [[undefined], []],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [new Set(['a']), new Set(['a', 'b'])],
    [new Set(['a', 'c']), new Set(['a', 'b'])],
    [Uint8Array.of(1, 2), Uint8Array.of(1, 3)],
    [Uint8Array.of(1), Uint8Array.of(1, 0)],
    [new Map([['a', 1]]), new Map([['a', 2]])],
    [new Date(0), new Date(1)],
    [new Error('a'), new Error('b')],
  ];
  test.each(different)('%o is not the same as %o', (actual, expected) => {
    expect(() => equal(actual, expected, 'value')).toThrow('value');
  });

  test('the first difference is named by its place', () => {
    const compare = (): void => equal({ a: [{ b: 1 }] }, { a: [{ b: undefined }] }, 'found');
    expect(compare).toThrow('found, a, 0, b: expected undefined, got 1');
  });
});

describe('the other assertions', () => {
  test('ok fails for what does not hold', () => {
    expect(() => ok(false, 'the sky is green')).toThrow('the sky is green');
    expect(() => ok(true, 'the sky is blue')).not.toThrow();
  });

  test('rejectsWith wants a domain error of exactly that code', async () => {
    await rejectsWith('slug_taken', refusal());
    await expect(rejectsWith('id_taken', refusal())).rejects.toThrow('got slug_taken');
    await expect(rejectsWith('id_taken', Promise.resolve(1))).rejects.toThrow('none');
    const plain = Promise.reject(new Error('id_taken'));
    await expect(rejectsWith('id_taken', plain)).rejects.toThrow('expected id_taken');
  });

  test('failsWith wants the very same error', async () => {
    const failure = new Error('planned');
    await failsWith(failure, Promise.reject(failure));
    const other = Promise.reject(new Error('planned'));
    await expect(failsWith(failure, other)).rejects.toThrow('rejection');
    await expect(reasonOf(Promise.resolve(1))).rejects.toThrow('fulfilled with 1');
  });

  test('oneWins and oneIsTrue name the winner and refuse two or none', async () => {
    const success = Promise.resolve();
    expect(await oneWins('slug_taken', [refusal(), success, refusal()])).toBe(1);
    await expect(oneWins('slug_taken', [success, success])).rejects.toThrow('refused writes');
    await expect(oneWins('slug_taken', [refusal()])).rejects.toThrow('refused writes');
    await expect(oneWins('id_taken', [success, refusal()])).rejects.toThrow('expected id_taken');
    const [yes, no] = [Promise.resolve(true), Promise.resolve(false)];
    expect(await oneIsTrue([no, yes])).toBe(1);
    await expect(oneIsTrue([yes, yes])).rejects.toThrow('took effect');
    await expect(oneIsTrue([no])).rejects.toThrow('took effect');
  });

  test('spoil leaves nothing as it was, and frozen objects alone', () => {
    const inner = { list: ['a', { b: 1 }] };
    const value = { inner, text: 'c' };
    spoil(value);
    expect(value).toEqual({ inner: 'spoilt inner', text: 'spoilt text' });
    expect(inner).toEqual({ list: 'spoilt list' });
    expect(() => spoil(Object.freeze(['a']))).not.toThrow();
  });
});

test('every case runs on a subject of its own, which is closed even when the case fails', async () => {
  const log: string[] = [];
  const bodies = new Map<string, () => Promise<void>>();
  let opened = 0;
  registerSuite(
    suite<{ readonly n: number }>('Port', {
      holds: async ({ n }) => void log.push(`case on ${n}`),
      'does not hold': () => Promise.reject(new Error('broken')),
    }),
    async () => {
      opened += 1;
      const n = opened;
      return { subject: { n }, close: async () => void log.push(`closed ${n}`) };
    },
    (name, body) => bodies.set(name, body),
  );
  expect([...bodies.keys()]).toEqual(['Port: holds', 'Port: does not hold']);
  await bodies.get('Port: holds')?.();
  await expect(bodies.get('Port: does not hold')?.()).rejects.toThrow('broken');
  expect(log).toEqual(['case on 1', 'closed 1', 'closed 2']);
});
