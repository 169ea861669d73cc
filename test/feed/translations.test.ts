import { expect, test } from 'vitest';
import { operator, type DomainEvent } from '../../core/index.ts';
import type { Change } from '../../core/vocabulary.ts';
import { localize, localizedWorld, translatedPost } from '../support/core/localized-world.ts';
import { tellEvents } from '../support/core/tell-events.ts';
import { serveApp } from '../support/http/app.ts';

const placeOf = ({ type, id, locale, group, tags }: Change) => ({
  type,
  id,
  locale,
  group,
  groups: tags.filter((tag) => tag.startsWith('group:')),
});

test('changes of items with a locale name it, and their group', async () => {
  const world = await localizedWorld();
  const { cms, posts, pages } = world;
  let { cursor: after } = await cms.changes.read(operator, {});
  const changes = async () => {
    const page = await cms.changes.read(operator, { after });
    after = page.cursor;
    return page.changes;
  };
  const [original, translation] = await translatedPost(world, 'one');
  const group = original.id;
  const groups = [`group:${group}`];
  const both = [
    { type: 'upserted', id: original.id, locale: 'en', group, groups },
    { type: 'upserted', id: translation.id, locale: 'de', group, groups },
  ];
  expect((await changes()).map(placeOf)).toEqual(both);
  const start = await cms.changes.read(operator, { after: 'start' });
  expect(start.changes.map(placeOf)).toEqual(both.toReversed());

  const other = await cms.content.create(operator, { collectionId: posts.id, title: 'Other' });
  await changes();
  await cms.content.update(operator, translation.id, { slug: 'eins' });
  const left = await cms.translations.leave(operator, translation.id);
  expect(left.group?.id).toBe(left.id);
  expect((await changes()).map(placeOf)).toEqual([
    {
      type: 'upserted',
      id: translation.id,
      locale: 'de',
      group: translation.id,
      groups: [`group:${translation.id}`, ...groups],
    },
  ]);
  await cms.content.delete(operator, other.id);
  expect((await changes()).map(placeOf)).toEqual([
    { type: 'removed', id: other.id, locale: 'de', group: other.id, groups: [`group:${other.id}`] },
  ]);

  await cms.content.create(operator, { collectionId: pages.id, title: 'Page' });
  const [page] = await changes();
  const { locale: _locale, group: _group, ...others } = page!;
  expect(others).toStrictEqual(page);
  expect(page?.tags.filter((tag) => tag.startsWith('group:'))).toEqual([]);
});

test('the listener learns the locale and the group of each state, also of former ones', async () => {
  const events: DomainEvent[] = [];
  const world = await localizedWorld({ onEvent: (event) => void events.push(event) });
  const [{ id, createdAt }, translation] = await translatedPost(world, 'one');
  await world.cms.content.update(operator, translation.id, { locale: 'fr' });
  await world.cms.content.create(operator, { collectionId: world.pages.id, title: 'Page' });
  await world.ports.store.repositories.revisions.prune({ maxPerItem: 0, maxDays: 0 });
  await tellEvents(world.cms);
  const group = { id, since: createdAt };
  expect(events).toMatchObject([
    { item: { id } },
    { item: { id: translation.id, locale: 'de', group } },
    { before: { locale: 'de', group }, item: { locale: 'fr', group } },
    {},
  ]);
  expect(events[3]).not.toHaveProperty('item.locale');
});

test('answers have the tag of the group of each item, and the stream names it', async () => {
  const app = await serveApp();
  await using _ = app;
  const { cms, ports } = app;
  const [posts] = await cms.collections.list(operator);
  await localize(ports.store, posts!);
  const command = {
    collectionId: posts!.id,
    title: 'One',
    status: 'published',
    locale: 'en',
  } as const;
  const original = await cms.content.create(operator, command);
  const page = await cms.content.create(operator, {
    collection: 'pages',
    title: 'Page',
    status: 'published',
  });
  const tagsOf = async (path: string): Promise<readonly string[]> =>
    ((await app.request(path)).headers.get('X-Quoin-Tags') ?? '').split(' ');
  const expected = [`item:${original.id}`, `group:${original.id}`];
  expect(await tagsOf(`/api/content/${original.id}`)).toEqual(['site', ...expected]);
  expect(await tagsOf('/api/collections/blog-posts/content/one')).toEqual(['site', ...expected]);
  expect(await tagsOf(`/api/content/${page.id}`)).toEqual(['site', `item:${page.id}`]);
  const translation = await cms.translations.create(operator, original.id, { locale: 'de' });
  await cms.content.update(operator, translation.id, { status: 'published' });
  expect((await tagsOf('/api/content')).toSorted()).toEqual(
    ['list', 'site', `item:${page.id}`, `item:${translation.id}`, ...expected].toSorted(),
  );
  const feed = (await app.request('/api/changes?after=start')).json() as {
    readonly data: readonly Change[];
  };
  expect(feed.data.map(({ locale, group }) => [locale, group])).toEqual([
    ['de', original.id],
    [undefined, undefined],
    ['en', original.id],
  ]);
});
