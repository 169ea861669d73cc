import { languageTag } from '../catalogue/language.ts';
/*
 * Times of a time zone, without a library: people plan in the zone of the site, the API has epoch milliseconds. A time
 * on the wall is written as controls of the type `datetime-local` write it: `2026-03-29T02:30`.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, format);
  return format;
};

/** What a clock in the zone shows, to the minute. */
export const wallTimeOf = (instant: number, zone: string): string => {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const [year, month, day, hour, minute] = (
    ['year', 'month', 'day', 'hour', 'minute'] as const
  ).map((type) => parts.get(type) ?? '');
  return `${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
};

/** The same digits as a time in UTC. */
const asUtc = (wall: string): number => Date.parse(`${wall}Z`);

const dayMs = 24 * 60 * 60 * 1_000;

/** How far the clocks of the zone are ahead of UTC a day before and a day after a time. */
const offsetsAround = (wall: string, zone: string): readonly number[] => {
  const near = asUtc(wall);
  return [near - dayMs, near + dayMs].map((instant) => asUtc(wallTimeOf(instant, zone)) - instant);
};

/**
 * When the clocks of the zone show a time: once as a rule; twice, the earlier first, when they are put back; never
 * when they are put forward past it. None for a text that is no time.
 */
export const instantsOf = (wall: string, zone: string): readonly number[] => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) || Number.isNaN(asUtc(wall))) return [];
  const possible = offsetsAround(wall, zone).map((offset) => asUtc(wall) - offset);
  return [...new Set(possible)]
    .filter((instant) => wallTimeOf(instant, zone) === wall)
    .toSorted((left, right) => left - right);
};

/** What the clocks show instead of a time that they skip: as if they had not been put forward. */
export const afterGap = (wall: string, zone: string): string => {
  const [before = 0] = offsetsAround(wall, zone);
  return wallTimeOf(asUtc(wall) - before, zone);
};

/** The first moment of a day: after midnight where the clocks skip it. */
export const startOfDay = (day: string, zone: string): number => {
  const midnight = `${day}T00:00`;
  const [first] = instantsOf(midnight, zone);
  return first ?? instantsOf(afterGap(midnight, zone), zone)[0] ?? asUtc(midnight);
};

/**
 * The same time of another day: the clocks show the same, also if they were put forward or back between the days. If
 * they skip it on that day, the time after it; if they show it twice, the first one.
 */
export const movedToDay = (instant: number, day: string, zone: string): number => {
  const wall = `${day}${wallTimeOf(instant, zone).slice(10)}`;
  const [at = instant] = [...instantsOf(wall, zone), ...instantsOf(afterGap(wall, zone), zone)];
  return at + (instant % 60_000);
};

/** The name of a zone for people: “Europe/Berlin”, “America/New York”. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

/** The zone of this browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** “27 Nov 2026, 09:00” in the language of the admin. */
export const formatIn = (instant: number, zone: string): string =>
  new Intl.DateTimeFormat(languageTag, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(instant);

/** “09:00” in the language of the admin. */
export const formatClock = (instant: number, zone: string): string =>
  new Intl.DateTimeFormat(languageTag, {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
  }).format(instant);

/** How far the zone is from UTC at a time: “GMT+2”. */
export const offsetName = (instant: number, zone: string): string =>
  new Intl.DateTimeFormat(languageTag, { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';
