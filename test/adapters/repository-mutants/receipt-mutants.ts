import { receiptRepositorySuite } from '../../conformance/receipt-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

export const receiptMutants: RepositorySuiteMutants = {
  suite: receiptRepositorySuite,
  mutants: [
    {
      fault: 'reserves every name',
      caughtBy: 'a name is reserved once',
      make: broken('receipts', () => ({ reserve: async () => ({ kind: 'reserved' }) })),
    },
    {
      fault: 'ignores the case of keys',
      caughtBy: 'names differ by their user and by their key',
      make: broken('receipts', (intact) => ({
        reserve: (attempt, times) =>
          intact.reserve({ ...attempt, key: attempt.key.toLowerCase() }, times),
      })),
    },
    {
      fault: 'reserves in two steps',
      caughtBy: 'of concurrent attempts one reserves the name',
      make: broken('receipts', (intact, { memory }) => ({
        reserve: async (attempt, times) => {
          const isFree = await memory.read(({ receipts }) => receipts.size === 0);
          const state = await intact.reserve(attempt, times);
          return isFree ? { kind: 'reserved' } : state;
        },
      })),
    },
    {
      fault: 'stores a receipt without headers',
      caughtBy: 'a receipt is returned as it was stored',
      make: broken('receipts', (intact) => ({
        complete: (attempt, receipt) =>
          intact.complete(attempt, { ...receipt, answer: { ...receipt.answer, headers: {} } }),
      })),
    },
    {
      fault: 'never replaces a reservation',
      caughtBy: 'an expired reservation is replaced by the same request',
      make: broken('receipts', (intact) => ({
        reserve: (attempt, times) => intact.reserve(attempt, { ...times, leaseMs: 60_000 }),
      })),
    },
    {
      fault: 'lets every attempt store a receipt',
      caughtBy: 'an attempt that was replaced stores, renews and releases nothing',
      make: broken('receipts', (intact) => {
        let newest = '';
        return {
          reserve: (attempt, times) => {
            newest = attempt.id;
            return intact.reserve(attempt, times);
          },
          complete: (attempt, receipt) => intact.complete({ ...attempt, id: newest }, receipt),
        };
      }),
    },
    {
      fault: 'renews nothing',
      caughtBy: 'a renewed reservation has a new lease',
      make: broken('receipts', () => ({ renew: async () => true })),
    },
    {
      fault: 'releases nothing',
      caughtBy: 'a released name is free',
      make: broken('receipts', () => ({ release: async () => undefined })),
    },
    {
      fault: 'releases receipts',
      caughtBy: 'a receipt is neither released nor replaced',
      make: broken('receipts', (intact) => ({ release: async () => void (await intact.sweep(0)) })),
    },
    {
      fault: 'returns receipts of any age',
      caughtBy: 'a receipt that is too old counts as absent',
      make: broken('receipts', (intact) => ({
        reserve: (attempt, times) => intact.reserve(attempt, { ...times, lifetimeMs: Infinity }),
      })),
    },
    {
      fault: 'has no limit of bytes',
      caughtBy: 'the limits of a user are kept',
      make: broken('receipts', (intact) => ({
        reserve: (attempt, limits) => intact.reserve(attempt, { ...limits, maxBytes: Infinity }),
      })),
    },
    {
      fault: 'counts what was ever stored',
      caughtBy: 'old receipts and released reservations do not count',
      make: broken('receipts', (intact) => {
        let stored = 0;
        return {
          reserve: async (attempt, limits) =>
            stored >= limits.maxCount
              ? { kind: 'full', waitMs: 1 }
              : intact.reserve(attempt, limits),
          complete: async (attempt, receipt) => {
            stored += 1;
            return intact.complete(attempt, receipt);
          },
        };
      }),
    },
  ],
};
