import { languageTag } from '../catalogue/language.ts';
/*
 * Days of a calendar, without a time or a zone: `2026-11-27`; months: `2026-11`.
 */

const dayMs = 24 * 60 * 60 * 1_000;

const atNoon = (day: string): number => Date.parse(`${day}T12:00Z`);

export const addDays = (day: string, count: number): string =>
  new Date(atNoon(day) + count * dayMs).toISOString().slice(0, 10);

export const monthOf = (day: string): string => day.slice(0, 7);

export const addMonths = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
};

/** The same day of another month, or its last day. */
export const sameDayIn = (month: string, day: string): string => {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const wanted = `${month}${day.slice(7)}`;
  return wanted > last ? last : wanted;
};

/** From 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string): number => new Date(atNoon(day)).getUTCDay() || 7;

/** The first day of the week that contains a day. @param firstWeekday as {@link weekdayOf} counts. */
export const startOfWeek = (day: string, firstWeekday: number): string =>
  addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));

const week = [0, 1, 2, 3, 4, 5, 6];

/** The whole weeks that contain the days of a month. */
export const weeksOf = (month: string, firstWeekday: number): readonly (readonly string[])[] => {
  const end = `${addMonths(month, 1)}-01`;
  const weeks: string[][] = [];
  let start = startOfWeek(`${month}-01`, firstWeekday);
  while (start < end) {
    weeks.push(week.map((index) => addDays(start, index)));
    start = addDays(start, 7);
  }
  return weeks;
};

/** The day on which weeks begin where the browser is used. */
export const firstWeekday = (): number => {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & {
    readonly getWeekInfo?: () => { readonly firstDay: number };
  };
  return locale.getWeekInfo?.().firstDay ?? 1;
};

const formatOf = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(languageTag, { ...options, timeZone: 'UTC' });

const formats = {
  day: formatOf({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  month: formatOf({ month: 'long', year: 'numeric' }),
  weekday: formatOf({ weekday: 'short' }),
  longWeekday: formatOf({ weekday: 'long' }),
};

/** A day for people: “Friday, 27 November 2026”, “November 2026”, “Fri”, or “Friday”. */
export const formatDay = (day: string, format: keyof typeof formats): string =>
  formats[format].format(atNoon(day));
