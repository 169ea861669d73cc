import { mailRepositorySuite } from '../../conformance/mail/mail-repository.ts';
import type { NewMail } from '../../../core/store.ts';
import { altered } from '../../support/core/altered.ts';
import { broken, brokenStore, type RepositorySuiteMutants } from './repository-mutant.ts';

export const mailMutants: RepositorySuiteMutants = {
  suite: mailRepositorySuite,
  mutants: [
    {
      fault: 'loses the account of a mail',
      caughtBy: 'a claimed mail is as it was stored',
      make: broken('mails', (intact) => ({
        insert: (mail) => intact.insert({ ...mail, userId: undefined }),
      })),
    },
    {
      fault: 'claims the newest mail',
      caughtBy: 'a claim takes the mail that is due for the longest time',
      make: broken('mails', (intact, { memory }) => ({
        claim: async (leaseMs) => {
          await memory.write(({ mails }) => {
            for (const [id, mail] of mails) mails.set(id, { ...mail, dueAt: -mail.dueAt });
          });
          return intact.claim(leaseMs);
        },
      })),
    },
    {
      fault: 'claims in two steps',
      caughtBy: 'concurrent claims take each mail once',
      make: broken('mails', (intact, { memory }) => ({
        claim: async (leaseMs) => {
          const found = await memory.read(({ mails }) =>
            [...mails.values()].find(({ dueAt }) => dueAt <= Date.now()),
          );
          return found === undefined
            ? undefined
            : ((await intact.claim(leaseMs)) ?? { ...found, attempts: 1, ageMs: 0 });
        },
      })),
    },
    {
      fault: 'counts no attempts',
      caughtBy: 'a claim ends after its time, and attempts are counted',
      make: broken('mails', (intact) => ({
        claim: async (leaseMs) => {
          const claimed = await intact.claim(leaseMs);
          return claimed && { ...claimed, attempts: 1 };
        },
      })),
    },
    {
      fault: 'postpones nothing',
      caughtBy: 'a mail that is postponed is due after that time',
      make: broken('mails', () => ({ postpone: async () => undefined })),
    },
    {
      fault: 'deletes nothing',
      caughtBy: 'a mail that is deleted is not sent again',
      make: broken('mails', () => ({ delete: async () => undefined })),
    },
    {
      fault: 'keeps a failure due',
      caughtBy: 'a failure is listed, and never due again',
      make: broken('mails', (_, { memory }) => ({
        postpone: (id, pauseMs) =>
          memory.write(({ mails }) => {
            const { failure: _, ...mail } = mails.get(id)!;
            mails.set(id, { ...mail, dueAt: Date.now() + pauseMs });
          }),
      })),
    },
    {
      fault: 'lists the oldest failure first',
      caughtBy: 'the latest failures are listed first',
      make: broken('mails', (intact) => ({
        listFailures: async (limit) =>
          (await intact.listFailures(100)).toReversed().slice(0, limit),
      })),
    },
    {
      fault: 'stores mails outside of the transaction',
      caughtBy: 'a mail is stored together with what causes it',
      make: brokenStore(({ store, repositories }) => ({
        exclusively: async (lock, work) => {
          const kept: NewMail[] = [];
          const insert = async (mail: NewMail): Promise<void> => void kept.push(mail);
          try {
            return await store.exclusively(lock, (inside) =>
              work({ ...inside, mails: altered(inside.mails, { insert }) }),
            );
          } finally {
            for (const mail of kept) await repositories.mails.insert(mail);
          }
        },
      })),
    },
  ],
};
