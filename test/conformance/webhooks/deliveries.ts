import type { Store } from '../../../core/store.ts';
import { equal, ok } from '../assert.ts';
import { modifyAll, racers, times } from '../cases.ts';
import { letTimePass } from '../content/history/recorded-changes.ts';
import { suite } from '../suite.ts';
import {
  attempt,
  claimed,
  deliveryId,
  longMs,
  planned,
  sampleDelivery,
  sampleWebhook,
  statesOf,
  success,
  webhookId,
} from './webhook-samples.ts';

/** A webhook with deliveries from 1 to `count` that are due, in this order. */
const withDeliveries = async ({ repositories }: Store, count: number) => {
  await repositories.webhooks.insert(sampleWebhook(1), 0);
  for (const n of times(count, (each) => each)) {
    await planned(repositories, [sampleDelivery(n)]);
    // Each is due later than the one before it.
    await letTimePass(() => repositories.webhooks.list());
  }
  return repositories;
};

const isClaimable = async ({ repositories: { deliveries } }: Store): Promise<boolean> =>
  (await deliveries.dueWebhooks()).length > 0;

/** How deliveries are sent, and end. */
export const deliverySuite = suite<Store>('DeliveryRepository', {
  'a claim takes the delivery that is due for the longest time, and counts it': async (store) => {
    const { deliveries } = await withDeliveries(store, 3);
    const found = await deliveries.claim(webhookId(1), longMs);
    equal(found?.id, deliveryId(1), 'the first one');
    equal(found?.attempts, 1, 'attempts');
    ok((found?.ageMs ?? -1) >= 0 && (found?.ageMs ?? longMs) < longMs, 'its age');
    equal((await deliveries.find(webhookId(1), deliveryId(1)))?.attempts, 1, 'stored attempts');
    await claimed({ deliveries }, deliveryId(2));
    await claimed({ deliveries }, deliveryId(3));
    equal(await deliveries.claim(webhookId(1), longMs), undefined, 'a fourth one');
    equal(await isClaimable(store), false, 'whether one is due');
  },

  'concurrent claims take each delivery once': async (store) => {
    const { deliveries } = await withDeliveries(store, 3);
    const claims = times(racers, () => deliveries.claim(webhookId(1), longMs));
    const ids = (await Promise.all(claims)).flatMap((each) => each?.id ?? []);
    equal(ids.toSorted(), [1, 2, 3].map(deliveryId), 'claimed deliveries');
  },

  'only deliveries of active webhooks are due': async ({ repositories }) => {
    const { webhooks, deliveries } = repositories;
    for (const n of [1, 2, 3]) {
      await webhooks.insert(sampleWebhook(n), 0);
      if (n < 3) await planned(repositories, [sampleDelivery(n)], { n });
    }
    equal((await deliveries.dueWebhooks()).toSorted(), [1, 2].map(webhookId), 'what is due');
    await webhooks.update(sampleWebhook(1, { isActive: false }));
    equal(await deliveries.dueWebhooks(), [webhookId(2)], 'what is due for active ones');
    equal(await deliveries.claim(webhookId(1), longMs), undefined, 'a claim of the other one');
    equal((await deliveries.claim(webhookId(2), longMs))?.id, deliveryId(2), 'a claim');
  },

  'a claim ends after its time': async (store) => {
    const { deliveries } = await withDeliveries(store, 1);
    await claimed({ deliveries }, deliveryId(1), 1);
    await letTimePass(() => deliveries.dueWebhooks());
    equal(await isClaimable(store), true, 'whether it is due again');
    equal((await deliveries.claim(webhookId(1), longMs))?.attempts, 2, 'attempts');
  },

  'a request that fails is stored, and made again later': async (store) => {
    const { deliveries } = await withDeliveries(store, 1);
    await claimed({ deliveries }, deliveryId(1));
    await deliveries.finish(deliveryId(1), attempt, { retryInMs: longMs });
    const found = await deliveries.find(webhookId(1), deliveryId(1));
    const { endedAt = 0, ...last } = found?.last ?? {};
    equal(last, attempt, 'the attempt');
    equal(found?.state, 'waiting', 'the state');
    equal((found?.dueAt ?? 0) - endedAt, longMs, 'when it is made again');
    equal(await isClaimable(store), false, 'whether it is due');
    await deliveries.finish(deliveryId(1), attempt, { retryInMs: 0 });
    await claimed({ deliveries }, deliveryId(1));
  },

  'a request can end the delivery': async (store) => {
    const { deliveries } = await withDeliveries(store, 2);
    await claimed({ deliveries }, deliveryId(1), 1);
    await deliveries.finish(deliveryId(1), success, { state: 'delivered' });
    await claimed({ deliveries }, deliveryId(2), 1);
    const silent = { ...attempt, status: undefined, response: undefined };
    await deliveries.finish(deliveryId(2), silent, { state: 'failed' });
    await letTimePass(() => deliveries.dueWebhooks());
    equal(await isClaimable(store), false, 'whether one is due');
    const ended = { [deliveryId(1)]: 'delivered', [deliveryId(2)]: 'failed' };
    equal(await statesOf({ deliveries }), ended, 'states');
    const { endedAt: _, ...last } =
      (await deliveries.find(webhookId(1), deliveryId(2)))?.last ?? {};
    equal(last, silent, 'the attempt');
    await deliveries.finish(deliveryId(9), success, { state: 'delivered' });
    equal(await statesOf({ deliveries }), ended, 'states after the end of an unknown one');
  },

  'a new delivery waits for the request of the one that it replaced': async (store) => {
    const repositories = await withDeliveries(store, 1);
    const { deliveries } = repositories;
    await claimed(repositories, deliveryId(1));
    await planned(repositories, [sampleDelivery(2, { subject: 'item 1' })]);
    equal(await isClaimable(store), false, 'whether it is due during the request');
    await deliveries.finish(deliveryId(1), attempt, { retryInMs: 0 });
    const states = { [deliveryId(1)]: 'replaced', [deliveryId(2)]: 'waiting' };
    equal(await statesOf(repositories), states, 'states');
    const { endedAt: _, ...last } =
      (await deliveries.find(webhookId(1), deliveryId(1)))?.last ?? {};
    equal(last, attempt, 'the attempt of the one that was replaced');
    await claimed(repositories, deliveryId(2));
  },

  'the request of a delivery that was replaced can still succeed': async (store) => {
    const repositories = await withDeliveries(store, 1);
    const { deliveries } = repositories;
    await claimed(repositories, deliveryId(1));
    await planned(repositories, [sampleDelivery(2, { subject: 'item 1' })]);
    await deliveries.finish(deliveryId(1), success, { state: 'delivered' });
    const states = { [deliveryId(1)]: 'delivered', [deliveryId(2)]: 'waiting' };
    equal(await statesOf(repositories), states, 'states');
    await claimed(repositories, deliveryId(2));
    // The claim of the second one is not that of the first one.
    await deliveries.finish(deliveryId(1), success, { state: 'delivered' });
    equal(await isClaimable(store), false, 'whether the second one is due');
  },

  'a failed repetition by hand changes nothing but the attempt': async (store) => {
    const { deliveries } = await withDeliveries(store, 1);
    await claimed({ deliveries }, deliveryId(1));
    const before = await deliveries.find(webhookId(1), deliveryId(1));
    await deliveries.finish(deliveryId(1), attempt, undefined);
    const after = await deliveries.find(webhookId(1), deliveryId(1));
    equal({ ...after, last: undefined }, before, 'the delivery');
    equal(after?.earlier, [], 'earlier attempts');
    equal(after?.last?.failure, attempt.failure, 'the attempt');
    equal(await isClaimable(store), false, 'whether it is due');
  },

  'ten attempts before the last one are kept, newest first': async (store) => {
    const { deliveries } = await withDeliveries(store, 2);
    for (let n = 1; n <= 12; n += 1) {
      const outcome = n === 5 ? undefined : ({ retryInMs: 0 } as const);
      await deliveries.finish(deliveryId(1), { ...attempt, durationMs: n }, outcome);
    }
    const silent = {
      durationMs: 13,
      status: undefined,
      response: undefined,
      failure: 'No "answer"',
    };
    await deliveries.finish(deliveryId(1), silent, { retryInMs: 0 });
    await deliveries.finish(deliveryId(1), success, { state: 'delivered' });
    const { last, earlier = [] } = (await deliveries.find(webhookId(1), deliveryId(1))) ?? {};
    equal(last?.durationMs, success.durationMs, 'the last one');
    const numbers = earlier.map(({ durationMs }) => durationMs);
    equal(numbers, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4], 'those before it');
    const [newest, next] = earlier.map(({ endedAt: _, ...rest }) => rest);
    equal([newest, next], [silent, { ...attempt, durationMs: 12 }], 'what they were');
    ok(
      earlier.every(({ endedAt }) => Math.abs(Date.now() - endedAt) < longMs),
      'they ended now',
    );
    equal((await deliveries.find(webhookId(1), deliveryId(2)))?.earlier, [], 'of another one');
  },

  'a delivery can be stored after its end': async (store) => {
    const { deliveries } = await withDeliveries(store, 0);
    const trial = sampleDelivery(1, { type: 'webhook.test' });
    await deliveries.insertEnded(webhookId(1), trial, attempt, 'failed');
    const build = sampleDelivery(2, { type: 'deploy', subject: 'item 1', body: undefined });
    await deliveries.insertEnded(webhookId(1), build, success, 'delivered');
    const found = await deliveries.find(webhookId(1), deliveryId(1));
    const { createdAt: created, dueAt: _, last, ...rest } = found ?? {};
    const { endedAt, ...stored } = last ?? {};
    equal(
      rest,
      { ...trial, webhookId: webhookId(1), state: 'failed', attempts: 1, earlier: [] },
      'the trial',
    );
    equal([stored, endedAt], [attempt, created], 'its attempt');
    equal((await deliveries.find(webhookId(1), deliveryId(2)))?.state, 'delivered', 'the build');
    equal(await isClaimable(store), false, 'whether one is due');
  },

  'the list shows the newest delivery first, by pages': async (store) => {
    const repositories = await withDeliveries(store, 4);
    const { deliveries, webhooks } = repositories;
    await webhooks.insert(sampleWebhook(2), 0);
    await planned(repositories, [sampleDelivery(8)], { n: 2 });
    const idsOf = async (limit: number, offset: number) =>
      (await deliveries.list(webhookId(1), { limit, offset })).map(({ id }) => id);
    equal(await idsOf(10, 0), [4, 3, 2, 1].map(deliveryId), 'all');
    equal(await idsOf(2, 1), [3, 2].map(deliveryId), 'a page');
    equal(await idsOf(2, 4), [], 'a page after the end');
  },

  'stored deliveries do not share objects with callers': async (store) => {
    const repositories = await withDeliveries(store, 0);
    const { deliveries } = repositories;
    const given = sampleDelivery(1);
    await planned(repositories, [given], { ended: ['item 1'] });
    modifyAll(given);
    const ended = sampleDelivery(2);
    const last = { ...attempt };
    await deliveries.insertEnded(webhookId(1), ended, last, 'failed');
    modifyAll([ended, last]);
    modifyAll(await deliveries.list(webhookId(1), { limit: 10, offset: 0 }));
    modifyAll(await deliveries.claim(webhookId(1), longMs));
    modifyAll(await deliveries.find(webhookId(1), deliveryId(2)));
    const found = await Promise.all(
      [1, 2].map((n) => deliveries.find(webhookId(1), deliveryId(n))),
    );
    equal(
      found.map((each) => [each?.type, each?.last?.failure]),
      [
        ['content.published', undefined],
        ['content.published', attempt.failure],
      ],
      'deliveries',
    );
  },
});
