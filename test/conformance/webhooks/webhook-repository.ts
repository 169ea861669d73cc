import type { Store } from '../../../core/store.ts';
import { equal, ok } from '../assert.ts';
import { modifyAll, oneIsTrue, racers, times } from '../cases.ts';
import { letTimePass } from '../content/history/recorded-changes.ts';
import { awkwardText, collectionId, momentOf } from '../samples.ts';
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
  webhookId,
} from './webhook-samples.ts';

const reason = 'It fails';
const fresh = {
  failingSince: undefined,
  switchedOffAt: undefined,
  switchedOffReason: undefined,
};

/** Webhooks themselves, and what their deliveries do to them. */
export const webhookRepositorySuite = suite<Store>('WebhookRepository', {
  'a webhook is found unchanged, with its position': async ({ repositories: { webhooks } }) => {
    const awkward = sampleWebhook(1, {
      name: awkwardText,
      url: `https://example.com/${awkwardText}`,
      kind: 'deploy',
      events: [],
      scope: [collectionId(1), collectionId(2)],
      locales: ['zh-Hant', 'de'],
      onlyPublished: false,
      debounceSeconds: 3_600,
      isActive: false,
      secrets: [
        { value: awkwardText, expiresAt: undefined },
        { value: 'old', expiresAt: momentOf(9) },
      ],
      version: 7,
      updatedAt: momentOf(5),
    });
    await webhooks.insert(awkward, 41);
    await webhooks.insert(sampleWebhook(2), 0);
    equal(await webhooks.find(webhookId(1)), { ...awkward, ...fresh, position: 41 }, 'the first');
    equal(
      await webhooks.find(webhookId(2)),
      { ...sampleWebhook(2), ...fresh, position: 0 },
      'the second',
    );
    equal(await webhooks.find(webhookId(3)), undefined, 'an unknown one');
  },

  'the list shows the newest webhook first': async ({ repositories: { webhooks } }) => {
    equal(await webhooks.list(), [], 'webhooks of an empty store');
    const all = times(9, (n) => sampleWebhook((n * 5) % 11, { createdAt: momentOf(n % 3) }));
    for (const webhook of all) await webhooks.insert(webhook, 1);
    const expected = all.toSorted(
      (left, right) => right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1),
    );
    equal(
      await webhooks.list(),
      expected.map((webhook) => ({ ...webhook, ...fresh, position: 1 })),
      'webhooks',
    );
  },

  'an update replaces that webhook, and leaves its deliveries': async ({ repositories }) => {
    const { webhooks } = repositories;
    for (const n of [1, 2]) await webhooks.insert(sampleWebhook(n), 3);
    await planned(repositories, [sampleDelivery(1)]);
    await webhooks.recordFailure(webhookId(1), longMs, reason);
    const { failingSince } = await storedWebhook(repositories);
    ok(failingSince !== undefined, 'it fails');
    const changed = sampleWebhook(1, { name: 'Renamed', scope: [collectionId(1)], version: 2 });
    await webhooks.update(changed);
    equal(
      await webhooks.find(webhookId(1)),
      { ...changed, position: 4, failingSince, switchedOffAt: undefined },
      'the webhook',
    );
    equal((await webhooks.find(webhookId(2)))?.name, 'Webhook 2', 'another one');
    equal(await statesOf(repositories), { [deliveryId(1)]: 'waiting' }, 'deliveries');
    await webhooks.update(sampleWebhook(3));
    equal(
      (await webhooks.list()).length,
      2,
      'number of webhooks after an update of an unknown one',
    );
  },

  'a restart moves the webhook, forgets failures, and drops what is waiting': async ({
    repositories,
  }) => {
    const { webhooks } = repositories;
    for (const n of [1, 2]) await webhooks.insert(sampleWebhook(n), 3);
    await planned(repositories, [sampleDelivery(1), sampleDelivery(2)]);
    await planned(repositories, [sampleDelivery(3)], { n: 2 });
    await claimed(repositories, deliveryId(1));
    await webhooks.recordFailure(webhookId(1), longMs, reason);
    await webhooks.update(sampleWebhook(1, { isActive: false, version: 2 }), 99);
    equal(
      await webhooks.find(webhookId(1)),
      { ...sampleWebhook(1, { isActive: false, version: 2 }), ...fresh, position: 99 },
      'the webhook',
    );
    equal(await statesOf(repositories), { [deliveryId(1)]: 'cancelled' }, 'its deliveries');
    equal(await statesOf(repositories, 2), { [deliveryId(3)]: 'waiting' }, 'those of another one');
  },

  'a deletion removes that webhook and its deliveries': async ({ repositories }) => {
    const { webhooks } = repositories;
    for (const n of [1, 2]) {
      await webhooks.insert(sampleWebhook(n), 0);
      await planned(repositories, [sampleDelivery(n)], { n });
    }
    await oneIsTrue(times(racers, () => webhooks.delete(webhookId(1))));
    equal(await webhooks.find(webhookId(1)), undefined, 'the webhook');
    equal(await statesOf(repositories), {}, 'its deliveries');
    equal(await statesOf(repositories, 2), { [deliveryId(2)]: 'waiting' }, 'those of another one');
    equal(await webhooks.delete(webhookId(1)), false, 'the result of a second deletion');
  },

  'the first failure is noted, and a success ends it': async ({ repositories }) => {
    const { webhooks } = repositories;
    for (const n of [1, 2]) await webhooks.insert(sampleWebhook(n), 0);
    equal(await webhooks.recordFailure(webhookId(1), longMs, reason), false, 'the first one');
    const { failingSince = 0 } = await storedWebhook(repositories);
    ok(Math.abs(Date.now() - failingSince) < longMs, 'it fails since now');
    await letTimePass(() => webhooks.list());
    equal(await webhooks.recordFailure(webhookId(1), longMs, reason), false, 'the second one');
    equal((await storedWebhook(repositories)).failingSince, failingSince, 'since when it fails');
    equal((await storedWebhook(repositories, 2)).failingSince, undefined, 'another webhook');
    await webhooks.recordSuccess(webhookId(1));
    equal((await storedWebhook(repositories)).failingSince, undefined, 'after a success');
    equal((await storedWebhook(repositories)).isActive, true, 'it is active');
  },

  'a webhook that fails for too long is switched off once, and what is waiting is dropped': async ({
    repositories,
  }) => {
    const { webhooks, deliveries } = repositories;
    for (const n of [1, 2]) await webhooks.insert(sampleWebhook(n), 0);
    await planned(repositories, [sampleDelivery(1), sampleDelivery(2)]);
    await claimed(repositories, deliveryId(1));
    await deliveries.finish(deliveryId(1), attempt, { retryInMs: longMs });
    await webhooks.recordFailure(webhookId(1), 1, reason);
    await letTimePass(() => webhooks.list());
    await oneIsTrue(times(racers, () => webhooks.recordFailure(webhookId(1), 1, reason)));
    const {
      isActive,
      switchedOffAt = 0,
      switchedOffReason,
      version,
    } = await storedWebhook(repositories);
    equal(switchedOffReason, reason, 'why it was switched off');
    equal(isActive, false, 'whether it is active');
    ok(Math.abs(Date.now() - switchedOffAt) < longMs, 'it was switched off now');
    equal(version, 1, 'its version');
    equal(await statesOf(repositories), { [deliveryId(1)]: 'cancelled' }, 'its deliveries');
    equal((await storedWebhook(repositories, 2)).isActive, true, 'another webhook');
  },

  'without patience, the first failure switches a webhook off': async ({ repositories }) => {
    const { webhooks } = repositories;
    await webhooks.insert(sampleWebhook(1), 0);
    await planned(repositories, [sampleDelivery(1)]);
    equal(await webhooks.recordFailure(webhookId(1), 0, reason), true, 'whether it did');
    const { isActive, switchedOffReason } = await storedWebhook(repositories);
    equal([isActive, switchedOffReason], [false, reason], 'the webhook');
    equal(await statesOf(repositories), {}, 'its deliveries');
    await webhooks.update(sampleWebhook(1, { version: 2 }), 1);
    equal((await storedWebhook(repositories)).switchedOffReason, undefined, 'after a restart');
  },

  'stored webhooks do not share objects with callers': async ({ repositories: { webhooks } }) => {
    const make = () => sampleWebhook(1, { scope: [collectionId(1)] });
    const given = make();
    await webhooks.insert(given, 1);
    modifyAll(given);
    modifyAll(await webhooks.find(webhookId(1)));
    modifyAll(await webhooks.list());
    equal(await webhooks.list(), [{ ...make(), ...fresh, position: 1 }], 'an inserted webhook');
    const changed = make();
    await webhooks.update(changed);
    modifyAll(changed);
    equal(await webhooks.list(), [{ ...make(), ...fresh, position: 1 }], 'an updated one');
  },
});
