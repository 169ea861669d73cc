import { t } from '../catalogue/texts.ts';
import { formatClock, formatIn, ownZone, wallTimeOf, zoneName } from './zoned-time.ts';

interface PlannedTimeProps {
  readonly at: number;
  /** The zone of the site. */
  readonly zone: string;
  /** Without the day, which stands above it. */
  readonly clockOnly?: boolean;
}

/** The time of a planned change in the zone of the site. Its title is the time in the zone of the browser. */
export const PlannedTime = ({ at, zone, clockOnly = false }: PlannedTimeProps) => (
  <time dateTime={new Date(at).toISOString()} title={ownTimeText(at, zone)}>
    {clockOnly ? formatClock(at, zone) : formatIn(at, zone)}
  </time>
);

/** “27 Nov 2026, 03:00 in your zone (America/New York)”; undefined if the clocks of both zones agree. */
export const ownTimeText = (at: number, zone: string): string | undefined => {
  const own = ownZone();
  return wallTimeOf(at, own) === wallTimeOf(at, zone)
    ? undefined
    : t.schedule.inOwnZone(formatIn(at, own), zoneName(own));
};
