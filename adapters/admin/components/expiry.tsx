import { languageTag } from '../catalogue/language.ts';
import { t } from '../catalogue/texts.ts';
import { formatTime } from './format-time.ts';

const relative = new Intl.RelativeTimeFormat(languageTag, { numeric: 'always' });

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
  if (expiresAt === null) return <>{t.components.expiry.never}</>;
  const remaining = expiresAt - Date.now();
  const title = formatTime(expiresAt);
  if (remaining <= 0) {
    return (
      <span class="chip bad" title={title}>
        {t.components.expiry.expired}
      </span>
    );
  }
  return remaining < soon ? (
    <span class="chip draft" title={title}>
      {t.components.expiry.expires(formatRemaining(remaining))}
    </span>
  ) : (
    <span title={title}>{t.components.expiry.expires(formatRemaining(remaining))}</span>
  );
};
