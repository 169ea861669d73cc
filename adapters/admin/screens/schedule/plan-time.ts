import { t } from '../../catalogue/texts.ts';
import { parseTime, type TimeInput } from '../../schedule/time-input.ts';
import { formatIn, wallTimeOf } from '../../schedule/zoned-time.ts';

/** When something is planned by default: at 9:00, today at the next full hour. */
export const proposedTime = (day: string, now: number, zone: string): TimeInput => {
  const [today, clock = ''] = wallTimeOf(now, zone).split('T');
  const next = Number(clock.slice(0, 2)) + 1;
  const nextHour = next < 24 ? `${String(next).padStart(2, '0')}:00` : '23:59';
  const wall = `${day}T${day === today ? nextHour : '09:00'}`;
  return { wall, isSecond: false, isIncomplete: false };
};

/** The time that was chosen, or why nothing can be planned for it. */
export const futureTime = (
  input: TimeInput,
  zone: string,
): { readonly at: number } | { readonly mistake: string } => {
  const parsed = parseTime(input, zone);
  if ('mistake' in parsed) return parsed;
  if (parsed.at === null) return { mistake: t.schedule.incomplete };
  if (parsed.at > Date.now()) return { at: parsed.at };
  return { mistake: t.schedule.board.inPast(formatIn(parsed.at, zone)) };
};
