import type { ClaimedMail, NewMail, Repositories, Store } from '../../../core/store.ts';
import { equal, ok } from '../assert.ts';
import { racers, times } from '../cases.ts';
import { letTimePass } from '../content/history/recorded-changes.ts';
import { awkwardText, contentId, userId } from '../samples.ts';
import { suite } from '../suite.ts';

/** What an expected claim without a result is compared as. */
const none: Partial<ClaimedMail> = {};

/** Longer than a case runs. */
const longMs = 600_000;

export const sampleMail = (n: number, changes: Partial<NewMail> = {}): NewMail => ({
  id: contentId(n),
  kind: 'notice',
  userId: userId(n),
  content: `content ${n}`,
  ...changes,
});

/** Mails from 1 to `count`, each due later than the one before it. */
const withMails = async ({ repositories }: Store, count: number): Promise<Repositories> => {
  for (const n of times(count, (each) => each)) {
    await repositories.mails.insert(sampleMail(n));
    await letTimePass(() => repositories.mails.listFailures(1));
  }
  return repositories;
};

/** Mails that wait, and failures. */
export const mailRepositorySuite = suite<Store>('MailRepository', {
  'a claimed mail is as it was stored': async ({ repositories: { mails } }) => {
    const mail = sampleMail(1, { content: awkwardText });
    await mails.insert(mail);
    const { ageMs = -1, ...claimed } = (await mails.claim(longMs)) ?? none;
    equal(claimed, { ...mail, attempts: 1 }, 'of an account');
    ok(ageMs >= 0 && ageMs < longMs, 'its age');
    const other = sampleMail(2, { kind: 'invitation', userId: undefined });
    await mails.insert(other);
    const { ageMs: _, ...second } = (await mails.claim(longMs)) ?? none;
    equal(second, { ...other, attempts: 1 }, 'without an account');
  },

  'a claim takes the mail that is due for the longest time': async (store) => {
    const { mails } = await withMails(store, 3);
    const claimed = [await mails.claim(longMs), await mails.claim(longMs)];
    equal(
      claimed.map((each) => each?.id),
      [1, 2].map(contentId),
      'ids',
    );
  },

  'concurrent claims take each mail once': async (store) => {
    const { mails } = await withMails(store, 3);
    const claims = await Promise.all(times(racers, () => mails.claim(longMs)));
    const ids = claims.flatMap((each) => each?.id ?? []);
    equal(ids.toSorted(), [1, 2, 3].map(contentId), 'claimed mails');
  },

  'a claim ends after its time, and attempts are counted': async (store) => {
    const { mails } = await withMails(store, 1);
    await mails.claim(1);
    await letTimePass(() => mails.listFailures(1));
    equal((await mails.claim(longMs))?.attempts, 2, 'attempts');
    equal(await mails.claim(longMs), undefined, 'a third claim');
  },

  'a mail that is postponed is due after that time': async (store) => {
    const { mails } = await withMails(store, 1);
    await mails.postpone(contentId(1), longMs);
    equal(await mails.claim(longMs), undefined, 'a claim before');
    await mails.postpone(contentId(1), 0);
    equal((await mails.claim(longMs))?.id, contentId(1), 'a claim after');
  },

  'a mail that is deleted is not sent again': async (store) => {
    const { mails } = await withMails(store, 2);
    await mails.delete(contentId(1));
    equal((await mails.claim(longMs))?.id, contentId(2), 'the other one');
    equal(await mails.claim(longMs), undefined, 'a further one');
    equal(await mails.listFailures(10), [], 'failures');
  },

  'a failure is listed, and never due again': async (store) => {
    const { mails } = await withMails(store, 2);
    await mails.fail(contentId(1), awkwardText);
    const [{ at, ...rest } = { at: 0 }] = await mails.listFailures(10);
    equal(rest, { kind: 'notice', userId: userId(1), reason: awkwardText }, 'the failure');
    ok(Math.abs(at - Date.now()) < longMs, 'its time');
    await mails.postpone(contentId(1), 0);
    await mails.fail(contentId(1), 'Again');
    equal((await mails.claim(longMs))?.id, contentId(2), 'the mail that is due');
    equal(await mails.claim(longMs), undefined, 'a further one');
    equal((await mails.listFailures(10))[0]?.reason, awkwardText, 'its reason');
  },

  'the latest failures are listed first': async (store) => {
    const { mails } = await withMails(store, 3);
    for (const n of [2, 1, 3]) {
      await mails.fail(contentId(n), `Reason ${n}`);
      await letTimePass(() => mails.listFailures(1));
    }
    const reasons = (await mails.listFailures(2)).map(({ reason }) => reason);
    equal(reasons, ['Reason 3', 'Reason 1'], 'reasons');
  },

  'a mail is stored together with what causes it': async (store) => {
    const stop = new Error('stop');
    const insert = async ({ mails }: Repositories): Promise<void> => {
      await mails.insert(sampleMail(1));
      throw stop;
    };
    await store.exclusively('accounts', insert).catch((error: unknown) => {
      if (error !== stop) throw error;
    });
    equal(await store.repositories.mails.claim(longMs), undefined, 'a mail without its cause');
  },
});
