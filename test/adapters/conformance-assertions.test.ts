import { describe, expect, test } from 'vitest';
import { DomainError } from '../../core/index.ts';
import { equal, failsWith, ok, reasonOf, rejectsWith } from '../conformance/assert.ts';
import { modifyAll, oneIsTrue, oneWins } from '../conformance/cases.ts';
import { registerSuite, suite } from '../conformance/suite.ts';

const rejection = (): Promise<never> => Promise.reject(new DomainError('slug_taken', 'Taken'));

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
  test.each(same)('%o equals %o', (actual, expected) => {
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
  test.each(different)('%o does not equal %o', (actual, expected) => {
    expect(() => equal(actual, expected, 'value')).toThrow('value');
  });

  test('the error names the path of the first difference', () => {
    const compare = (): void => equal({ a: [{ b: 1 }] }, { a: [{ b: undefined }] }, 'found');
    expect(compare).toThrow('found, a, 0, b: expected undefined, got 1');
  });
});

describe('the other assertions', () => {
  test('ok throws for a false condition', () => {
    expect(() => ok(false, 'the sky is green')).toThrow('the sky is green');
    expect(() => ok(true, 'the sky is blue')).not.toThrow();
  });

  test('rejectsWith expects a DomainError with that code', async () => {
    await rejectsWith('slug_taken', rejection());
    await expect(rejectsWith('id_taken', rejection())).rejects.toThrow('got slug_taken');
    await expect(rejectsWith('id_taken', Promise.resolve(1))).rejects.toThrow('fulfilled with 1');
    const plain = Promise.reject(new Error('id_taken'));
    await expect(rejectsWith('id_taken', plain)).rejects.toThrow('expected id_taken');
  });

  test('failsWith expects the same error object', async () => {
    const failure = new Error('planned');
    await failsWith(failure, Promise.reject(failure));
    const other = Promise.reject(new Error('planned'));
    await expect(failsWith(failure, other)).rejects.toThrow('rejection');
    await expect(reasonOf(Promise.resolve(1))).rejects.toThrow('fulfilled with 1');
  });

  test('oneWins and oneIsTrue return the index of the only winner', async () => {
    const success = Promise.resolve();
    expect(await oneWins('slug_taken', [rejection(), success, rejection()])).toBe(1);
    await expect(oneWins('slug_taken', [success, success])).rejects.toThrow('rejected writes');
    await expect(oneWins('slug_taken', [rejection()])).rejects.toThrow('rejected writes');
    await expect(oneWins('id_taken', [success, rejection()])).rejects.toThrow('expected id_taken');
    const [yes, no] = [Promise.resolve(true), Promise.resolve(false)];
    expect(await oneIsTrue([no, yes])).toBe(1);
    await expect(oneIsTrue([yes, yes])).rejects.toThrow('returned true');
    await expect(oneIsTrue([no])).rejects.toThrow('returned true');
  });

  test('modifyAll modifies everything but frozen objects', () => {
    const inner = { list: ['a', { b: 1 }] };
    const value = { inner, text: 'c' };
    modifyAll(value);
    expect(value).toEqual({ inner: 'modified inner', text: 'modified text' });
    expect(inner).toEqual({ list: 'modified list' });
    expect(() => modifyAll(Object.freeze(['a']))).not.toThrow();
  });
});

test('each case runs on its own subject, which is closed even when the case fails', async () => {
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
