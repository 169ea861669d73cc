import { formatAge, formatTime } from './format-time.ts';

/** A time in epoch milliseconds; the exact time is its title. */
export const Time = ({ at }: { readonly at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={formatTime(at)}>
    {formatAge(at)}
  </time>
);
