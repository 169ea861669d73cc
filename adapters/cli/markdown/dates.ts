import type { Json } from '../../../core/index.ts';

/** ISO 8601 and the variants of YAML, Jekyll and Hexo: one-digit parts, slashes, a space before the zone. */
const pattern =
  /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?[ \t]*(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Parses a date, with or without a time, to epoch milliseconds. UTC without a zone.
 *
 * @returns undefined for anything else, including February 30.
 */
export const parseDate = (value: Json): number | undefined => {
  const match = typeof value === 'string' ? pattern.exec(value.trim()) : null;
  if (match === null) return undefined;
  const [, year, , month, day, hours = 0, minutes = 0, seconds = 0, fraction = '', zone] = match;
  const time = {
    hours: Number(hours),
    minutes: Number(minutes),
    seconds: Number(seconds),
    milliseconds: Number(fraction.padEnd(3, '0').slice(0, 3)),
  };
  if (time.hours > 23 || time.minutes > 59 || time.seconds > 59) return undefined;
  const date = new Date(0);
  // Not Date.UTC, which maps the years 0 to 99 to 1900 to 1999.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // A day that the month does not have overflows into the next month.
  if (date.getUTCMonth() + 1 !== Number(month)) return undefined;
  date.setUTCHours(time.hours, time.minutes, time.seconds, time.milliseconds);
  const offset = readOffset(zone);
  return offset === undefined ? undefined : date.getTime() - offset;
};

const minute = 60_000;

/** @returns milliseconds ahead of UTC; undefined for an impossible zone. */
const readOffset = (zone: string | undefined): number | undefined => {
  if (zone === undefined || !/^[+-]/.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minute;
};
