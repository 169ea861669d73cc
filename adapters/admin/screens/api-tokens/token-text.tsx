import type { ApiTokenDto } from '../../../../contracts/operations/api-tokens.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { TokenLifetime } from '../../../../contracts/client/vocabulary.ts';
import { formatTime } from '../../components/time.tsx';

export const lifetimeNames: Readonly<Record<TokenLifetime, string>> = {
  never: 'Never',
  '30d': 'In 30 days',
  '90d': 'In 90 days',
  '180d': 'In 180 days',
  '1y': 'In one year',
};

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

const hour = 3_600_000;
const day = 24 * hour;
/** A token that expires earlier needs attention. */
const soon = 14 * day;

/** “in 3 days”; on the last day, hours. */
const formatRemaining = (remaining: number): string =>
  remaining >= day
    ? relative.format(Math.round(remaining / day), 'day')
    : relative.format(Math.ceil(remaining / hour), 'hour');

export const Expiry = ({ expiresAt }: Pick<ApiTokenDto, 'expiresAt'>) => {
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

interface ScopeProps extends Pick<ApiTokenDto, 'collections'> {
  /** All collections, to show their names. */
  readonly all: readonly CollectionDto[];
}

/** What the token may read. A deleted collection, which the API lists by its id, is named as such. */
export const Scope = ({ collections, all }: ScopeProps) => {
  if (collections.length === 0) return <span class="nowrap">All collections</span>;
  const names = collections.map(
    (name) =>
      all.find((collection) => collection.name === name)?.displayName ?? 'a deleted collection',
  );
  return <span dir="auto">{names.join(', ')}</span>;
};
