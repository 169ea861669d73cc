import { t } from '../catalogue/texts.ts';
import { afterGap, instantsOf, wallTimeOf } from './zoned-time.ts';

/** A time as a control has it. */
export interface TimeInput {
  /** Empty for none. */
  readonly wall: string;
  /** Of a time that the clocks show twice. */
  readonly isSecond: boolean;
  /** Whether a part is missing, such as the minutes. */
  readonly isIncomplete: boolean;
}

export const inputOf = (at: number | null, zone: string): TimeInput => {
  const wall = at === null ? '' : wallTimeOf(at, zone);
  const isSecond = instantsOf(wall, zone)[1] === at && at !== null;
  return { wall, isSecond, isIncomplete: false };
};

/** The time that was chosen, null for none, or what is wrong with it. */
export type ParsedTime = { readonly at: number | null } | { readonly mistake: string };

export const parseTime = (input: TimeInput, zone: string): ParsedTime => {
  const { wall, isSecond, isIncomplete } = input;
  if (isIncomplete) return { mistake: t.schedule.incomplete };
  if (wall === '') return { at: null };
  const instants = instantsOf(wall, zone);
  const at = isSecond ? instants.at(-1) : instants[0];
  if (at !== undefined) return { at };
  const clock = (text: string): string => text.slice(-5);
  return { mistake: t.schedule.skipped(clock(wall), clock(afterGap(wall, zone))) };
};
