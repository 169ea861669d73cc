import { sweepPromise, sweepSuite } from '../../conformance/sweeps.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';

/** By the repository: stores that remove all that a sweep may ever remove. */
const unlimited = {
  sessions: broken('sessions', (intact) => ({ sweep: () => intact.sweep(Infinity) })),
  previewTokens: broken('previewTokens', (_, { memory }) => ({
    sweep: async () => {
      await memory.write(({ previewTokens }) => previewTokens.clear());
      return false;
    },
  })),
  accountLinks: broken('accountLinks', (intact) => ({ sweep: () => intact.sweep(Infinity) })),
  invitations: broken('invitations', (intact) => ({ sweep: () => intact.sweep(Infinity) })),
  receipts: broken('receipts', (intact) => ({ sweep: () => intact.sweep(0) })),
  outbox: broken('outbox', (intact) => ({ sweep: () => intact.sweep(-1) })),
  audit: broken('audit', (intact) => ({ sweep: () => intact.sweep({ ageMs: -1, entries: 0 }) })),
  deliveries: broken('deliveries', (intact) => ({ sweep: () => intact.sweep(-1) })),
  mails: broken('mails', (intact) => ({ sweep: () => intact.sweep(-1) })),
  trash: broken('trash', (intact) => ({ sweep: () => intact.sweep(0) })),
} as const satisfies Readonly<Record<string, RepositoryMutant['make']>>;

const never = { sweep: async () => false };

/** Likewise: stores that remove nothing. A preview that has expired is not found anyway. */
const idle = {
  sessions: broken('sessions', () => never),
  accountLinks: broken('accountLinks', () => never),
  invitations: broken('invitations', () => never),
  receipts: broken('receipts', () => never),
  outbox: broken('outbox', () => never),
  audit: broken('audit', () => never),
  deliveries: broken('deliveries', () => never),
  mails: broken('mails', () => never),
  trash: broken('trash', () => never),
} as const satisfies Readonly<Record<string, RepositoryMutant['make']>>;

const mutantsOf = (
  faultOf: (kind: string) => string,
  stores: Readonly<Record<string, RepositoryMutant['make']>>,
): readonly RepositoryMutant[] =>
  Object.entries(stores).map(([kind, make]) => ({
    fault: faultOf(kind),
    caughtBy: sweepPromise(kind),
    make,
  }));

export const sweepMutants: RepositorySuiteMutants = {
  suite: sweepSuite,
  mutants: [
    ...mutantsOf((kind) => `sweeps ${kind} within the limit`, unlimited),
    ...mutantsOf((kind) => `never sweeps ${kind}`, idle),
    {
      fault: 'decides by creation time whether a session has expired',
      caughtBy: sweepPromise('sessions'),
      make: broken('sessions', (_, { memory }) => ({
        sweep: async (time) => {
          await memory.write(({ sessions }) => {
            for (const { id, createdAt } of sessions.values()) {
              if (createdAt < time) sessions.delete(id);
            }
          });
          return false;
        },
      })),
    },
    {
      fault: 'sweeps deliveries that are waiting',
      caughtBy: sweepPromise('deliveries'),
      make: broken('deliveries', (intact, { memory }) => ({
        sweep: async (ageMs) => {
          await memory.write(({ deliveries }) => {
            for (const each of deliveries.values()) {
              deliveries.set(each.id, { ...each, state: 'failed' });
            }
          });
          return intact.sweep(ageMs);
        },
      })),
    },
    {
      fault: 'measures the age of an item in the trash by the time that the caller named',
      caughtBy: sweepPromise('trash'),
      make: broken('trash', (intact, { memory }) => ({
        sweep: async (ageMs) => {
          await memory.write(({ trash }) => {
            for (const [id, each] of trash) trash.set(id, { ...each, storedAt: each.deletedAt });
          });
          return intact.sweep(ageMs);
        },
      })),
    },
  ],
};
