import type { Json } from './json.ts';
import type { EpochMs } from './time.ts';

/** A time, read from a text or number that a person or a program wrote. */
export interface WrittenDate {
  readonly time: EpochMs;
  /** The day as it was written, whatever its zone: `2026-05-04`. */
  readonly day: string;
  /** Whether it says less than a day, or could also be a number of something else. */
  readonly isGuess: boolean;
}

// An hour, and a zone after it: `9:30`, `T09:30:00.5Z`, ` 09:30:00 +0100`, ` 9:30 PM EST`.
const timePattern =
  /^(?:[Tt]|,?[ \t]+(?:at[ \t]+)?)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[ \t]*([AaPp])\.?[Mm]\.?)?(?:[ \t]*(Z|z|[A-Z]{2,4}|[+-]\d{2}(?::?\d{2})?))?$/;
/** ISO 8601 and the variants of YAML, Jekyll and Hexo: one-digit parts, slashes. */
const isoPattern = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
/** `31.12.2025`, `31/12/2025`, `12/31/2025`. */
const shortPattern = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/;
/** `4 May 2026`, `Mon, 04 May 2026` and `4th of May, 2026`. */
const dayFirstPattern =
  /^(?:[A-Za-z]{3,9}\.?,?[ \t]+)?(\d{1,2})(?:st|nd|rd|th)?(?:[ \t]+of)?[ \t-]+([A-Za-z]{3,9})\.?,?[ \t-]+(\d{4})(?!\d)/;
/** `May 4, 2026` and `Monday, May 4th 2026`. */
const monthFirstPattern =
  /^(?:[A-Za-z]{3,9}\.?,?[ \t]+)?([A-Za-z]{3,9})\.?[ \t]+(\d{1,2})(?:st|nd|rd|th)?,?[ \t]+(\d{4})(?!\d)/;

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

/** The zones with names in RFC 2822, in hours. */
const zones: Readonly<Record<string, number>> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

interface Day {
  readonly year: number;
  readonly month: number;
  readonly date: number;
  /** What follows the day. */
  readonly rest: string;
}

/**
 * Parses a date in the notation of ISO 8601 or a similar one, with or without a time. UTC without a zone.
 *
 * @returns undefined for anything else, including February 30.
 */
export const parseDate = (value: Json): EpochMs | undefined => {
  const day = typeof value === 'string' ? readIsoDay(value.trim()) : undefined;
  return day && timeOf(day);
};

/**
 * Reads a date in any usual notation: those of {@link parseDate}, `31.12.2025`, `4 May 2026`, `May 4, 2026 3:04 PM`,
 * RFC 2822, epoch seconds or milliseconds, a month, a year.
 *
 * @returns undefined for anything else, also for `02/03/2026`, which is a day of February or of March.
 */
export const readDate = (value: Json): WrittenDate | undefined => {
  if (typeof value === 'number') return readNumber(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const [, year, month = '01'] = /^(\d{4})(?:[-/](\d{2}))?$/.exec(text) ?? [];
  if (year !== undefined) return withDay(readIsoDay(`${year}-${month}-01`), true);
  return withDay(readIsoDay(text) ?? readShortDay(text) ?? readNamedDay(text), false);
};

/** Epoch seconds from 1973 on have nine digits or more, epoch milliseconds twelve. */
const readNumber = (value: number): WrittenDate | undefined => {
  if (!Number.isSafeInteger(value)) return undefined;
  if (value >= 1_000 && value <= 9_999) return readDate(`${value}`);
  if (value < 1e8 || value >= 1e14) return undefined;
  const time = value < 1e11 ? value * 1_000 : value;
  return { time, day: new Date(time).toISOString().slice(0, 10), isGuess: true };
};

const withDay = (day: Day | undefined, isGuess: boolean): WrittenDate | undefined => {
  const time = day && timeOf(day);
  if (day === undefined || time === undefined) return undefined;
  const parts = [`${day.year}`.padStart(4, '0'), pad(day.month), pad(day.date)];
  return { time, day: parts.join('-'), isGuess };
};

const pad = (part: number): string => `${part}`.padStart(2, '0');

const readIsoDay = (text: string): Day | undefined => {
  const [whole, year, , month, date] = isoPattern.exec(text) ?? [];
  return whole === undefined ? undefined : dayOf(text, whole, year, Number(month), date);
};

const readShortDay = (text: string): Day | undefined => {
  const [whole, first, separator, second, year] = shortPattern.exec(text) ?? [];
  if (whole === undefined) return undefined;
  // Only Americans write the month first, and never with dots.
  if (separator === '.' || Number(first) > 12)
    return dayOf(text, whole, year, Number(second), first);
  if (Number(second) > 12 || first === second)
    return dayOf(text, whole, year, Number(first), second);
  return undefined;
};

const readNamedDay = (text: string): Day | undefined => {
  const [dayFirst, date, name, year] = dayFirstPattern.exec(text) ?? [];
  if (dayFirst !== undefined) return dayOf(text, dayFirst, year, monthOf(name), date);
  const [monthFirst, month, first, second] = monthFirstPattern.exec(text) ?? [];
  return monthFirst === undefined
    ? undefined
    : dayOf(text, monthFirst, second, monthOf(month), first);
};

/** @returns 0 for a word that is no month. */
const monthOf = (name = ''): number => {
  const word = name.toLowerCase();
  return (
    monthNames.findIndex(
      (month) => month === word || (/^(?:...|sept)$/.test(word) && month.startsWith(word)),
    ) + 1
  );
};

const dayOf = (text: string, whole: string, year = '', month: number, date = ''): Day => ({
  year: Number(year),
  month,
  date: Number(date),
  rest: text.slice(whole.length),
});

const timeOf = ({ year, month, date, rest }: Day): EpochMs | undefined => {
  const time = readTime(rest);
  if (time === undefined) return undefined;
  const day = new Date(0);
  // Not Date.UTC, which maps the years 0 to 99 to 1900 to 1999.
  day.setUTCFullYear(year, month - 1, date);
  // A day that the month does not have overflows into the next month.
  return day.getUTCMonth() + 1 === month && date > 0 ? day.getTime() + time : undefined;
};

const minute = 60_000;

/** @returns milliseconds since the start of the day in UTC; 0 without a time. */
const readTime = (text: string): number | undefined => {
  if (text === '') return 0;
  const match = timePattern.exec(text);
  if (match === null) return undefined;
  const [, hours, minutes, seconds = '0', fraction = '', half, zone] = match;
  const hour = half === undefined ? Number(hours) : halfDayHour(Number(hours), half);
  const offset = readOffset(zone);
  if (hour === undefined || hour > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return undefined;
  if (offset === undefined) return undefined;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  return (hour * 60 + Number(minutes)) * minute + Number(seconds) * 1_000 + milliseconds - offset;
};

const halfDayHour = (hour: number, half: string): number | undefined => {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
};

/** @returns milliseconds ahead of UTC; undefined for an unknown or impossible zone. */
const readOffset = (zone = 'UTC'): number | undefined => {
  if (!/^[+-]/.test(zone)) {
    const named = zones[zone.toUpperCase()];
    return named === undefined ? undefined : named * 60 * minute;
  }
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minute;
};
