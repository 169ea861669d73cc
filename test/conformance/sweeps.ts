import type { PreviewToken, Repositories, Store } from '../../core/store.ts';
import { day, encodeJson, hour, minute } from '../../core/vocabulary.ts';
import { sampleLink } from './accounts/account-links.ts';
import { sampleInvitation } from './accounts/invitations.ts';
import { equal } from './assert.ts';
import { times } from './cases.ts';
import { letTimePass } from './content/history/recorded-changes.ts';
import { sampleMail } from './mail/mail-repository.ts';
import {
  contentId,
  insertSession,
  momentOf,
  sampleContent,
  sampleSession,
  sampleUser,
  sessionId,
  userId,
} from './samples.ts';
import { suite, type Promises } from './suite.ts';
import { trash, trashedIds, withHistory } from './trash/trashed-items.ts';
import {
  claimed,
  deliveryId,
  planned,
  sampleDelivery,
  sampleWebhook,
  statesOf,
  success,
  webhookId,
} from './webhooks/webhook-samples.ts';

/** One kind of records that are swept. */
interface SweptKind {
  /** Stores records. */
  readonly prepare: (store: Store) => Promise<void>;
  /** Stores records that are beyond every limit. */
  readonly expire?: (store: Store) => Promise<void>;
  /** Sweeps with a limit that all others are within. */
  readonly within: (repositories: Repositories) => Promise<boolean>;
  /** Sweeps with a limit that as many of them as possible are beyond. */
  readonly beyond: (repositories: Repositories) => Promise<boolean>;
  /** What is stored. */
  readonly stored: (repositories: Repositories) => Promise<unknown>;
  /** What is stored before and after. */
  readonly expected: readonly [before: unknown, after: unknown];
}

const reservation = {
  userId: userId(1),
  key: 'a key',
  id: contentId(1),
  digest: 'digest',
};
const receiptLimits = { leaseMs: minute, lifetimeMs: minute, maxCount: 10, maxBytes: 100_000 };
const receipt = { digest: 'digest', answer: { status: 200, headers: {}, body: '' }, rights: [] };
const preview = (n: number): PreviewToken => ({
  id: contentId(n),
  digest: String(n),
  userId: userId(1),
  contentId: undefined,
});

/** By their repository. */
export const sweptKinds = {
  sessions: {
    prepare: async ({ repositories: { users, sessions } }) => {
      await users.insert(sampleUser(1));
      for (const n of [1, 2, 3]) {
        await insertSession(sessions, sampleSession(n, { expiresAt: momentOf(10 * n) }));
      }
    },
    within: ({ sessions }) => sessions.sweep(momentOf(9)),
    beyond: ({ sessions }) => sessions.sweep(momentOf(21)),
    stored: async ({ sessions }) => {
      const found = await Promise.all(times(3, (n) => sessions.find(sessionId(n))));
      return found.map((live) => live !== undefined);
    },
    expected: [
      [true, true, true],
      [false, false, true],
    ],
  },
  previewTokens: {
    prepare: async ({ repositories: { users, previewTokens } }) => {
      await users.insert(sampleUser(1));
      await previewTokens.insert(preview(1), hour);
    },
    expire: async ({ repositories: { previewTokens } }) => {
      await previewTokens.insert(preview(2), 0);
    },
    within: ({ previewTokens }) => previewTokens.sweep(),
    beyond: ({ previewTokens }) => previewTokens.sweep(),
    // One that has expired is not found: another promise counts them.
    stored: async ({ previewTokens }) => (await previewTokens.findById(preview(1).id))?.token,
    expected: [preview(1), preview(1)],
  },
  accountLinks: {
    prepare: async ({ repositories: { users, accountLinks } }) => {
      for (const n of [1, 2]) {
        await users.insert(sampleUser(n));
        await accountLinks.store(sampleLink(n, { expiresAt: momentOf(10 * n) }));
      }
    },
    within: ({ accountLinks }) => accountLinks.sweep(momentOf(10)),
    beyond: ({ accountLinks }) => accountLinks.sweep(momentOf(20)),
    stored: async ({ accountLinks }) => {
      const found = await Promise.all(
        times(2, (n) => accountLinks.findByDigest(sampleLink(n).digest)),
      );
      return found.map((link) => link !== undefined);
    },
    expected: [
      [true, true],
      [false, true],
    ],
  },
  invitations: {
    prepare: async ({ repositories: { users, invitations } }) => {
      await users.insert(sampleUser(1));
      for (const n of [1, 2]) {
        await invitations.store(sampleInvitation(n, { expiresAt: momentOf(10 * n) }));
      }
    },
    within: ({ invitations }) => invitations.sweep(momentOf(10)),
    beyond: ({ invitations }) => invitations.sweep(momentOf(20)),
    stored: async ({ invitations }) => (await invitations.list()).map(({ id }) => id),
    expected: [[sampleInvitation(2).id, sampleInvitation(1).id], [sampleInvitation(2).id]],
  },
  receipts: {
    prepare: async ({ repositories: { receipts } }) => {
      await receipts.reserve(reservation, receiptLimits);
      await receipts.complete(reservation, receipt);
    },
    within: ({ receipts }) => receipts.sweep(minute),
    beyond: ({ receipts }) => receipts.sweep(0),
    stored: async ({ receipts }) => (await receipts.reserve(reservation, receiptLimits)).kind,
    expected: ['stored', 'reserved'],
  },
  outbox: {
    prepare: async ({ repositories: { outbox } }) => {
      await outbox.add(times(20, (n) => encodeJson({ n })));
      await outbox.advance();
    },
    within: ({ outbox }) => outbox.sweep(hour),
    beyond: ({ outbox }) => outbox.sweep(1),
    stored: async ({ outbox }) => (await outbox.list(100)).length,
    expected: [20, 0],
  },
  audit: {
    prepare: ({ repositories: { audit } }) =>
      audit.add(times(20, (n) => ({ action: 'user.delete', id: userId(n), by: { kind: 'user' } }))),
    within: ({ audit }) => audit.sweep({ ageMs: hour, entries: 20 }),
    beyond: ({ audit }) => audit.sweep({ ageMs: 1, entries: 20 }),
    stored: async ({ audit }) => (await audit.list({}, undefined, 100)).entries.length,
    expected: [20, 0],
  },
  deliveries: {
    prepare: async ({ repositories }) => {
      const { webhooks, deliveries } = repositories;
      await webhooks.insert(sampleWebhook(1), 0);
      await planned(repositories, [sampleDelivery(1)]);
      await claimed(repositories, deliveryId(1));
      await deliveries.finish(deliveryId(1), success, { state: 'delivered' });
      await planned(repositories, [sampleDelivery(2)]);
      await deliveries.find(webhookId(1), deliveryId(2));
    },
    within: ({ deliveries }) => deliveries.sweep(hour),
    beyond: ({ deliveries }) => deliveries.sweep(1),
    stored: statesOf,
    expected: [
      { [deliveryId(1)]: 'delivered', [deliveryId(2)]: 'waiting' },
      { [deliveryId(2)]: 'waiting' },
    ],
  },
  mails: {
    prepare: async ({ repositories: { mails } }) => {
      for (const n of [1, 2]) await mails.insert(sampleMail(n));
      await mails.fail(sampleMail(1).id, 'No');
    },
    within: ({ mails }) => mails.sweep(hour),
    beyond: ({ mails }) => mails.sweep(1),
    stored: async ({ mails }) => [
      (await mails.listFailures(10)).length,
      (await mails.claim(0)) !== undefined,
    ],
    expected: [
      [1, true],
      [0, false],
    ],
  },
  trash: {
    prepare: async (store) => {
      await withHistory(store, 4);
      // The time that the caller names does not count.
      for (const n of [1, 2, 3]) await trash(store, sampleContent(n), -1_000_000_000);
    },
    within: (repositories) => repositories.trash.sweep(day),
    beyond: (repositories) => repositories.trash.sweep(0),
    stored: async (repositories) => (await trashedIds(repositories)).length,
    expected: [3, 0],
  },
} as const satisfies Partial<Record<keyof Repositories, SweptKind>>;

/** The promise about one kind. */
export const sweepPromise = (kind: string): string =>
  `a sweep of ${kind} removes what is beyond its limit, and nothing else`;

const promises: Promises<Store> = Object.fromEntries(
  Object.entries<SweptKind>(sweptKinds).map(
    ([kind, { prepare, expire, within, beyond, stored, expected }]) => [
      sweepPromise(kind),
      async (store: Store): Promise<void> => {
        const { repositories } = store;
        const sweepBeyond = async (): Promise<void> => {
          while (await beyond(repositories));
        };
        equal(await beyond(repositories), false, 'whether there are more, without records');
        await prepare(store);
        while (await within(repositories));
        equal(await stored(repositories), expected[0], 'what is stored within the limit');
        await expire?.(store);
        await letTimePass(() => repositories.outbox.list(1));
        await Promise.all([sweepBeyond(), sweepBeyond(), sweepBeyond()]);
        equal(await stored(repositories), expected[1], 'what is stored after the sweep');
        equal(await beyond(repositories), false, 'whether there are more, after it');
      },
    ],
  ),
);

/** How old records end. */
export const sweepSuite = suite<Store>('Store, sweeps', promises);
