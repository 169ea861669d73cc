import type { DatabaseSession } from './connection/database-session.ts';
import { query, type Statement } from './connection/statement.ts';
import { storeTime } from './connection/store-time.ts';

/** What waits in the store. Times are in milliseconds, and 0 if nothing waits. */
export interface Backlog {
  /** The age of the oldest event without a position: no reader of the feed can have it yet. */
  readonly feedMs: number;
  /** The age of the oldest event or delivery that an active webhook has not dealt with. */
  readonly webhookMs: number;
  /** Waiting deliveries, which only active webhooks have, that were not sent yet. At most {@link countedMax} are counted. */
  readonly newDeliveries: number;
  /** Likewise, those that failed at least once. */
  readonly retries: number;
  /** Active webhooks whose latest delivery failed. */
  readonly failingWebhooks: number;
  /** Webhooks that were switched off because of failures. */
  readonly switchedOffWebhooks: number;
}

/** How many deliveries one statement looks at: those that are due first. */
const countedMax = 10_000;

const ageOf = (time: string): string => `greatest(0, ${storeTime} - (${time}))`;

/**
 * Reads bounded parts of indexes, however many events and deliveries there are. Webhooks are few. An event without a
 * position has no delivery yet.
 */
const backlog: Statement = {
  name: 'backlog',
  text:
    'with waiting as (select each.attempts, each.created_at from webhooks cross join lateral (' +
    'select attempts, created_at from webhook_deliveries where webhook_id = webhooks.id ' +
    "and state = 'waiting' and due_at > 0 order by due_at limit $1) each limit $1), " +
    'deliveries as (select count(*) filter (where attempts = 0) as new, ' +
    'count(*) filter (where attempts > 0) as retries, min(created_at) as oldest from waiting), ' +
    'hooks as (select min(position) filter (where is_active) as position, ' +
    'count(*) filter (where is_active and failing_since is not null) as failing, ' +
    'count(*) filter (where switched_off_at is not null) as off from webhooks) ' +
    `select ${ageOf('select stored_at from outbox where feed_position is null order by position limit 1')} as "feedMs", ` +
    `${ageOf('select stored_at from outbox where feed_position > hooks.position order by feed_position limit 1')} as "plansMs", ` +
    `${ageOf('oldest')} as "deliveriesMs", hooks.position is not null as "hasActive", ` +
    'new, retries, failing, off from deliveries, hooks',
};

type Row = Readonly<
  Record<
    'new' | 'retries' | 'failing' | 'off' | 'feedMs' | 'plansMs' | 'deliveriesMs',
    string | null
  >
> & { readonly hasActive: boolean };

/** @throws DomainError `dependency_unavailable`. */
export const readBacklog = async (database: DatabaseSession): Promise<Backlog> => {
  const [row] = await query<Row>(database, backlog, [countedMax]);
  const feedMs = Number(row?.feedMs);
  const unplanned = row?.hasActive === true ? feedMs : 0;
  return {
    feedMs,
    webhookMs: Math.max(unplanned, Number(row?.plansMs), Number(row?.deliveriesMs)),
    newDeliveries: Number(row?.new),
    retries: Number(row?.retries),
    failingWebhooks: Number(row?.failing),
    switchedOffWebhooks: Number(row?.off),
  };
};
