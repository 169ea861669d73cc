import type { Receipt, ReceiptState, Reservation, Store } from '../../core/store.ts';
import { equal, ok } from './assert.ts';
import { modifyAll, racers, times } from './cases.ts';
import { awkwardText, contentId, userId } from './samples.ts';
import { suite } from './suite.ts';

const long = { leaseMs: 60_000, lifetimeMs: 60_000, maxCount: 10, maxBytes: 100_000 };
/** The reservation has expired as soon as it is made. */
const brief = { ...long, leaseMs: 0 };

const attempt = (n: number, changes: Partial<Reservation> = {}): Reservation => ({
  userId: userId(1),
  key: 'a key',
  id: contentId(n),
  digest: 'digest',
  ...changes,
});

const sampleReceipt: Receipt = {
  digest: 'whole digest',
  answer: { status: 201, headers: { ETag: '"1"' }, body: `{"data":"${awkwardText}"}` },
  rights: [
    { action: 'create', collection: { id: contentId(1), name: 'posts' } },
    { action: 'edit', ownerId: userId(1) },
  ],
};

const kindOf = ({ kind }: ReceiptState): string => kind;

export const receiptRepositorySuite = suite<Store>('Store, receipts', {
  'a name is reserved once': async ({ repositories: { receipts } }) => {
    equal(await receipts.reserve(attempt(1), long), { kind: 'reserved' }, 'the first attempt');
    const state = await receipts.reserve(attempt(2, { digest: 'other' }), long);
    ok(state.kind === 'running', 'the second attempt meets the first one');
    equal(state.digest, 'digest', 'the digest of the first attempt');
    ok(state.leaseMs > 0 && state.leaseMs <= long.leaseMs, 'the rest of the lease');
  },

  'names differ by their user and by their key': async ({ repositories: { receipts } }) => {
    for (const other of [{}, { userId: userId(2) }, { key: 'A key' }, { key: 'another' }]) {
      equal(kindOf(await receipts.reserve(attempt(1, other), long)), 'reserved', 'the name');
    }
  },

  'of concurrent attempts one reserves the name': async ({ repositories: { receipts } }) => {
    const states = await Promise.all(times(racers, (n) => receipts.reserve(attempt(n), long)));
    const reserved = states.filter(({ kind }) => kind === 'reserved');
    equal(reserved.length, 1, 'attempts that reserved it');
  },

  'a receipt is returned as it was stored': async ({ repositories: { receipts } }) => {
    await receipts.reserve(attempt(1), long);
    ok(await receipts.complete(attempt(1), sampleReceipt), 'the attempt is completed');
    for (const digest of ['digest', 'other']) {
      const state = await receipts.reserve(attempt(2, { digest }), long);
      equal(state, { kind: 'stored', receipt: sampleReceipt }, 'the receipt');
      modifyAll(state);
    }
  },

  'an expired reservation is replaced by the same request': async ({
    repositories: { receipts },
  }) => {
    await receipts.reserve(attempt(1), brief);
    const other = await receipts.reserve(attempt(2, { digest: 'other' }), long);
    equal(other, { kind: 'running', digest: 'digest', leaseMs: 0 }, 'another request');
    equal(kindOf(await receipts.reserve(attempt(2), long)), 'reserved', 'the same request');
    equal(kindOf(await receipts.reserve(attempt(3), long)), 'running', 'the next attempt');
  },

  'an attempt that was replaced stores, renews and releases nothing': async ({
    repositories: { receipts },
  }) => {
    await receipts.reserve(attempt(1), brief);
    await receipts.reserve(attempt(2), long);
    ok(!(await receipts.renew(attempt(1), 0)), 'not renewed');
    ok(!(await receipts.complete(attempt(1), sampleReceipt)), 'not completed');
    await receipts.release(attempt(1));
    equal(kindOf(await receipts.reserve(attempt(3), long)), 'running', 'the second attempt');
    ok(await receipts.complete(attempt(2), sampleReceipt), 'the second attempt is completed');
  },

  'a renewed reservation has a new lease': async ({ repositories: { receipts } }) => {
    await receipts.reserve(attempt(1), brief);
    ok(await receipts.renew(attempt(1), long.leaseMs), 'renewed');
    equal(kindOf(await receipts.reserve(attempt(2), long)), 'running', 'the next attempt');
  },

  'a released name is free': async ({ repositories: { receipts } }) => {
    await receipts.reserve(attempt(1), long);
    await receipts.release(attempt(1));
    const next = await receipts.reserve(attempt(2, { digest: 'other' }), long);
    equal(kindOf(next), 'reserved', 'the next attempt');
  },

  'a receipt is neither released nor replaced': async ({ repositories: { receipts } }) => {
    await receipts.reserve(attempt(1), brief);
    await receipts.complete(attempt(1), sampleReceipt);
    await receipts.release(attempt(1));
    ok(!(await receipts.complete(attempt(1), { ...sampleReceipt, digest: 'x' })), 'no second time');
    ok(!(await receipts.renew(attempt(1), 0)), 'not renewed');
    const state = await receipts.reserve(attempt(2), long);
    equal(state, { kind: 'stored', receipt: sampleReceipt }, 'the receipt');
  },

  'a receipt that is too old counts as absent': async ({ repositories: { receipts } }) => {
    await receipts.reserve(attempt(1), long);
    await receipts.complete(attempt(1), sampleReceipt);
    const next = attempt(2, { digest: 'other' });
    const state = await receipts.reserve(next, { ...long, lifetimeMs: 0 });
    equal(kindOf(state), 'reserved', 'the next attempt');
    equal(kindOf(await receipts.reserve(attempt(3), long)), 'running', 'without the old receipt');
  },

  'the limits of a user are kept': async ({ repositories: { receipts } }) => {
    const limited = [
      ['count', { ...long, maxCount: 2 }, 'a key'],
      ['bytes', { ...long, maxBytes: 1_200 }, 'x'.repeat(700)],
    ] as const;
    for (const [at, [name, limits, body]] of limited.entries()) {
      const by = { userId: userId(at + 1) };
      const receipt = { ...sampleReceipt, answer: { ...sampleReceipt.answer, body } };
      for (const key of ['first', 'second']) {
        equal(kindOf(await receipts.reserve(attempt(1, { ...by, key }), limits)), 'reserved', name);
        ok(await receipts.complete(attempt(1, { ...by, key }), receipt), 'the receipt is stored');
      }
      const state = await receipts.reserve(attempt(2, { ...by, key: 'third' }), limits);
      ok(state.kind === 'full', `the limit of ${name} is reached`);
      ok(state.waitMs > 0 && state.waitMs <= limits.lifetimeMs, 'the time to wait');
      const first = await receipts.reserve(attempt(3, { ...by, key: 'first' }), limits);
      equal(first, { kind: 'stored', receipt }, 'what is stored is returned still');
      const other = attempt(4, { userId: userId(at + 3) });
      equal(kindOf(await receipts.reserve(other, limits)), 'reserved', 'another user');
    }
  },

  'old receipts and released reservations do not count': async ({ repositories: { receipts } }) => {
    const limits = { ...long, maxCount: 1 };
    await receipts.reserve(attempt(1, { key: 'released' }), limits);
    await receipts.release(attempt(1, { key: 'released' }));
    await receipts.reserve(attempt(2, { key: 'old' }), limits);
    await receipts.complete(attempt(2, { key: 'old' }), sampleReceipt);
    equal(kindOf(await receipts.reserve(attempt(3), limits)), 'full', 'with the young receipt');
    await receipts.sweep(0);
    equal(kindOf(await receipts.reserve(attempt(3), limits)), 'reserved', 'without the old one');
  },
});
