import { beforeEach, describe, expect, test } from 'vitest';
import { operator, type UserActor } from '../../core/index.ts';
import { encodeJson, hour, webhookEventTypes } from '../../core/vocabulary.ts';
import { webhookWorld, type WebhookWorld } from '../support/webhooks/webhook-world.ts';
import { chunks, picture } from '../support/media/media-world.ts';

let world: WebhookWorld;
let editor: UserActor;

beforeEach(async () => {
  world = await webhookWorld();
  editor = await world.person('admin');
});

let count = 0;
const published = (title = `Post ${(count += 1)}`) =>
  world.write(editor, { title, status: 'published' });

/** Delivers what has happened. @returns the types of the requests. */
const delivered = async (): Promise<readonly string[]> => {
  world.sent.splice(0);
  await world.deliver();
  return world.types();
};

describe('with all events,', () => {
  beforeEach(async () => void (await world.webhook()));

  test('each change of published content is one event', async () => {
    const { content, trash } = world.cms;
    const { id } = await published();
    expect(await delivered()).toEqual(['content.published']);
    await content.update(editor, id, { title: 'Renamed' });
    expect(await delivered()).toEqual(['content.updated']);
    await content.update(editor, id, { status: 'draft' });
    expect(await delivered()).toEqual(['content.unpublished']);
    await content.update(editor, id, { status: 'published' });
    expect(await delivered()).toEqual(['content.published']);
    await content.update(editor, id, { status: 'archived' });
    expect(await delivered()).toEqual(['content.archived']);
    await content.update(editor, id, { status: 'draft' });
    await content.update(editor, id, { status: 'published' });
    await delivered();
    await content.delete(editor, id);
    expect(await delivered()).toEqual(['content.deleted']);
    await trash.restore(editor, id, {});
    expect(await delivered()).toEqual([]);
  });

  test('drafts and working copies are never told', async () => {
    const { content, drafts } = world.cms;
    const { id } = await world.write(editor);
    await content.update(editor, id, { title: 'Secret' });
    await content.update(editor, id, { status: 'archived' });
    await content.delete(editor, id);
    const shown = await published();
    expect(await delivered()).toEqual(['content.published']);
    await drafts.save(editor, shown.id, { title: 'Secret' });
    expect(await delivered()).toEqual([]);
    await drafts.publish(editor, shown.id, {});
    expect(await delivered()).toEqual(['content.updated']);
  });

  test('what an item becomes when it is hidden is not told', async () => {
    const { id } = await published('Public');
    await delivered();
    await world.cms.content.update(editor, id, {
      status: 'draft',
      title: 'Secret',
      slug: 'secret',
    });
    await delivered();
    const [body] = world.bodies();
    expect(body).toMatchObject({
      type: 'content.unpublished',
      data: { id, slug: 'public', title: 'Public', status: 'draft', version: 2 },
    });
    expect(world.sent[0]!.body).not.toMatch(/secret/i);
  });

  test('items of an inactive collection are not told', async () => {
    const { id } = await world.write(editor, {
      collectionId: world.pages.id,
      status: 'published',
    });
    await delivered();
    await world.cms.collections.update(operator, world.pages.name, { isActive: false });
    await published();
    await world.cms.content.update(editor, id, { title: 'Hidden' });
    expect(await delivered()).toEqual(['collection.changed', 'content.published']);
  });

  test('items of an inactive collection are not told when it is deleted or activated later', async () => {
    const { cms, pages, write, sent } = world;
    const { id } = await write(editor, { collectionId: pages.id, title: 'Hidden' });
    await cms.collections.update(operator, pages.name, { isActive: false });
    await delivered();
    await cms.content.update(editor, id, { status: 'published' });
    await cms.collections.update(operator, pages.name, { isActive: true });
    expect(await delivered()).toEqual(['collection.changed']);
    await cms.collections.update(operator, pages.name, { isActive: false });
    await delivered();
    await cms.content.delete(editor, id);
    await cms.trash.delete(editor, id);
    await cms.collections.delete(operator, pages.name);
    expect(await delivered()).toEqual(['collection.changed']);
    expect(JSON.stringify(sent)).not.toContain('Hidden');
  });

  test('the deletion of an item is told although its collection was deleted after it', async () => {
    const { cms, pages, write } = world;
    const { id } = await write(editor, { collectionId: pages.id, status: 'published' });
    await delivered();
    await cms.content.delete(editor, id);
    await cms.trash.delete(editor, id);
    await cms.collections.delete(operator, pages.name);
    expect(await delivered()).toEqual(['content.deleted', 'collection.changed']);
  });

  test('files and collections are told', async () => {
    const { media, collections } = world.cms;
    const file = await media.upload(editor, {
      originalName: 'dot.png',
      body: chunks(picture),
      folder: () => undefined,
    });
    await delivered();
    expect(world.bodies()[0]).toMatchObject({
      type: 'media.created',
      data: { id: file.id, filename: file.filename, url: `http://cms.test/files/${file.key}` },
      tags: [`media:${file.id}`, 'media'],
    });
    await media.update(editor, file.id, { alt: 'A dot' });
    expect(await delivered()).toEqual(['media.updated']);
    await media.delete(editor, file.id);
    expect(await delivered()).toEqual(['media.deleted']);
    const { id, name } = await collections.create(operator, { name: 'news' });
    await delivered();
    expect(world.bodies()[0]).toMatchObject({
      type: 'collection.changed',
      data: { id, name },
      tags: [`list:${id}`, 'list', 'site'],
    });
  });

  test('a body says what happened, and what becomes outdated', async () => {
    const { id, collectionId } = await published('A post');
    await world.deliver();
    await world.cms.content.update(editor, id, { slug: 'another' });
    await delivered();
    const [body] = world.bodies();
    expect(body).toEqual({
      type: 'content.updated',
      timestamp: new Date(world.clock.now()).toISOString(),
      data: {
        id,
        collection: { id: collectionId, name: world.posts.name },
        slug: 'another',
        previousSlug: 'a-post',
        status: 'published',
        version: 2,
        title: 'A post',
      },
      cursor: expect.any(String),
      tags: [`item:${id}`, `list:${collectionId}`, 'list'],
    });
  });

  test('every reader can follow the feed from the cursor', async () => {
    await published();
    await delivered();
    const { id } = await published();
    const after = world.bodies()[0]!.cursor;
    for (const collection of [undefined, world.posts.name]) {
      const { changes } = await world.cms.changes.read(editor, { after, collection });
      expect(changes).toMatchObject([{ type: 'upserted', id }]);
    }
  });

  test('the longest texts stay below 20 KB', async () => {
    const title = `a${'\u{1F469}'.repeat(499)}`;
    const { id } = await published(title);
    await world.cms.content.update(editor, id, { slug: '中'.repeat(200), title });
    await delivered();
    expect(world.bodies()[0]!.data['title']).toBe(title);
    expect(Buffer.byteLength(world.sent[0]!.body)).toBeLessThan(20_000);
  });
});

test('an item created as published is created for webhooks that ask only for that', async () => {
  await world.webhook({ events: ['content.created'] });
  await published();
  expect(await delivered()).toEqual(['content.created']);
  const { id } = await world.write(editor);
  await world.cms.content.update(editor, id, { status: 'published' });
  expect(await delivered()).toEqual([]);
});

test('a webhook that asks for drafts gets them', async () => {
  await world.webhook({ onlyPublished: false });
  const { content, trash } = world.cms;
  const { id } = await world.write(editor, { title: 'Draft' });
  expect(await delivered()).toEqual(['content.created']);
  await content.update(editor, id, { title: 'Draft 2' });
  expect(await delivered()).toEqual(['content.updated']);
  await content.delete(editor, id);
  expect(await delivered()).toEqual(['content.deleted']);
  await trash.restore(editor, id, {});
  expect(await delivered()).toEqual(['content.restored']);
});

test('a webhook gets the events that it asks for', async () => {
  for (const type of webhookEventTypes) {
    await world.webhook({ events: [type], url: `https://hooks.example.com/${type}` });
  }
  const { id } = await published();
  await world.deliver();
  await world.cms.content.delete(editor, id);
  await world.deliver();
  const told = world.sent.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)).toSorted();
  expect(told).toEqual(['content.created', 'content.deleted', 'content.published']);
});

test('a webhook for some collections gets their content, and moves into and out of them', async () => {
  await world.webhook({ collections: [world.pages.name] });
  const { id } = await published();
  const page = await world.write(editor, { collectionId: world.pages.id, status: 'published' });
  expect(await delivered()).toEqual(['content.published']);
  expect(world.bodies()[0]!.data).toMatchObject({ id: page.id });
  for (const target of [world.pages, world.posts]) {
    await world.cms.content.update(editor, id, { collectionId: target.id });
    await delivered();
    expect(world.bodies()).toMatchObject([
      { type: 'content.updated', data: { id, collection: { name: target.name } } },
    ]);
    expect(world.bodies()[0]!.tags).toEqual(
      expect.arrayContaining([`list:${world.posts.id}`, `list:${world.pages.id}`]),
    );
  }
});

test('the failure of a planned change is told to all that ask for it, without words of the item', async () => {
  await world.webhook({ name: 'all', onlyPublished: false, url: 'https://hooks.example.com/all' });
  await world.webhook();
  await world.webhook({ url: 'https://hooks.example.com/pages', collections: [world.pages.name] });
  await world.webhook({ url: 'https://hooks.example.com/other', events: ['content.published'] });
  const { cms, ports } = world;
  const { schedules } = ports.store.repositories;
  const { id } = await world.write(editor, { title: 'Unannounced' });
  await world.deliver();
  await cms.schedule.plan(editor, id, { publishAt: Date.now() + hour });
  const [change] = (await schedules.find(id)).changes;
  const { action, at: scheduledFor } = change!;
  const event = { type: 'schedule_failed', id, at: 1, action, scheduledFor, scheduledBy: null };
  await schedules.fail(change!, 'no', encodeJson({ ...event, reason: 'forbidden: No' }));
  await delivered();
  const told = world.sent.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)).toSorted();
  expect(told).toEqual(['a', 'all']);
  const { id: collectionId, name } = world.posts;
  for (const body of world.bodies()) {
    expect(body).toMatchObject({ type: 'content.schedule_failed', tags: [] });
    expect(body.data).toEqual({ id, collection: { id: collectionId, name } });
  }
});

test('writes before the webhook was created are not told', async () => {
  await published();
  await world.webhook();
  expect(await delivered()).toEqual([]);
});
