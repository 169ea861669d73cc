import type { Json } from '../../core/index.ts';

/** ISO 8601 and what YAML, Jekyll and Hexo make of it: one-digit parts, slashes, a space before the zone. */
const form =
  /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?[ \t]*(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * A date, or a date with a time, as epoch milliseconds. Without a zone it is UTC.
 *
 * @returns undefined for anything else, the 30th of February too.
 */
export const readMoment = (value: Json): number | undefined => {
  const match = typeof value === 'string' ? form.exec(value.trim()) : null;
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
  // Not Date.UTC: it takes the years 0 to 99 for those of the twentieth century.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // A day that the month does not have leads into another one.
  if (date.getUTCMonth() + 1 !== Number(month)) return undefined;
  date.setUTCHours(time.hours, time.minutes, time.seconds, time.milliseconds);
  const offset = readOffset(zone);
  return offset === undefined ? undefined : date.getTime() - offset;
};

const minute = 60_000;

/** @returns milliseconds ahead of UTC, or undefined for a zone that no place has. */
const readOffset = (zone: string | undefined): number | undefined => {
  if (zone === undefined || !/^[+-]/.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minute;
};
