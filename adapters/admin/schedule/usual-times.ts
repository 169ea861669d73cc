import { t } from '../catalogue/texts.ts';
import { addDays, formatDay, startOfWeek } from './days.ts';
import { formatClock, instantsOf, wallTimeOf } from './zoned-time.ts';

/** A time that is planned often. */
export interface UsualTime {
  /** “Tomorrow, 9:00 AM”. */
  readonly name: string;
  readonly wall: string;
}

const monday = 1;

/** Tomorrow and the Monday after it at nine, in the time zone of the site. */
export const usualTimes = (now: number, zone: string): readonly UsualTime[] => {
  const tomorrow = addDays(wallTimeOf(now, zone).slice(0, 10), 1);
  const nextMonday = addDays(startOfWeek(tomorrow, monday), 7);
  const days = [
    [tomorrow, t.schedule.dialog.tomorrow],
    [nextMonday, formatDay(nextMonday, 'longWeekday')],
  ] as const;
  return days.flatMap(([day, name]) => {
    const wall = `${day}T09:00`;
    const [at] = instantsOf(wall, zone);
    return at === undefined ? [] : [{ name: `${name}, ${formatClock(at, zone)}`, wall }];
  });
};
