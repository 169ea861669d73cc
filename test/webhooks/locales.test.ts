import { beforeEach, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { encodeJson, hour, type ContentItem, type DeliveryState } from '../../core/vocabulary.ts';
import { localize } from '../support/core/localized-world.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { webhookWorld, type WebhookWorld } from '../support/webhooks/webhook-world.ts';

let world: WebhookWorld;

beforeEach(async () => {
  const created = await webhookWorld();
  world = Object.assign(created, { posts: await localize(created.ports.store, created.posts) });
});

const url = (path: string) => ({ name: path, url: `https://hooks.example.com/${path}` });

/** What a webhook was sent since the last call. */
const sentTo = async (path: string) => {
  await world.deliver();
  const own = world.sent.filter((request) => request.url.endsWith(`/${path}`));
  return own.map(({ body }) => {
    const { type, data, tags } = JSON.parse(body) as ReturnType<WebhookWorld['bodies']>[number];
    return { type, data, tags };
  });
};

const publish = (locale: string, title: string): Promise<ContentItem> =>
  world.cms.content.create(operator, {
    collectionId: world.posts.id,
    title,
    locale,
    status: 'published',
  });

test('events of items with a locale name it, and their group', async () => {
  await world.webhook(url('all'));
  const original = await publish('en', 'One');
  const translation = await world.cms.translations.create(operator, original.id, { locale: 'de' });
  await world.cms.content.update(operator, translation.id, { status: 'published' });
  const page = await world.cms.content.create(operator, {
    collectionId: world.pages.id,
    title: 'Page',
    status: 'published',
  });
  const group = original.id;
  const sent = await sentTo('all');
  const placed = sent.map(({ data: { id, locale, group: its }, tags }) => [
    id,
    locale,
    its,
    tags.filter((tag) => tag.startsWith('group:')),
  ]);
  expect(placed).toEqual([
    [original.id, 'en', group, [`group:${group}`]],
    [translation.id, 'de', group, [`group:${group}`]],
    [page.id, undefined, undefined, []],
  ]);
  const members = ['id', 'collection', 'slug', 'status', 'version', 'title'];
  expect(Object.keys(sent[2]?.data ?? {})).toEqual(members);

  world.sent.splice(0);
  await world.cms.content.update(operator, translation.id, { slug: 'eins' });
  await world.cms.translations.leave(operator, translation.id);
  const [moved] = await sentTo('all');
  expect(moved).toMatchObject({
    data: { id: translation.id, locale: 'de', group: translation.id },
    tags: [
      `item:${translation.id}`,
      `group:${group}`,
      `group:${translation.id}`,
      `list:${world.posts.id}`,
      'list',
    ],
  });
});

test('a webhook learns of the locales that it names, and of what has no locale', async () => {
  await world.webhook({ ...url('german'), locales: ['de'] });
  const build = { ...url('build'), kind: 'deploy', locales: ['fr'], debounceSeconds: 10 } as const;
  const { webhook: builds } = await world.webhook(build);
  const english = await publish('en', 'English');
  const german = await publish('de', 'Deutsch');
  const page = await world.cms.content.create(operator, {
    collectionId: world.pages.id,
    title: 'Page',
    status: 'published',
  });
  // Items of their own are sent at the same time.
  const ids = (await sentTo('german')).map(({ data: { id } }) => id);
  expect(new Set(ids)).toEqual(new Set([german.id, page.id]));
  const states = async (): Promise<readonly DeliveryState[]> =>
    (await world.deliveries(builds.id)).map(({ state }) => state);
  expect(await states()).toEqual(['waiting']);

  world.sent.splice(0);
  await world.cms.content.update(operator, german.id, { locale: 'fr' });
  expect((await sentTo('german')).map(({ data: { id, locale } }) => [id, locale])).toEqual([
    [german.id, 'fr'],
  ]);
  world.sent.splice(0);
  await world.cms.content.update(operator, german.id, { title: 'Français' });
  await world.cms.content.update(operator, english.id, { title: 'British' });
  expect(await sentTo('german')).toEqual([]);
});

test('the build of a locale starts for it alone', async () => {
  const { webhook } = await world.webhook({ ...url('build'), kind: 'deploy', locales: ['fr'] });
  await publish('en', 'English');
  await world.deliver();
  expect(await world.deliveries(webhook.id)).toEqual([]);
  await publish('fr', 'Français');
  await world.deliver();
  expect(await world.deliveries(webhook.id)).toHaveLength(1);
});

test('the failure of a planned change is told to webhooks of its locale', async () => {
  const events = ['content.schedule_failed'] as const;
  await world.webhook({ ...url('german'), events, locales: ['de'] });
  await world.webhook({ ...url('english'), events, locales: ['en'] });
  const { id } = await world.cms.content.create(operator, {
    collectionId: world.posts.id,
    title: 'Deutsch',
    locale: 'de',
  });
  await world.cms.schedule.plan(operator, id, { publishAt: Date.now() + hour });
  const { schedules } = world.ports.store.repositories;
  const [change] = (await schedules.find(id)).changes;
  const { action, at: scheduledFor } = change!;
  const event = { type: 'schedule_failed', id, at: 1, action, scheduledFor, scheduledBy: null };
  await schedules.fail(change!, 'no', encodeJson({ ...event, reason: 'forbidden: No' }));
  expect(await sentTo('german')).toMatchObject([{ data: { id, locale: 'de', group: id } }]);
  expect(await sentTo('english')).toEqual([]);
});

test('its locales are those of the service, in their case, and a removed one stays', async () => {
  const { webhook } = await world.webhook({ ...url('a'), locales: ['DE', 'de', 'en'] });
  expect(webhook.locales).toEqual(['de', 'en']);
  const { webhooks } = world.cms;
  const issues = [{ path: 'locales.1', message: 'must be one of de, en, fr' }];
  const unknown = { locales: ['de', 'tlh'] };
  const error = await rejectsWith('invalid_input', webhooks.update(operator, webhook.id, unknown));
  expect(error.issues).toEqual(issues);
  await world.ports.store.repositories.site.saveSettings({ plugins: {}, locales: [] });
  const kept = await webhooks.update(operator, webhook.id, { locales: ['en'] });
  expect(kept.webhook.locales).toEqual(['en']);
  const all = await webhooks.update(operator, webhook.id, { locales: [] });
  expect(all.webhook.locales).toEqual([]);
});
