import { formatTime } from './time.tsx';

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

const hour = 3_600_000;
const day = 24 * hour;
/** What expires earlier needs attention. */
const soon = 14 * day;

/** “in 3 days”; on the last day, hours. */
const formatRemaining = (remaining: number): string =>
  remaining >= day
    ? relative.format(Math.round(remaining / day), 'day')
    : relative.format(Math.ceil(remaining / hour), 'hour');

/** @param expiresAt in epoch milliseconds; null for what never expires. */
export const Expiry = ({ expiresAt }: { readonly expiresAt: number | null }) => {
  if (expiresAt === null) return <>Never expires</>;
  const remaining = expiresAt - Date.now();
  const title = formatTime(expiresAt);
  if (remaining <= 0) {
    return (
      <span class="chip bad" title={title}>
        Expired
      </span>
    );
  }
  return remaining < soon ? (
    <span class="chip draft" title={title}>
      Expires {formatRemaining(remaining)}
    </span>
  ) : (
    <span title={title}>Expires {formatRemaining(remaining)}</span>
  );
};
