import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNumber, losesDigits, mistakeOfNumber } from '../../contracts/index.ts';

test.each([
  '9007199254740993',
  '-9007199254740993',
  '12345678901234567890',
  '12345678901234567890.0',
  '12345678901234567890.5',
  '1.2345678901234567890e19',
  '12345678.901234567890e12',
  '18446744073709551616',
  '76561198009194284',
  '1000000000000000000001',
])('%s loses digits', (text) => {
  expect(losesDigits(text)).toBe(true);
  expect(findNumber(`{"a":${text}}`, losesDigits)).toEqual({ path: ['a'], index: 5, text });
});

test.each([
  '0',
  '-1.50',
  '0.1',
  '0.30000000000000004001',
  '123456.7890123456789',
  '9007199254740991',
  '9007199254740992',
  '12345678901234567000',
  '1e21',
  '1E+21',
  '1000000000000000000000.000',
  '0.00001e26',
  '1.7976931348623157e308',
  '5e-324',
  '1e-400',
  '0e999999999999',
])('%s keeps its value', (text) => {
  expect(mistakeOfNumber(text)).toBeUndefined();
});

test('a number that overflows is a mistake of its own', () => {
  for (const text of ['1e400', '-1e400', '9'.repeat(400)]) {
    expect(mistakeOfNumber(text)).toMatch(/^must be a number between/);
    expect(losesDigits(text)).toBe(false);
  }
});

test('digits in texts and names are not numbers', () => {
  const texts = ['12345678901234567890', 'a: 1e5, 12345678901234567890', '"[1e30]"', '\\', '\\"'];
  const json = JSON.stringify({ texts, ...Object.fromEntries(texts.map((text) => [text, 1])) });
  expect(findNumber(json, () => true)?.text).toBeUndefined();
  expect(findNumber(`[${json}, 12345678901234567890]`, losesDigits)?.path).toEqual(['1']);
});

interface Source {
  readonly source?: string;
}

test('the first number that is wrong is found with its path, as JSON.parse reads it', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
    fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: -25, max: 25 }))
      .map(([digits, power]) => `${digits}.0e${power}`),
  );
  const { value } = fc.letrec<{ value: string; list: string; object: string; text: string }>(
    (tie) => ({
      text: fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
      list: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[ ${items.join(' ,\n')}]`),
      object: fc
        .uniqueArray(fc.tuple(tie('text'), tie('value')), {
          selector: ([name]) => name,
          maxLength: 4,
        })
        .map((members) => `{${members.map(([name, each]) => `${name} : ${each}`).join(',')}}`),
      value: fc.oneof({ depthSize: 'small' }, number, tie('text'), tie('list'), tie('object')),
    }),
  );
  const withoutProto = value.filter((json) => !json.includes('__proto__'));
  fc.assert(
    fc.property(withoutProto, (json) => {
      const wrong: string[] = [];
      JSON.parse(json, (_name, each: unknown, context?: Source) => {
        const { source } = context ?? {};
        if (typeof each === 'number' && losesDigits(source ?? '')) wrong.push(source ?? '');
        return each;
      });
      const found = findNumber(json, losesDigits);
      if (found === undefined) {
        expect(wrong).toEqual([]);
        return;
      }
      expect(wrong).toContain(found.text);
      expect(json.slice(found.index).startsWith(found.text)).toBe(true);
      const at = found.path.reduce<unknown>(
        (holder, name) => (holder as Record<string, unknown>)[name],
        JSON.parse(json),
      );
      expect(at).toBe(Number(found.text));
    }),
    { numRuns: 300 },
  );
});

test('deeply nested text is searched without recursion', () => {
  const depth = 200_000;
  const json = `${'['.repeat(depth)}12345678901234567890${']'.repeat(depth)}`;
  expect(findNumber(json, losesDigits)?.path).toHaveLength(depth);
});
