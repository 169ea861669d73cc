import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UserActor } from '../../core/index.ts';
import { minute } from '../../core/vocabulary.ts';
import { webhookWorld, type WebhookWorld } from '../support/webhooks/webhook-world.ts';

let world: WebhookWorld;
let admin: UserActor;
let vaultId: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  world = await webhookWorld();
  admin = await world.person('admin');
  vaultId = (await world.cms.collections.create(admin, { name: 'vault', access: 'private' })).id;
});
afterEach(() => vi.useRealTimers());

const write = (title: string) =>
  world.cms.content.create(admin, { collectionId: vaultId, title, status: 'published' });
const access = (value: 'public' | 'private') =>
  world.cms.collections.update(admin, 'vault', { access: value });
const sentTo = (path: string) => world.sent.filter(({ url }) => url.endsWith(path));
const url = (path: string) => ({ url: `https://hooks.example.com/${path}` });

describe('a webhook', () => {
  test('learns of a private collection only if it names it', async () => {
    await world.webhook({ name: 'All', ...url('all') });
    await world.webhook({ name: 'Other', ...url('other'), collections: ['pages'] });
    await world.webhook({ name: 'Named', ...url('named'), collections: ['vault'] });
    const { id } = await write('One');
    await world.cms.content.update(admin, id, { title: 'Two', slug: 'two' });
    await world.cms.content.delete(admin, id);
    await world.cms.collections.update(admin, 'vault', { displayName: 'Vault' });
    await world.deliver();
    expect(sentTo('all')).toEqual([]);
    expect(sentTo('other')).toEqual([]);
    const types = sentTo('named').map(({ body }) => JSON.parse(body).type as string);
    expect(new Set(types).has('collection.changed')).toBe(true);
    expect(types.length).toBeGreaterThan(1);
  });

  test('gets no delivery that waits when the collection is closed', async () => {
    const { webhook: all } = await world.webhook({ name: 'All', ...url('all') });
    const { webhook: named } = await world.webhook({
      name: 'Named',
      ...url('named'),
      collections: ['vault'],
    });
    await access('public');
    await world.deliver();
    world.answer = () => ({ status: 500, body: 'No' });
    await write('One');
    await world.deliver();
    const first = sentTo('all').length;
    expect(first).toBeGreaterThan(0);
    await access('private');
    world.answer = () => ({ status: 204, body: '' });
    for (let n = 0; n < 20; n += 1) {
      world.pass(5 * minute);
      await world.deliver();
    }
    expect(sentTo('all').length).toBe(first);
    const states = async (id: string) => (await world.deliveries(id)).map(({ state }) => state);
    expect(await states(all.id)).toContain('cancelled');
    expect(await states(all.id)).not.toContain('waiting');
    expect(await states(named.id)).not.toContain('cancelled');
  });

  test('gets no event of before the collection was closed that it was not told of yet', async () => {
    await world.webhook({ name: 'All', ...url('all') });
    await access('public');
    await world.deliver();
    const before = sentTo('all').length;
    await write('One');
    await access('private');
    await world.deliver();
    const later = sentTo('all').slice(before);
    expect(later.filter(({ body }) => body.includes('One') || body.includes('vault'))).toEqual([]);
  });

  test('gets no slug of before the collection was opened', async () => {
    await world.webhook({ name: 'All', ...url('all') });
    const { id } = await world.cms.content.create(admin, {
      collectionId: vaultId,
      title: 'Item',
      slug: 'hidden-one',
      status: 'published',
    });
    await world.cms.content.update(admin, id, { slug: 'shown' });
    await access('public');
    await world.cms.content.update(admin, id, { title: 'Item again' });
    await world.deliver();
    expect(world.sent.filter(({ body }) => body.includes('hidden-one'))).toEqual([]);
  });
});

describe('a webhook of the kind deploy', () => {
  const builds = async (): Promise<number> => {
    const before = world.sent.length;
    for (let n = 0; n < 5; n += 1) {
      await world.deliver();
      world.pass(minute);
    }
    return world.sent.length - before;
  };

  test('builds for a private collection only if it names it, and when it is opened or closed', async () => {
    await world.webhook({ kind: 'deploy', debounceSeconds: 10 });
    await builds();
    await write('One');
    await world.cms.collections.update(admin, 'vault', { displayName: 'Vault' });
    expect(await builds()).toBe(0);
    await access('public');
    expect(await builds()).toBe(1);
    await write('Two');
    expect(await builds()).toBe(1);
    await access('private');
    expect(await builds()).toBe(1);
  });

  test('builds for one that it names', async () => {
    await world.webhook({ kind: 'deploy', debounceSeconds: 10, collections: ['vault'] });
    await builds();
    await write('One');
    expect(await builds()).toBe(1);
  });
});
