import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputOf, parseTime } from '../../adapters/admin/schedule/time-input.ts';
import { afterGap, instantsOf, wallTimeOf } from '../../adapters/admin/schedule/zoned-time.ts';

const times = (wall: string, zone: string): readonly string[] =>
  instantsOf(wall, zone).map((instant) => new Date(instant).toISOString());

describe('a time of a zone', () => {
  test.each([
    ['2026-11-27T09:00', 'Europe/Berlin', ['2026-11-27T08:00:00.000Z']],
    ['2026-07-01T09:00', 'Europe/Berlin', ['2026-07-01T07:00:00.000Z']],
    ['2026-11-27T09:00', 'Asia/Kathmandu', ['2026-11-27T03:15:00.000Z']],
    ['2026-11-27T09:00', 'Pacific/Kiritimati', ['2026-11-26T19:00:00.000Z']],
    ['2026-11-27T00:00', 'UTC', ['2026-11-27T00:00:00.000Z']],
    ['0099-01-01T00:00', 'UTC', ['0099-01-01T00:00:00.000Z']],
  ])('%s in %s is %s', (wall, zone, expected) => {
    expect(times(wall, zone)).toEqual(expected);
  });

  test('that the clocks skip is none, and has a time after it', () => {
    expect(times('2027-03-28T02:30', 'Europe/Berlin')).toEqual([]);
    expect(afterGap('2027-03-28T02:30', 'Europe/Berlin')).toBe('2027-03-28T03:30');
    expect(times('2027-03-28T03:00', 'Europe/Berlin')).toEqual(['2027-03-28T01:00:00.000Z']);
    // Half an hour, at Lord Howe Island; a whole day, in Samoa.
    expect(times('2026-10-04T02:15', 'Australia/Lord_Howe')).toEqual([]);
    expect(times('2011-12-30T12:00', 'Pacific/Apia')).toEqual([]);
  });

  test('that the clocks show twice is both, the first one first', () => {
    expect(times('2027-10-31T02:30', 'Europe/Berlin')).toEqual([
      '2027-10-31T00:30:00.000Z',
      '2027-10-31T01:30:00.000Z',
    ]);
    expect(times('2027-11-07T01:30', 'America/New_York')).toHaveLength(2);
  });

  test('is none for a text that is no time', () => {
    for (const text of ['', '2026-13-01T00:00', '2026-11-27', '2026-11-27T09:00:30', 'now']) {
      expect(instantsOf(text, 'Europe/Berlin')).toEqual([]);
    }
  });

  test('leads back to every minute', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1990, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 }),
        (zone, minute) => {
          const instant = minute * 60_000;
          expect(instantsOf(wallTimeOf(instant, zone), zone)).toContain(instant);
          const parsed = parseTime(inputOf(instant, zone), zone);
          expect(parsed).toEqual({ at: instant });
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('what is typed', () => {
  const input = { wall: '', isSecond: false, isIncomplete: false };

  test('is a time, none, or a mistake that says what to do', () => {
    expect(parseTime(input, 'UTC')).toEqual({ at: null });
    expect(parseTime({ ...input, isIncomplete: true }, 'UTC')).toEqual({
      mistake: 'Complete the date and the time, or clear both.',
    });
    expect(parseTime({ ...input, wall: '2027-03-28T02:30' }, 'Europe/Berlin')).toEqual({
      mistake: 'The clocks skip 02:30 on this day. The time after it is 03:30.',
    });
  });

  test('of a time that comes twice, means the one that was chosen', () => {
    const wall = '2027-10-31T02:30';
    const [first, second] = instantsOf(wall, 'Europe/Berlin');
    expect(parseTime({ ...input, wall }, 'Europe/Berlin')).toEqual({ at: first });
    expect(parseTime({ ...input, wall, isSecond: true }, 'Europe/Berlin')).toEqual({ at: second });
  });
});
