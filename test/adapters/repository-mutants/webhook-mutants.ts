import type { MemoryState } from '../../../adapters/memory/memory-state.ts';
import type { StoredDelivery } from '../../../adapters/memory/memory-tables.ts';
import type { StoredWebhook } from '../../../core/store.ts';
import { deliverySuite } from '../../conformance/webhooks/deliveries.ts';
import { deliveryPlanSuite } from '../../conformance/webhooks/delivery-plans.ts';
import { webhookRepositorySuite } from '../../conformance/webhooks/webhook-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

const changeWebhook = (memory: MemoryState, id: string, changes: Partial<StoredWebhook>) =>
  memory.write(({ webhooks }) => {
    const found = webhooks.get(id);
    if (found !== undefined) webhooks.set(id, { ...found, ...changes });
  });

const changeDelivery = (memory: MemoryState, id: string, changes: Partial<StoredDelivery>) =>
  memory.write(({ deliveries }) => {
    const found = deliveries.get(id);
    if (found !== undefined) deliveries.set(id, { ...found, ...changes });
  });

const noOutcome = 'a failed repetition by hand changes nothing but the attempt';

export const webhookMutants: RepositorySuiteMutants = {
  suite: webhookRepositorySuite,
  mutants: [
    {
      fault: 'keeps one secret',
      caughtBy: 'a webhook is found unchanged, with its position',
      make: broken('webhooks', (intact) => ({
        insert: (webhook, position) =>
          intact.insert({ ...webhook, secrets: webhook.secrets.slice(0, 1) }, position),
      })),
    },
    {
      fault: 'lists the oldest webhook first',
      caughtBy: 'the list shows the newest webhook first',
      make: broken('webhooks', (intact) => ({
        list: async () => (await intact.list()).toReversed(),
      })),
    },
    {
      fault: 'restarts with every update',
      caughtBy: 'an update replaces that webhook, and leaves its deliveries',
      make: broken('webhooks', (intact) => ({
        update: (webhook, restartAt = 4) => intact.update(webhook, restartAt),
      })),
    },
    {
      fault: 'keeps what is waiting after a restart',
      caughtBy: 'a restart moves the webhook, forgets failures, and drops what is waiting',
      make: broken('webhooks', (intact, { memory }) => ({
        update: async (webhook, restartAt) => {
          await intact.update(webhook);
          if (restartAt === undefined) return;
          const position = restartAt;
          await changeWebhook(memory, webhook.id, { position, failingSince: undefined });
        },
      })),
    },
    {
      fault: 'keeps the deliveries of a deleted webhook',
      caughtBy: 'a deletion removes that webhook and its deliveries',
      make: broken('webhooks', (_, { memory }) => ({
        delete: (id) => memory.write(({ webhooks }) => webhooks.delete(id)),
      })),
    },
    {
      fault: 'begins anew with every failure',
      caughtBy: 'the first failure is noted, and a success ends it',
      make: broken('webhooks', (intact, { memory }) => ({
        recordFailure: async (id, ...rest) => {
          await changeWebhook(memory, id, { failingSince: undefined });
          return intact.recordFailure(id, ...rest);
        },
      })),
    },
    {
      fault: 'never switches off',
      caughtBy:
        'a webhook that fails for too long is switched off once, and what is waiting is dropped',
      make: broken('webhooks', (intact) => ({
        recordFailure: (id, _, reason) => intact.recordFailure(id, Infinity, reason),
      })),
    },
    {
      fault: 'forgets why it has switched off',
      caughtBy: 'without patience, the first failure switches a webhook off',
      make: broken('webhooks', (intact, { memory }) => ({
        recordFailure: async (id, ...rest) => {
          const isOff = await intact.recordFailure(id, ...rest);
          await changeWebhook(memory, id, { switchedOffReason: undefined });
          return isOff;
        },
      })),
    },
    {
      fault: 'returns the stored object',
      caughtBy: 'stored webhooks do not share objects with callers',
      make: broken('webhooks', (intact, { memory }) => ({
        insert: async (webhook, position) => {
          await intact.insert(webhook, position);
          await changeWebhook(memory, webhook.id, { events: webhook.events });
        },
      })),
    },
  ],
};

export const deliveryPlanMutants: RepositorySuiteMutants = {
  suite: deliveryPlanSuite,
  mutants: [
    {
      fault: 'leaves the webhook where it is',
      caughtBy: 'a plan moves the webhook and stores its deliveries byte for byte',
      make: broken('deliveries', (intact) => ({
        plan: (webhook, _, subjects, plan) =>
          intact.plan(webhook, webhook.position, subjects, plan),
      })),
    },
    {
      fault: 'looks at the position before it stores',
      caughtBy: 'of concurrent plans, one is stored',
      make: broken('deliveries', (intact, { repositories }) => ({
        plan: async (webhook, position, subjects, plan) => {
          const found = await repositories.webhooks.find(webhook.id);
          if (found?.position !== webhook.position) return false;
          for (;;) {
            const now = await repositories.webhooks.find(webhook.id);
            if (await intact.plan(now ?? webhook, position, subjects, plan)) return true;
          }
        },
      })),
    },
    {
      fault: 'ignores that a webhook has changed',
      caughtBy: 'a plan for a webhook that has changed, or is not active, stores nothing',
      make: broken('deliveries', (intact, { repositories }) => ({
        plan: async (webhook, position, subjects, plan) => {
          const found = await repositories.webhooks.find(webhook.id);
          const version = found?.version ?? 0;
          return intact.plan({ ...webhook, version }, position, subjects, plan);
        },
      })),
    },
    {
      fault: 'moves the webhook before it plans',
      caughtBy: 'a plan that throws changes nothing',
      make: broken('deliveries', (intact, { memory }) => ({
        plan: async (webhook, position, subjects, plan) => {
          await changeWebhook(memory, webhook.id, { position });
          return intact.plan({ ...webhook, position }, position, subjects, plan);
        },
      })),
    },
    {
      fault: 'replaces what it should cancel',
      caughtBy: 'a plan sees what is waiting about its subjects, and ends what it names',
      make: broken('deliveries', (intact, { memory }) => ({
        plan: async (...given) => {
          const isDone = await intact.plan(...given);
          await memory.write(({ deliveries }) => {
            for (const each of deliveries.values()) {
              if (each.state === 'cancelled')
                deliveries.set(each.id, { ...each, state: 'replaced' });
            }
          });
          return isDone;
        },
      })),
    },
    {
      fault: 'keeps what was never sent',
      caughtBy: 'a delivery that ends before it was sent is removed',
      make: broken('deliveries', (intact, { memory }) => ({
        plan: async (webhook, position, subjects, plan) => {
          await memory.write(({ deliveries }) => {
            for (const each of deliveries.values()) {
              deliveries.set(each.id, { ...each, attempts: Math.max(1, each.attempts) });
            }
          });
          return intact.plan(webhook, position, subjects, plan);
        },
      })),
    },
    {
      fault: 'ignores the delay',
      caughtBy: 'a delivery with a delay is not due before',
      make: broken('deliveries', (intact) => ({
        plan: (webhook, position, subjects, plan) =>
          intact.plan(webhook, position, subjects, (waiting) => ({ ...plan(waiting), delayMs: 0 })),
      })),
    },
    {
      fault: 'removes events that nobody has read',
      caughtBy: 'events that an active webhook has not read are not removed',
      make: broken('outbox', (intact, { memory }) => ({
        sweep: async (ageMs) => {
          await memory.write(({ webhooks }) => {
            for (const each of webhooks.values())
              webhooks.set(each.id, { ...each, isActive: false });
          });
          return intact.sweep(ageMs);
        },
      })),
    },
  ],
};

export const deliveryMutants: RepositorySuiteMutants = {
  suite: deliverySuite,
  mutants: [
    {
      fault: 'forgets the attempts before the last one',
      caughtBy: 'ten attempts before the last one are kept, newest first',
      make: broken('deliveries', (intact, { memory }) => ({
        finish: async (id, ...rest) => {
          await intact.finish(id, ...rest);
          await changeDelivery(memory, id, { earlier: [] });
        },
      })),
    },
    {
      fault: 'does not count attempts',
      caughtBy: 'a claim takes the delivery that is due for the longest time, and counts it',
      make: broken('deliveries', (intact) => ({
        claim: async (id, leaseMs) => {
          const found = await intact.claim(id, leaseMs);
          return found && { ...found, attempts: 0 };
        },
      })),
    },
    {
      fault: 'claims for no time',
      caughtBy: 'concurrent claims take each delivery once',
      make: broken('deliveries', (intact) => ({ claim: (id) => intact.claim(id, 0) })),
    },
    {
      fault: 'claims deliveries of inactive webhooks',
      caughtBy: 'only deliveries of active webhooks are due',
      make: broken('deliveries', (intact, { memory }) => ({
        claim: async (id, leaseMs) => {
          await changeWebhook(memory, id, { isActive: true });
          return intact.claim(id, leaseMs);
        },
      })),
    },
    {
      fault: 'claims forever',
      caughtBy: 'a claim ends after its time',
      make: broken('deliveries', (intact) => ({ claim: (id) => intact.claim(id, Infinity) })),
    },
    {
      fault: 'repeats a failed request at once',
      caughtBy: 'a request that fails is stored, and made again later',
      make: broken('deliveries', (intact) => ({
        finish: (id, attempt, outcome) =>
          intact.finish(
            id,
            attempt,
            outcome && 'retryInMs' in outcome ? { retryInMs: 0 } : outcome,
          ),
      })),
    },
    {
      fault: 'repeats what was given up',
      caughtBy: 'a request can end the delivery',
      make: broken('deliveries', (intact) => ({
        finish: (id, attempt, outcome) =>
          intact.finish(
            id,
            attempt,
            outcome && 'state' in outcome && outcome.state === 'failed'
              ? { retryInMs: 0 }
              : outcome,
          ),
      })),
    },
    {
      fault: 'sends a new delivery during the request of the one before it',
      caughtBy: 'a new delivery waits for the request of the one that it replaced',
      make: broken('deliveries', (intact, { memory }) => ({
        plan: async (webhook, position, subjects, plan) => {
          const isDone = await intact.plan(webhook, position, subjects, plan);
          await memory.write(({ deliveries }) => {
            for (const each of deliveries.values()) {
              if (each.attempts === 0) deliveries.set(each.id, { ...each, claimedUntil: 0 });
            }
          });
          return isDone;
        },
      })),
    },
    {
      fault: 'does not note the success of what was replaced',
      caughtBy: 'the request of a delivery that was replaced can still succeed',
      make: broken('deliveries', (intact, { memory }) => ({
        finish: async (id, attempt, outcome) => {
          const before = await memory.read(({ deliveries }) => deliveries.get(id)?.state);
          await intact.finish(id, attempt, outcome);
          if (before === 'replaced') await changeDelivery(memory, id, { state: 'replaced' });
        },
      })),
    },
    {
      fault: 'gives up after a repetition by hand',
      caughtBy: noOutcome,
      make: broken('deliveries', (intact) => ({
        finish: (id, attempt, outcome = { state: 'failed' }) => intact.finish(id, attempt, outcome),
      })),
    },
    {
      fault: 'repeats what was stored after its end',
      caughtBy: 'a delivery can be stored after its end',
      make: broken('deliveries', (intact, { memory }) => ({
        insertEnded: async (webhookId, delivery, attempt, state) => {
          await intact.insertEnded(webhookId, delivery, attempt, state);
          await changeDelivery(memory, delivery.id, { state: 'waiting' });
        },
      })),
    },
    {
      fault: 'lists the oldest delivery first',
      caughtBy: 'the list shows the newest delivery first, by pages',
      make: broken('deliveries', (intact) => ({
        list: async (id, page) => (await intact.list(id, page)).toReversed(),
      })),
    },
    {
      fault: 'returns the stored attempt',
      caughtBy: 'stored deliveries do not share objects with callers',
      make: broken('deliveries', (intact, { memory }) => ({
        insertEnded: async (webhookId, delivery, attempt, state) => {
          await intact.insertEnded(webhookId, delivery, attempt, state);
          const last = Object.assign(attempt, { endedAt: 1 });
          await memory.write(({ deliveries }) => {
            const found = deliveries.get(delivery.id);
            if (found !== undefined) deliveries.set(delivery.id, { ...found, last });
          });
        },
      })),
    },
  ],
};
