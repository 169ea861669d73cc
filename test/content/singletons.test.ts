import { beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { Collection, ContentItem } from '../../core/vocabulary.ts';
import { creationOf } from '../conformance/content/content-changes.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

let world: CoreWorld;
let home: Collection;

beforeEach(async () => {
  world = await coreWorld();
  home = await world.cms.collections.create(operator, { name: 'home', singleton: true });
});

const create = (title: string, collectionId = home.id): Promise<ContentItem> =>
  world.cms.content.create(operator, { collectionId, title });

const get = async () =>
  (await world.cms.content.readItem(operator, { of: { singleton: 'home' }, client: 'test' })).value
    .item;

/** What the store contains. */
const itemsOf = ({ id }: Collection) =>
  world.ports.store.repositories.contents.listOfCollectionAfter(id, undefined, 10);

describe('the item of a singleton', () => {
  test('is not found while there is none, and then returned', async () => {
    await rejectsWith('not_found', get());
    const item = await create('Home');
    expect(await get()).toEqual(item);
    await world.cms.content.delete(operator, item.id);
    await rejectsWith('not_found', get());
    await world.cms.trash.restore(operator, item.id);
    expect(await get()).toMatchObject({ id: item.id, version: 2 });
  });

  test('is not found in other collections, and in unknown ones', async () => {
    await create('Page', world.pages.id);
    for (const collection of ['pages', 'gone']) {
      await rejectsWith(
        'not_found',
        world.cms.content.readItem(operator, { of: { singleton: collection }, client: 'test' }),
      );
    }
  });

  test('can be changed in every way', async () => {
    const { cms } = world;
    const { id } = await create('Home');
    await cms.content.update(operator, id, { title: 'New', status: 'published', data: { a: 1 } });
    await cms.drafts.save(operator, id, { title: 'Copy' });
    await cms.drafts.publish(operator, id, {});
    await cms.history.restore(operator, id, { version: 1 });
    await cms.content.update(operator, id, { collectionId: home.id, status: 'archived' });
    expect(await get()).toMatchObject({ id, title: 'Home', status: 'archived' });
    expect(await itemsOf(home)).toHaveLength(1);
  });
});

test('items that another program has added can be edited, and moved out', async () => {
  const { cms, ports, pages } = world;
  const first = await create('Home');
  const slug = 'other' as ContentItem['slug'];
  const added = { ...first, id: ports.ids.next(), slug };
  await ports.store.commit([creationOf(added, home.version)]);
  for (const { id } of [first, added]) {
    expect(await cms.content.update(operator, id, { title: 'New' })).toMatchObject({ version: 2 });
  }
  await cms.collections.update(operator, 'home', { description: 'Changed' });
  await cms.content.update(operator, added.id, { collectionId: pages.id });
  expect(await itemsOf(home)).toHaveLength(1);
});

describe('a second item is rejected', () => {
  let first: ContentItem;
  let page: ContentItem;

  beforeEach(async () => {
    first = await create('Home');
    page = await create('Page', world.pages.id);
  });

  const rejected = (work: Promise<unknown>) => rejectsWith('singleton_exists', work);

  const expectUnchanged = async (): Promise<void> => {
    expect(await itemsOf(home)).toEqual([first]);
  };

  test('when it is created', async () => {
    const error = await rejected(create('Second'));
    expect(error.issues).toEqual([{ path: 'collectionId', message: expect.any(String) }]);
    await expectUnchanged();
  });

  test('when it is moved, by an update, alone or with others', async () => {
    const { cms } = world;
    await rejected(cms.content.update(operator, page.id, { collectionId: home.id }));
    const results = async (ids: readonly string[], atomic: boolean) =>
      (
        await cms.content.bulk(operator, { action: 'move', ids, collectionId: home.id, atomic })
      ).results.map((each) => (each.outcome === 'failed' ? each.error.code : each.outcome));
    for (const atomic of [false, true]) {
      expect(await results([page.id], atomic)).toEqual(['singleton_exists']);
      expect(await results([first.id], atomic)).toEqual(['done']);
    }
    await expectUnchanged();
    await cms.content.delete(operator, first.id);
    const other = await create('Other', world.pages.id);
    expect(await results([page.id, other.id], true)).toEqual(['not_done', 'singleton_exists']);
    expect(await itemsOf(home)).toEqual([]);
    expect(await results([page.id, other.id], false)).toEqual(['done', 'singleton_exists']);
    expect((await itemsOf(home)).map(({ id }) => id)).toEqual([page.id]);
  });

  test('when a working copy moves it, by hand or as planned', async () => {
    const { cms, ports } = world;
    await cms.content.update(operator, page.id, { status: 'published' });
    await cms.drafts.save(operator, page.id, { collectionId: home.id });
    await rejected(cms.drafts.publish(operator, page.id, {}));
    await expectUnchanged();
    const { id: contentId } = page;
    await ports.store.repositories.schedules.revise(contentId, ({ now }) => [
      { contentId, action: 'publish', at: now, reason: undefined, scheduledBy: undefined },
    ]);
    await cms.schedule.runDue({ aborted: false });
    const { changes } = await ports.store.repositories.schedules.find(contentId);
    expect(changes).toMatchObject([{ reason: expect.stringMatching(/^singleton_exists: /) }]);
    await expectUnchanged();
    await cms.content.delete(operator, first.id);
    expect(await cms.drafts.publish(operator, page.id, {})).toMatchObject({
      collectionId: home.id,
      status: 'published',
    });
  });

  test('when it is restored from the trash, alone or with others', async () => {
    const { cms } = world;
    await cms.content.delete(operator, first.id);
    const second = await create('Second');
    await rejected(cms.trash.restore(operator, first.id));
    const restore = (atomic: boolean) =>
      cms.content.bulk(operator, { action: 'restore', ids: [first.id], atomic });
    for (const atomic of [false, true]) {
      expect((await restore(atomic)).results).toMatchObject([
        { outcome: 'failed', error: { code: 'singleton_exists' } },
      ]);
    }
    expect(await itemsOf(home)).toEqual([second]);
    await cms.content.delete(operator, second.id);
    const both = { action: 'restore', ids: [first.id, second.id], atomic: true } as const;
    expect((await cms.content.bulk(operator, both)).results).toMatchObject([
      { outcome: 'not_done' },
      { outcome: 'failed', error: { code: 'singleton_exists' } },
    ]);
    expect((await restore(true)).results).toMatchObject([{ outcome: 'done' }]);
  });

  test('when it is imported, also in a dry run', async () => {
    const { cms } = world;
    const record = (title: string) => ({ collection: 'home', title });
    const run = async (titles: readonly string[], dryRun: boolean) =>
      (await cms.transfer.importContent(operator, { records: titles.map(record), dryRun })).map(
        (each) => (each.outcome === 'failed' ? each.error.code : each.outcome),
      );
    for (const dryRun of [true, false]) {
      expect(await run(['Second', 'Third'], dryRun)).toEqual([
        'singleton_exists',
        'singleton_exists',
      ]);
    }
    await expectUnchanged();
    await cms.content.delete(operator, first.id);
    for (const dryRun of [true, false]) {
      expect(await run(['Second', 'Third'], dryRun)).toEqual(['created', 'singleton_exists']);
    }
    expect(await run(['Second'], true)).toEqual(['unchanged']);
    expect(await run(['Second'], false)).toEqual(['unchanged']);
  });

  test('in later requests of a dry run, whose earlier ones brought the item', async () => {
    const { cms, ports } = world;
    await cms.content.delete(operator, first.id);
    const planned = { slugs: [{ slug: 'second', id: ports.ids.next(), collection: 'home' }] };
    const records = [{ collection: 'home', title: 'Third' }];
    const [outcome] = await cms.transfer.importContent(operator, {
      records,
      dryRun: true,
      planned,
    });
    expect(outcome).toMatchObject({ outcome: 'failed', error: { code: 'singleton_exists' } });
  });

  test('unless an import moves the first one out before', async () => {
    const { cms } = world;
    const [{ id, title }] = [first];
    const records = [
      { id, collection: 'pages', title, slug: 'home' },
      { collection: 'home', title: 'Second' },
    ];
    for (const dryRun of [true, false]) {
      const outcomes = await cms.transfer.importContent(operator, {
        records,
        overwrite: true,
        dryRun,
      });
      expect(outcomes).toMatchObject([{ outcome: 'updated' }, { outcome: 'created' }]);
    }
    expect((await itemsOf(home)).map((item) => item.title)).toEqual(['Second']);
  });
});

describe('a collection', () => {
  const setSingleton = (name: string, singleton: boolean) =>
    world.cms.collections.update(operator, name, { singleton });

  test('is a singleton only if that is set', async () => {
    expect(home.isSingleton).toBe(true);
    expect(world.pages.isSingleton).toBeUndefined();
    expect((await setSingleton('pages', true)).isSingleton).toBe(true);
    expect((await world.cms.collections.update(operator, 'pages', {})).isSingleton).toBe(true);
    expect((await setSingleton('pages', false)).isSingleton).toBeUndefined();
    expect((await world.cms.collections.get(operator, 'pages')).isSingleton).toBeUndefined();
  });

  test('does not become one with several items, and takes several when it is none again', async () => {
    await create('A', world.pages.id);
    expect((await setSingleton('pages', true)).isSingleton).toBe(true);
    await rejectsWith('singleton_exists', create('B', world.pages.id));
    await setSingleton('pages', false);
    await create('B', world.pages.id);
    await rejectsWith('not_singleton', setSingleton('pages', true));
    expect((await world.cms.collections.get(operator, 'pages')).isSingleton).toBeUndefined();
  });

  test('is imported as a singleton, if it has one item at most', async () => {
    const { cms, pages } = world;
    const { version: _, ...record } = pages;
    const run = async (changes: object, dryRun: boolean) => {
      const records = [{ ...record, ...changes } as never];
      const rules = { overwrite: true, dryRun };
      const [outcome] = await cms.transfer.importCollections(operator, records, rules);
      return outcome?.outcome === 'failed' ? outcome.error.code : outcome?.outcome;
    };
    for (const dryRun of [true, false])
      expect(await run({ isSingleton: true }, dryRun)).toBe('updated');
    expect((await cms.collections.get(operator, 'pages')).isSingleton).toBe(true);
    expect(await run({ isSingleton: true }, false)).toBe('unchanged');
    expect(await run({}, false)).toBe('updated');
    expect((await cms.collections.get(operator, 'pages')).isSingleton).toBeUndefined();
    for (const title of ['A', 'B']) await create(title, pages.id);
    for (const dryRun of [true, false]) {
      expect(await run({ isSingleton: true }, dryRun)).toBe('not_singleton');
    }
  });
});
