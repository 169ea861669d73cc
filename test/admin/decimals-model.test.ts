import { expect, test } from 'vitest';
import {
  decimalSeparator,
  decimalText,
  readDecimal,
} from '../../adapters/admin/components/inputs/decimals.ts';
import { readFields, writeSchema } from '../../adapters/admin/screens/collections/model/draft.ts';
import { findIssues } from '../../adapters/admin/screens/collections/model/issues.ts';
import { conditionText } from '../../adapters/admin/screens/content/query/conditions.ts';

/** The number, or what is wrong. */
const read = (typed: string, separator: string): number | string => {
  const { value, mistake } = readDecimal(typed, separator);
  return value ?? mistake;
};

const noNumber = 'Enter a number, such as 12.5.';
const hasGroups = 'Leave out what separates thousands: 1234, not 1,234.';

test.each([
  ['3,5', 3.5],
  ['3.5', 3.5],
  [' -0,25 ', -0.25],
  [',5', 0.5],
  ['5,', 5],
  ['1234,5', 1234.5],
  ['1,234', 1.234],
  ['0.125', 0.125],
  ['1,5e-7', 1.5e-7],
  // It is 1,234 in English, and 1234 in German texts.
  ['1.234', hasGroups],
  ['-12.345.678', hasGroups],
  ['1.234,5', hasGroups],
  ['1 234', hasGroups],
  ['1\u202F234,5', hasGroups],
  ['1,234.5', noNumber],
  ['1,2,3', noNumber],
  ['1.2.3', noNumber],
  ['drei', noNumber],
  ['', noNumber],
])('with a decimal comma, %j is %s', (typed, expected) => {
  expect(read(typed, ',')).toBe(expected);
});

test.each([
  ['3.5', 3.5],
  ['1.234', 1.234],
  ['1234', 1234],
  ['3,5', noNumber],
  ['1,234', hasGroups],
  ['1,234.5', hasGroups],
  ["1'234", hasGroups],
  ['1.234,5', noNumber],
])('with a decimal point, %j is %s', (typed, expected) => {
  expect(read(typed, '.')).toBe(expected);
});

test('a number that would be rounded is a mistake, with either separator', () => {
  const tooLong = 'The number has too many digits to be stored exactly. Keep it in a text field.';
  for (const separator of ['.', ',']) expect(read('76561198009194284', separator)).toBe(tooLong);
});

test('what is shown of a number is read as the same number', () => {
  expect(decimalText(1234.5, ',')).toBe('1234,5');
  for (const value of [0.1, -1234.567, 1.234, 1e21, 1.5e-7, 12_345_678]) {
    for (const separator of ['.', ',']) {
      expect(read(decimalText(value, separator), separator)).toBe(value);
    }
  }
  // Without a browser, the admin speaks English.
  expect(decimalSeparator).toBe('.');
});

test('limits of the builder are read like other numbers', () => {
  const [field] = readFields({ properties: { depth: { type: 'number', minimum: -1.5 } } });
  const typed = (maximum: string) => [{ ...field!, limits: { ...field!.limits, maximum } }];
  expect(writeSchema(typed('2.50')).properties['depth']).toMatchObject({
    minimum: -1.5,
    maximum: 2.5,
  });
  expect(findIssues(typed('1,234')).map(({ message }) => message)).toEqual([hasGroups]);
});

test('a condition shows a number as it is typed, and leaves other texts', () => {
  const field = { path: 'data.depth', label: 'Depth', kind: 'number', isList: false } as never;
  const text = (value: string) =>
    conditionText({ key: '', path: 'data.depth', operator: 'gte', value }, [field], String);
  expect(text('2.50')).toBe('Depth is at least 2.5');
  expect(text('deep')).toBe('Depth is at least deep');
});
