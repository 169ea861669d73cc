import { languageTag } from '../catalogue/language.ts';
import { t } from '../catalogue/texts.ts';

const formats = {
  clock: new Intl.DateTimeFormat(languageTag, { hour: 'numeric', minute: '2-digit' }),
  date: new Intl.DateTimeFormat(languageTag, { dateStyle: 'medium' }),
  full: new Intl.DateTimeFormat(languageTag, { dateStyle: 'medium', timeStyle: 'short' }),
};

const relative = new Intl.RelativeTimeFormat(languageTag, { numeric: 'auto' });

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** “5 minutes ago” for the last week, otherwise the date. */
export const formatAge = (time: number, now = Date.now()): string => {
  const age = now - time;
  if (age < minute) return t.components.justNow;
  if (age < hour) return relative.format(-Math.floor(age / minute), 'minute');
  if (age < day) return relative.format(-Math.floor(age / hour), 'hour');
  if (age < 7 * day) return relative.format(-Math.floor(age / day), 'day');
  return formatDate(time);
};

/** “10:31” today, otherwise with the date. */
export const formatMoment = (time: number, now = Date.now()): string =>
  new Date(time).toDateString() === new Date(now).toDateString()
    ? formats.clock.format(time)
    : formats.full.format(time);

export const formatDate = (time: number): string => formats.date.format(time);

export const formatTime = (time: number): string => formats.full.format(time);
