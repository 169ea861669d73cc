import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { operator, type UserActor } from '../../core/index.ts';
import { day, hour, minute, second } from '../../core/vocabulary.ts';
import { webhookWorld, type WebhookWorld } from '../support/webhooks/webhook-world.ts';

let world: WebhookWorld;
let editor: UserActor;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  world = await webhookWorld();
  editor = await world.person('admin');
});
afterEach(() => vi.useRealTimers());

const published = (title?: string) =>
  world.write(editor, { ...(title !== undefined && { title }), status: 'published' });
const rename = (id: string, title: string) => world.cms.content.update(editor, id, { title });
const titles = () => world.bodies().map(({ data }) => String(data['title']));
const failing = () => ({ status: 500, body: 'No' });
const working = () => ({ status: 200, body: 'Yes' });

/** A receiver that answers when the test says so. */
const hanging = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  world.answer = async () => {
    await promise;
    return { status: 200, body: '' };
  };
  return resolve;
};

/** Calls `deliver` now and then until nothing is waiting. @returns the pauses between requests. */
const untilEnd = async (id: string, step = 5 * second): Promise<readonly number[]> => {
  const times: number[] = [];
  const isWaiting = async () =>
    (await world.deliveries(id)).some(({ state }) => state === 'waiting');
  do {
    const before = world.sent.length;
    await world.deliver();
    if (world.sent.length > before) times.push(Date.now());
    world.pass(step);
  } while (await isWaiting());
  return times.slice(1).map((time, index) => time - times[index]!);
};

describe('signatures', () => {
  const verify = (secret: string, at = 0) => {
    const { body, headers } = world.sent[at]!;
    return new Webhook(secret).verify(body, headers);
  };

  beforeEach(() => void vi.setSystemTime(world.clock.now()));

  test('are those of the Standard Webhooks specification', async () => {
    const { secret } = await world.webhook();
    const { id } = await published();
    await world.deliver();
    expect(verify(secret)).toMatchObject({ type: 'content.published', data: { id } });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const other = `whsec_${btoa('x'.repeat(32))}`;
    expect(() => verify(other)).toThrow('No matching signature');
  });

  test('are made with the old secrets too, for 24 hours after a rotation', async () => {
    const { secret: first, webhook } = await world.webhook();
    const { secret: second_ } = await world.cms.webhooks.rotateSecret(operator, webhook.id);
    world.pass(hour);
    const { secret: third } = await world.cms.webhooks.rotateSecret(operator, webhook.id);
    expect(new Set([first, second_, third]).size).toBe(3);
    await world.cms.webhooks.test(operator, webhook.id);
    for (const secret of [first, second_, third]) verify(secret);
    world.pass(23 * hour);
    await world.cms.webhooks.test(operator, webhook.id);
    expect(() => verify(first, 1)).toThrow('No matching signature');
    verify(second_, 1);
    world.pass(hour);
    await world.cms.webhooks.test(operator, webhook.id);
    expect(() => verify(second_, 2)).toThrow('No matching signature');
    verify(third, 2);
  });
});

describe('a receiver that fails', () => {
  test('gets the same request again within a minute, under the same id', async () => {
    await world.webhook();
    await published();
    world.answer = failing;
    await world.deliver();
    expect(world.sent).toHaveLength(1);
    await world.deliver();
    expect(world.sent).toHaveLength(1);
    world.answer = working;
    world.pass(minute);
    await world.deliver();
    const [first, again] = world.sent;
    expect(again).toMatchObject({ url: first!.url, body: first!.body });
    expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(Number(again!.headers['webhook-timestamp'])).toBeGreaterThan(
      Number(first!.headers['webhook-timestamp']),
    );
  });

  test('gets it less and less often for 24 hours, and then the delivery has failed', async () => {
    const { webhook } = await world.webhook();
    await published();
    world.answer = failing;
    const pauses = await untilEnd(webhook.id);
    expect(pauses.length).toBeGreaterThan(10);
    expect(pauses[0]).toBeLessThanOrEqual(minute);
    for (const [index, pause] of pauses.slice(0, 8).entries()) {
      const expected = 30 * second * 2 ** index;
      expect(pause).toBeGreaterThan(0.75 * expected);
      expect(pause).toBeLessThan(1.25 * expected + 5 * second);
    }
    const sum = pauses.reduce((all, pause) => all + pause, 0);
    expect(Math.abs(sum - day)).toBeLessThan(30 * second);
    const [delivery] = await world.deliveries(webhook.id);
    expect(delivery).toMatchObject({
      state: 'failed',
      attempts: pauses.length + 1,
      last: { status: 500, response: 'No', failure: 'The receiver answered with status 500' },
    });
  });

  test('and is gone is asked no more, and its webhook is switched off', async () => {
    const { webhook } = await world.webhook();
    await published();
    await published();
    world.answer = () => ({ status: 410, body: 'Gone' });
    await world.deliver();
    world.pass(day);
    await world.deliver();
    const states = (await world.deliveries(webhook.id)).map(({ state }) => state);
    expect(states).toContain('failed');
    expect(states).not.toContain('waiting');
    expect(world.sent.length).toBeLessThanOrEqual(2);
    const { webhook: off } = await world.cms.webhooks.get(operator, webhook.id);
    expect(off).toMatchObject({ isActive: false, switchedOffAt: expect.any(Number) });
    expect(off.switchedOffReason).toMatch('410');
    world.answer = working;
    await world.cms.webhooks.update(operator, webhook.id, { active: true });
    const { webhook: on } = await world.cms.webhooks.get(operator, webhook.id);
    expect(on).toMatchObject({ isActive: true, switchedOffReason: undefined });
  });

  test.each([
    [429, 10 * minute, 10 * minute],
    [503, 40 * minute, 40 * minute],
    [503, day, hour],
    [500, 10 * minute, 30 * second],
    [429, undefined, 30 * second],
  ])('with %s and asks for %s ms gets the request after %s ms', async (status, asked, expected) => {
    const { webhook } = await world.webhook();
    await published();
    world.answer = () => ({ status, body: '', retryAfterMs: asked });
    await world.deliver();
    const [{ dueAt } = { dueAt: 0 }] = await world.deliveries(webhook.id);
    const pause = dueAt - Date.now();
    expect(pause).toBeGreaterThanOrEqual(expected === 30 * second ? 24 * second : expected);
    expect(pause).toBeLessThanOrEqual(1.2 * expected);
  });

  test.each([301, 404, 500])('answers with %s', async (status) => {
    const { webhook } = await world.webhook();
    await published();
    world.answer = () => ({ status, body: '' });
    await world.deliver();
    expect(await world.deliveries(webhook.id)).toMatchObject([
      { state: 'waiting', last: { status } },
    ]);
  });

  test('is switched off after 72 hours, and gets what happens after it was switched on', async () => {
    const { webhook } = await world.webhook();
    world.answer = failing;
    await published('Early');
    await untilEnd(webhook.id, minute);
    world.pass(2 * day - hour);
    await published('Still');
    await world.deliver();
    const { cms, log } = world;
    const shown = async () => (await cms.webhooks.get(operator, webhook.id)).webhook;
    expect(await shown()).toMatchObject({ isActive: true, failingSince: expect.any(Number) });
    world.pass(2 * hour);
    await published('Late');
    await world.deliver();
    expect(await shown()).toMatchObject({ isActive: false, switchedOffAt: Date.now() });
    expect(log.entries.at(-1)).toMatchObject({ level: 'warn', fields: { webhook: webhook.id } });
    expect((await world.deliveries(webhook.id)).map(({ state }) => state)).not.toContain('waiting');
    world.answer = working;
    world.sent.splice(0);
    await published('Missed');
    await world.deliver();
    await cms.webhooks.update(operator, webhook.id, { active: true });
    expect(await shown()).toMatchObject({ isActive: true, failingSince: undefined });
    await published('After');
    await world.deliver();
    expect(titles()).toEqual(['After']);
  });

  test('is not switched off if a delivery succeeds in between', async () => {
    const { webhook } = await world.webhook();
    for (let n = 0; n < 5; n += 1) {
      world.answer = n === 2 ? working : failing;
      await published();
      await world.deliver();
      world.pass(day);
    }
    expect((await world.cms.webhooks.get(operator, webhook.id)).webhook.isActive).toBe(true);
  });
});

describe('a receiver that hangs', () => {
  test('does not delay other receivers', async () => {
    const { webhook } = await world.webhook({ url: 'https://hooks.example.com/slow' });
    await world.webhook({ url: 'https://hooks.example.com/quick' });
    for (let n = 0; n < 20; n += 1) await published();
    const { promise, resolve } = Promise.withResolvers<void>();
    world.answer = async ({ url }) => {
      if (url.endsWith('slow')) await promise;
      return { status: 200, body: '' };
    };
    const running = world.deliver();
    const quick = () => world.sent.filter(({ url }) => url.endsWith('quick')).length;
    await vi.waitUntil(() => quick() === 20);
    expect(world.sent.length - quick()).toBe(4);
    resolve();
    await running;
    const states = (await world.deliveries(webhook.id)).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['delivered']));
  });

  test('gets a newer delivery about the item only when the request has ended', async () => {
    await world.webhook();
    const { id } = await published('One');
    const answer = hanging();
    const first = world.deliver();
    await vi.waitUntil(() => world.sent.length === 1);
    await rename(id, 'Two');
    await rename(id, 'Three');
    await world.deliver();
    expect(titles()).toEqual(['One']);
    answer();
    await first;
    await world.deliver();
    expect(titles()).toEqual(['One', 'Three']);
  });
});

describe('at most one delivery about an item is waiting:', () => {
  test('a newer one replaces it, with what it makes outdated', async () => {
    const { webhook } = await world.webhook();
    const { id } = await published('One');
    await world.deliver();
    world.answer = failing;
    const slug = (text: string) => world.cms.content.update(editor, id, { slug: text });
    await slug('two');
    await world.deliver();
    await world.cms.content.update(editor, id, { slug: 'three', collectionId: world.pages.id });
    await world.deliver();
    await rename(id, 'Four');
    world.answer = working;
    await world.deliver();
    const states = (await world.deliveries(webhook.id)).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['delivered', 'delivered', 'replaced', 'replaced']);
    const last = world.bodies().at(-1)!;
    expect(last.data).toMatchObject({ slug: 'three', previousSlug: 'one', title: 'Four' });
    expect(last.tags).toEqual(
      expect.arrayContaining([`list:${world.posts.id}`, `list:${world.pages.id}`]),
    );
    world.pass(day);
    await world.deliver();
    expect(world.bodies()).toHaveLength(4);
    await rename(id, 'Five');
    await world.deliver();
    expect(world.bodies().at(-1)!.data).not.toHaveProperty('previousSlug');
  });

  test('of many changes at once, the newest is sent', async () => {
    await world.webhook();
    const { id } = await published('One');
    for (const title of ['Two', 'Three']) await rename(id, title);
    await world.deliver();
    expect(titles()).toEqual(['Three']);
  });

  test('one that is not asked for cancels it if the item is hidden', async () => {
    const { webhook } = await world.webhook({ events: ['content.published'] });
    const { id } = await published();
    const other = await published();
    world.answer = failing;
    await world.deliver();
    await rename(id, 'Still visible');
    await world.cms.content.update(editor, other.id, { status: 'draft' });
    await world.deliver();
    const states = async () =>
      (await world.deliveries(webhook.id)).map(({ subject, state }) => [subject, state]);
    expect(await states()).toEqual([
      [`item ${other.id}`, 'cancelled'],
      [`item ${id}`, 'waiting'],
    ]);
    const brief = await published();
    await world.cms.content.delete(editor, brief.id);
    world.sent.splice(0);
    await world.deliver();
    expect(world.sent).toEqual([]);
  });
});

describe('a webhook of the kind deploy', () => {
  test('sends one empty request for many events, after its time', async () => {
    await world.webhook({ kind: 'deploy', debounceSeconds: 10 });
    for (let n = 0; n < 3; n += 1) {
      await published();
      await world.deliver();
      world.pass(3 * second);
    }
    expect(world.sent).toEqual([]);
    world.pass(second);
    await world.deliver();
    expect(world.sent).toMatchObject([{ body: '', headers: { 'user-agent': 'Quoin-Webhooks' } }]);
    expect(Object.keys(world.sent[0]!.headers)).toEqual(['user-agent']);
    await world.write(editor);
    world.pass(hour);
    await world.deliver();
    expect(world.sent).toHaveLength(1);
  });

  test('never sends two requests within its time, whatever fails', async () => {
    await world.webhook({ kind: 'deploy', debounceSeconds: 120 });
    world.answer = failing;
    const times: number[] = [];
    for (let n = 0; n < 400; n += 1) {
      if (n % 7 === 0) await published();
      const before = world.sent.length;
      await world.deliver();
      if (world.sent.length > before) times.push(Date.now());
      world.pass(5 * second);
    }
    expect(times.length).toBeGreaterThan(5);
    for (const [index, time] of times.slice(1).entries()) {
      expect(time - times[index]!).toBeGreaterThanOrEqual(2 * minute);
    }
  });

  test('has one request running', async () => {
    await world.webhook({ kind: 'deploy', debounceSeconds: 10 });
    await published();
    await world.deliver();
    world.pass(10 * second);
    const answer = hanging();
    const running = world.deliver();
    await vi.waitUntil(() => world.sent.length === 1);
    await published();
    await world.deliver();
    world.pass(11 * second);
    await world.deliver();
    expect(world.sent).toHaveLength(1);
    answer();
    await running;
    await world.deliver();
    expect(world.sent).toHaveLength(2);
  });

  test('builds when other content becomes public', async () => {
    await world.webhook({ kind: 'deploy', debounceSeconds: 10 });
    await world.cms.settings.update(operator, { publicContent: 'published' });
    await world.deliver();
    world.pass(10 * second);
    await world.deliver();
    expect(world.sent).toHaveLength(1);
  });
});

describe('by hand:', () => {
  test('a test is sent once, also to a webhook that is switched off', async () => {
    const { webhook } = await world.webhook({ active: false });
    world.answer = () => ({ failure: 'connect ECONNREFUSED 203.0.113.1:443' });
    const delivery = await world.cms.webhooks.test(operator, webhook.id);
    expect(delivery).toMatchObject({
      type: 'webhook.test',
      state: 'failed',
      last: { status: undefined, failure: 'connect ECONNREFUSED 203.0.113.1:443' },
    });
    world.pass(day);
    await world.deliver();
    expect(world.types()).toEqual(['webhook.test']);
    expect(world.bodies()[0]!.data).toEqual({ id: webhook.id, name: 'Hook' });
  });

  test('a replay sends the same request, and can succeed', async () => {
    const { webhook } = await world.webhook();
    await published();
    world.answer = failing;
    await untilEnd(webhook.id, 10 * minute);
    const [{ id } = { id: '' }] = await world.deliveries(webhook.id);
    const replay = () => world.cms.webhooks.replay(operator, webhook.id, id);
    expect(await replay()).toMatchObject({ state: 'failed' });
    world.answer = () => ({ status: 200, body: 'a\0b\uD800' });
    expect(await replay()).toMatchObject({
      state: 'delivered',
      last: { status: 200, response: 'a\uFFFDb\uFFFD', failure: undefined },
    });
    const last = world.sent.at(-1)!;
    expect(last.body).toBe(world.sent[0]!.body);
    expect(last.headers['webhook-id']).toBe(id);
  });
});

test('another instance sends what a killed one had claimed, and plans what it had not', async () => {
  const { webhook } = await world.webhook();
  const { id } = await published('One');
  const { deliveries } = world.ports.store.repositories;
  hanging();
  void world.deliver();
  await vi.waitUntil(() => world.sent.length === 1);
  await rename(id, 'Two');
  const other = await published('Three');
  const another = world.another();
  world.answer = working;
  world.pass(15 * second);
  await another.webhooks.deliver({ aborted: false });
  expect(titles().slice(1).toSorted()).toEqual(['Three', 'Two']);
  expect(await deliveries.dueWebhooks()).toEqual([]);
  expect((await world.deliveries(webhook.id)).map(({ subject }) => subject)).toContain(
    `item ${other.id}`,
  );
});

test('deliveries are kept for 30 days', async () => {
  const { webhook } = await world.webhook();
  await published();
  await world.deliver();
  world.pass(30 * day);
  await world.cms.system.sweepDeliveries();
  expect(await world.deliveries(webhook.id)).toHaveLength(1);
  world.pass(1);
  await world.cms.system.sweepDeliveries();
  expect(await world.deliveries(webhook.id)).toEqual([]);
});

test('without a webhook that is active, nothing is read but the webhooks', async () => {
  const { outbox, deliveries } = world.ports.store.repositories;
  const reads = [vi.spyOn(outbox, 'advance'), vi.spyOn(deliveries, 'dueWebhooks')];
  await published();
  await world.deliver();
  for (const read of reads) expect(read).not.toHaveBeenCalled();
});
