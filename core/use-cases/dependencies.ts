import {
  defaultIdentityRules,
  type IdentityRules,
  type PasswordLogin,
} from '../accounts/identity-rules.ts';
import { seenSessions } from '../accounts/seen-sessions.ts';
import { tokenUses } from '../api-tokens/token-uses.ts';
import { cacheCounter } from '../cache/cache-counts.ts';
import { pageCache, uncachedPages } from '../cache/page-cache.ts';
import { changesEntries } from '../collections/data/item-text.ts';
import { fieldIndexesOf } from '../collections/indexes/field-indexes.ts';
import { indexMaintenance } from '../collections/indexes/maintain-indexes.ts';
import { contentWriter } from '../content/content-writer.ts';
import { createLargePageGate } from '../content/page-items.ts';
import { itemWaitTimeoutMs, tooManyWrites } from '../content/stored-item.ts';
import { announcement } from '../events/announcement.ts';
import type { OnEvent } from '../events/domain-event.ts';
import {
  userNotifier,
  type AfterCommit,
  type Notification,
  type Notify,
} from '../events/notification.ts';
import { eventTelling } from '../events/tell-events.ts';
import { feedWatch } from '../feed/feed-watch.ts';
import { hookAsker } from '../hooks/ask-hooks.ts';
import type { Hook } from '../hooks/hook.ts';
import { costlyReads } from '../limits/costly-reads.ts';
import { keyedGates } from '../limits/gate.ts';
import { punctualPorts } from '../limits/punctual-ports.ts';
import { recentCosts } from '../limits/recent-costs.ts';
import { seats, type SeatLimits } from '../limits/seats.ts';
import { workQueue } from '../limits/work-queue.ts';
import type { Ports } from '../ports/ports.ts';
import type { AuditLimits } from '../ports/repositories/audit-repository.ts';
import type { Store } from '../ports/store.ts';
import { day, minute } from '../primitives/time.ts';
import { healthChecks } from '../system/check-health.ts';

export interface CmsOptions {
  /** The maximum size of a file, in bytes. */
  readonly uploadMaxBytes: number;
  /** Run before hooked operations, in this order. They can block them, and replace what they store. */
  readonly hooks?: readonly Hook[];
  /** Called with every domain event, by `EventUseCases.tell` unless it is about a user. */
  readonly onEvent?: OnEvent | undefined;
  /** Whether the plugin `cache` holds pages of content in memory; true by default. */
  readonly cachesPages?: boolean;
  /** The URL of a file is this, a slash and its key. By default no URL counts as that of a file of this service. */
  readonly mediaBaseUrl?: string;
  /** The beginning of the links in mails; without it, mails have no links. */
  readonly publicUrl?: string;
  /** How identities of the port `identityProvider` become accounts. */
  readonly identityRules?: Partial<IdentityRules>;
  /** Whose accounts sign in by a password; those of all by default. */
  readonly passwordLogin?: PasswordLogin;
  /** The version of the program. It is part of the keys in the shared cache. */
  readonly version?: string;
  /** See `UpdateIndex`; a minute by default. */
  readonly searchSettleMs?: number;
  /** How many readers may wait for changes; 100 of one client and 1,000 in all by default. */
  readonly feedSeats?: SeatLimits;
  /** How many reads whose cost the caller chooses run at the same time; 2 by default. */
  readonly costlyReadsMax?: number;
  /** How much of the audit stays; 365 days and 1,000,000 entries by default. */
  readonly auditLimits?: AuditLimits;
}

/** Adds what all use cases of the process share to the ports. */
export const sharedDependencies = (
  given: Ports,
  {
    uploadMaxBytes,
    hooks = [],
    onEvent,
    cachesPages = true,
    mediaBaseUrl = '',
    publicUrl,
    identityRules,
    passwordLogin = 'all',
    version = '',
    searchSettleMs = minute,
    feedSeats = { ofClient: 100, inAll: 1_000 },
    costlyReadsMax,
    auditLimits = { ageMs: 365 * day, entries: 1_000_000 },
  }: CmsOptions,
) => {
  const ports = punctualPorts(given);
  const { store, clock, timer, log, sharedCache } = ports;
  const counter = cacheCounter(clock);
  return {
    ...ports,
    uploadMaxBytes,
    mediaBaseUrl,
    publicUrl,
    identityRules: { ...defaultIdentityRules, ...identityRules },
    passwordLogin,
    searchSettleMs,
    auditLimits,
    hooks,
    tellUserEvent: userNotifier(onEvent, { log, timer }),
    telling: eventTelling({ ...ports, ...store.repositories }, onEvent),
    maintainIndexes: indexMaintenance(store.repositories),
    tokenUses: tokenUses(store.repositories.apiTokens, clock, log),
    seenSessions: seenSessions(store.repositories.sessions, clock, log),
    cacheCounter: counter,
    health: healthChecks(ports),
    pageCache: cachesPages ? pageCache(sharedCache, clock, counter, version) : uncachedPages,
    itemGates: keyedGates({
      slots: 1,
      maxWaiting: Infinity,
      waitTimeout: { ms: itemWaitTimeoutMs, timer },
      reject: tooManyWrites,
    }),
    presenceGates: keyedGates({ slots: 1, maxWaiting: Infinity, reject: tooManyWrites }),
    largePageGate: createLargePageGate(timer),
    costlyReads: costlyReads(timer, costlyReadsMax),
    searchCosts: recentCosts(clock, timer),
    runPiece: workQueue(ports),
    outdatedEntries: announcement(),
    storedEvents: announcement(),
    feedWatch: feedWatch({ outbox: store.repositories.outbox, timer }),
    feedSeats: seats(feedSeats),
    /** Writes of it are committed at once. */
    pendingMedia: store.repositories.media,
  };
};

/** Adds the dependencies that read and write one store: that of the ports, or one inside of it. */
export const dependenciesOn = (
  shared: ReturnType<typeof sharedDependencies>,
  store: Store,
  afterCommit: AfterCommit,
) => {
  const { repositories } = store;
  const dependencies = { ...shared, ...repositories, store, afterCommit };
  const askHooks = hookAsker(dependencies);
  const notify: Notify = (notification) =>
    afterCommit(async () => {
      if ('user' in notification) return shared.tellUserEvent(notification);
      if (concernsIndexes(notification)) buildIndexes(shared);
      if (concernsSearch(notification)) shared.outdatedEntries.announce();
      shared.storedEvents.announce();
    });
  const writer = contentWriter({ ...dependencies, askHooks, notify });
  return { ...dependencies, askHooks, notify, contentWriter: writer };
};

const concernsIndexes = (notification: Notification): boolean =>
  notification.type === 'collection' &&
  [notification.before, notification.collection].some(
    (state) => state !== undefined && fieldIndexesOf(state).length > 0,
  );

const concernsSearch = (notification: Notification): boolean =>
  notification.type === 'collection' &&
  notification.before !== undefined &&
  changesEntries(notification.before, notification.collection);

/** In the background: an index can take minutes. */
const buildIndexes = ({ maintainIndexes, log }: ReturnType<typeof sharedDependencies>): void => {
  maintainIndexes().catch((error: unknown) => {
    log.warn('The indexes of a collection have to wait; they are tried again', {}, error);
  });
};

/** What use cases choose from. */
export type UseCaseDependencies = ReturnType<typeof dependenciesOn>;
