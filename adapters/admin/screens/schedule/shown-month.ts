import { address, replaceQuery } from '../../shell/router.ts';
import { monthOf } from '../../schedule/days.ts';

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** The month in the URL; without one, that of today. */
export const shownMonth = (today: string): string => {
  const asked = address.value.query.get('month') ?? '';
  return monthPattern.test(asked) ? asked : monthOf(today);
};

export const showMonth = (month: string, today: string): void =>
  replaceQuery({ month: month === monthOf(today) ? undefined : month });
