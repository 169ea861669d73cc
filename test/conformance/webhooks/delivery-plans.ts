import type { DeliveryPlan, Store } from '../../../core/store.ts';
import { encodeJson, hour } from '../../../core/vocabulary.ts';
import { equal, failsWith, ok } from '../assert.ts';
import { oneIsTrue, racers, times } from '../cases.ts';
import { letTimePass } from '../content/history/recorded-changes.ts';
import { awkwardText } from '../samples.ts';
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
  storedWebhook,
  success,
  webhookId,
} from './webhook-samples.ts';

const nothing: DeliveryPlan = { ended: [], added: [], delayMs: 0 };

const removeOld = async ({ repositories: { outbox } }: Store, ageMs: number): Promise<void> => {
  await letTimePass(() => outbox.list(1));
  while (await outbox.sweep(ageMs));
};

/** How events become deliveries. */
export const deliveryPlanSuite = suite<Store>('DeliveryRepository (plans)', {
  'a plan moves the webhook and stores its deliveries byte for byte': async ({ repositories }) => {
    await repositories.webhooks.insert(sampleWebhook(1), 5);
    const added = [
      sampleDelivery(1, { subject: awkwardText, body: encodeJson({ z: awkwardText, a: 0.1 }) }),
      sampleDelivery(2, { type: 'deploy', body: undefined }),
    ];
    equal([...(await planned(repositories, added)).keys()], [], 'what was waiting');
    equal((await storedWebhook(repositories)).position, 6, 'the position');
    for (const each of added) {
      const found = await repositories.deliveries.find(webhookId(1), each.id);
      const { createdAt = 0, dueAt, ...rest } = found ?? {};
      const state = { state: 'waiting', attempts: 0, last: undefined, earlier: [] };
      equal(rest, { ...each, webhookId: webhookId(1), ...state }, 'the delivery');
      equal(dueAt, createdAt, 'it is due at once');
      ok(Math.abs(Date.now() - createdAt) < longMs, 'it was created now');
    }
    equal(await repositories.deliveries.find(webhookId(2), deliveryId(1)), undefined, 'elsewhere');
  },

  'of concurrent plans, one is stored': async ({ repositories }) => {
    const { webhooks, deliveries } = repositories;
    await webhooks.insert(sampleWebhook(1), 5);
    const webhook = await storedWebhook(repositories);
    const plans = times(racers, (n) =>
      deliveries.plan(webhook, 9, ['item 1'], () => ({
        ...nothing,
        added: [sampleDelivery(n, { subject: 'item 1' })],
      })),
    );
    await oneIsTrue(plans);
    equal(Object.keys(await statesOf(repositories)).length, 1, 'number of deliveries');
    equal((await storedWebhook(repositories)).position, 9, 'the position');
  },

  'a plan for a webhook that has changed, or is not active, stores nothing': async ({
    repositories,
  }) => {
    const { webhooks, deliveries } = repositories;
    const add = () => ({ ...nothing, added: [sampleDelivery(1)] });
    await webhooks.insert(sampleWebhook(1), 5);
    const before = await storedWebhook(repositories);
    await webhooks.update(sampleWebhook(1, { version: 2 }));
    equal(await deliveries.plan(before, 9, ['item 1'], add), false, 'after a change');
    const changed = await storedWebhook(repositories);
    equal(await deliveries.plan({ ...changed, position: 4 }, 9, [], add), false, 'from elsewhere');
    await webhooks.update(sampleWebhook(1, { version: 2, isActive: false }));
    equal(await deliveries.plan(changed, 9, ['item 1'], add), false, 'of an inactive one');
    await webhooks.delete(webhookId(1));
    equal(await deliveries.plan(changed, 9, ['item 1'], add), false, 'of a deleted one');
    await webhooks.insert(sampleWebhook(1), 5);
    equal((await storedWebhook(repositories)).position, 5, 'the position');
    equal(await statesOf(repositories), {}, 'deliveries');
  },

  'a plan that throws changes nothing': async ({ repositories }) => {
    await repositories.webhooks.insert(sampleWebhook(1), 5);
    const failure = new Error('no');
    const webhook = await storedWebhook(repositories);
    const planning = repositories.deliveries.plan(webhook, 9, [], () => {
      throw failure;
    });
    await failsWith(failure, planning);
    equal((await storedWebhook(repositories)).position, 5, 'the position');
  },

  'a plan sees what is waiting about its subjects, and ends what it names': async ({
    repositories,
  }) => {
    const { deliveries } = repositories;
    await repositories.webhooks.insert(sampleWebhook(1), 0);
    const first = times(5, (n) => sampleDelivery(n));
    await planned(repositories, first);
    // Each was tried; the last one was delivered.
    for (const n of [1, 2, 3, 4, 5]) {
      await claimed(repositories, deliveryId(n));
      const outcome = n === 5 ? ({ state: 'delivered' } as const) : { retryInMs: longMs };
      await deliveries.finish(deliveryId(n), n === 5 ? success : attempt, outcome);
    }
    const webhook = await storedWebhook(repositories);
    const subjects = ['item 1', 'item 2', 'item 3', 'item 5', 'item 9'];
    let seen: readonly string[] = [];
    await deliveries.plan(webhook, 9, subjects, (waiting) => {
      seen = [...waiting.keys()].toSorted();
      equal(waiting.get('item 1')?.body, encodeJson({ n: 1 }), 'a body');
      const added = [sampleDelivery(11, { subject: 'item 1' })];
      return { ...nothing, ended: ['item 1', 'item 2'], added };
    });
    equal(seen, ['item 1', 'item 2', 'item 3'], 'what was waiting');
    equal(
      await statesOf(repositories),
      {
        [deliveryId(1)]: 'replaced',
        [deliveryId(2)]: 'cancelled',
        [deliveryId(3)]: 'waiting',
        [deliveryId(4)]: 'waiting',
        [deliveryId(5)]: 'delivered',
        [deliveryId(11)]: 'waiting',
      },
      'states',
    );
  },

  'a delivery that ends before it was sent is removed': async ({ repositories }) => {
    await repositories.webhooks.insert(sampleWebhook(1), 0);
    await planned(repositories, [sampleDelivery(1), sampleDelivery(2)]);
    const seen = await planned(repositories, [sampleDelivery(3, { subject: 'item 1' })], {
      ended: ['item 1', 'item 2'],
    });
    equal([...seen.keys()].toSorted(), ['item 1', 'item 2'], 'what was waiting');
    equal(await statesOf(repositories), { [deliveryId(3)]: 'waiting' }, 'states');
  },

  'a delivery with a delay is not due before': async ({ repositories }) => {
    await repositories.webhooks.insert(sampleWebhook(1), 0);
    await planned(repositories, [sampleDelivery(1)], { delayMs: longMs });
    equal(await repositories.deliveries.dueWebhooks(), [], 'what is due');
    equal(await repositories.deliveries.claim(webhookId(1), longMs), undefined, 'a claim');
    const found = await repositories.deliveries.find(webhookId(1), deliveryId(1));
    equal((found?.dueAt ?? 0) - (found?.createdAt ?? 0), longMs, 'the delay');
  },

  'events that an active webhook has not read are not removed': async (store) => {
    const { repositories } = store;
    const { outbox, webhooks, deliveries } = repositories;
    const { head } = await outbox.advance();
    await webhooks.insert(sampleWebhook(1), head);
    await webhooks.insert(sampleWebhook(2, { isActive: false }), head);
    const events = times(3, (n) => encodeJson({ n }));
    await outbox.add(events);
    const { head: end } = await outbox.advance();
    await removeOld(store, 1);
    equal(await outbox.list(10), events, 'events before it has read them');
    const webhook = await storedWebhook(repositories);
    await deliveries.plan(webhook, end - 1, [], () => nothing);
    await removeOld(store, hour);
    equal(await outbox.list(10), events, 'events of this hour');
    await removeOld(store, 1);
    equal(await outbox.list(10), events.slice(2), 'events after it has read two');
    equal((await outbox.listAfter(end - 1, 10))?.length, 1, 'events that it has not read');
  },
});
