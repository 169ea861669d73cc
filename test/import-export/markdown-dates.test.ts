import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDate } from '../../adapters/cli/markdown/dates.ts';

test.each([
  ['2026-05-04', '2026-05-04T00:00:00.000Z'],
  ['2026-05-04T03:02', '2026-05-04T03:02:00.000Z'],
  ['2026-05-04T03:02:01.5', '2026-05-04T03:02:01.500Z'],
  ['2026-05-04T03:02:01.123456Z', '2026-05-04T03:02:01.123Z'],
  ['2026-05-04 03:02:01 +0900', '2026-05-03T18:02:01.000Z'],
  ['2026-05-04T03:02:01-05:30', '2026-05-04T08:32:01.000Z'],
  ['2026-05-04T03:02:01+02', '2026-05-04T01:02:01.000Z'],
  ['2026-5-4 3:02 UTC', '2026-05-04T03:02:00.000Z'],
  ['2026/5/4', '2026-05-04T00:00:00.000Z'],
  [' 2024-02-29 ', '2024-02-29T00:00:00.000Z'],
  ['0099-01-01', '0099-01-01T00:00:00.000Z'],
])('%j is a date and time; without a zone it is UTC', (text, iso) => {
  expect(new Date(parseDate(text)!).toISOString()).toBe(iso);
});

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-05-04T24:00',
  '2026-05-04T12:60',
  '2026-05-04T12:00:00+24:00',
  '2026-05/04',
  '4 May 2026',
  'yesterday',
  '03:02:01',
  '',
  1_777_777_777,
  true,
  null,
  ['2026-05-04'],
])('%j is not a date and time', (value) => {
  expect(parseDate(value)).toBeUndefined();
});

test('every time in ISO 8601 is parsed exactly', () => {
  const dates = fc.date({
    noInvalidDate: true,
    min: new Date('0000-01-01'),
    max: new Date('9999-12-31'),
  });
  fc.assert(
    fc.property(dates, (date) => {
      expect(parseDate(date.toISOString())).toBe(date.getTime());
    }),
  );
});
