import { describe, expect, test } from 'vitest';
import { operator, type Cms, type UserActor } from '../../core/index.ts';
import { hour, type ContentItem, type Role } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { localeWorld } from '../support/core/locale-world.ts';

/** The posts are localised, in German and French. The translator is an editor of the French ones only. */
const translatorWorld = async (role: Role = 'viewer') => {
  const world = await localeWorld();
  const posts = await world.localise(world.posts.name);
  const grants = [{ collectionId: posts.id, role: 'editor', locales: ['fr'] }] as const;
  const translator = await world.person(role, grants);
  let titles = 0;
  const item = (locale: string, more: object = {}): Promise<ContentItem> => {
    titles += 1;
    const title = `Item ${titles}`;
    return world.cms.content.create(operator, { collectionId: posts.id, title, locale, ...more });
  };
  return { ...world, posts, translator, item };
};

type World = Awaited<ReturnType<typeof translatorWorld>>;

const published = { status: 'published' } as const;

// By the clock of the store.
const plan = () => ({ publishAt: Date.now() + hour });

/** Gives an item a working copy, and returns its id. */
const copied = async ({ cms }: World, { id }: ContentItem): Promise<string> => {
  await cms.content.update(operator, id, published);
  await cms.drafts.save(operator, id, { title: 'Copied' });
  return id;
};

const planned = async (world: World, { id }: ContentItem): Promise<string> => {
  await world.cms.schedule.plan(operator, id, plan());
  return id;
};

type Write = (cms: Cms, actor: UserActor, item: ContentItem, world: World) => Promise<unknown>;

const writes: Readonly<Record<string, Write>> = {
  edit: ({ content }, actor, { id }) => content.update(actor, id, { title: 'Changed' }),
  publish: ({ content }, actor, { id }) => content.update(actor, id, published),
  delete: ({ content }, actor, { id }) => content.delete(actor, id),
  'save a working copy': async ({ content, drafts }, actor, { id }) => {
    await content.update(operator, id, published);
    return drafts.save(actor, id, { title: 'Changed' });
  },
  'read a working copy': async ({ drafts }, actor, item, world) =>
    drafts.get(actor, await copied(world, item)),
  'publish a working copy': async ({ drafts }, actor, item, world) =>
    drafts.publish(actor, await copied(world, item), {}),
  'discard a working copy': async ({ drafts }, actor, item, world) =>
    drafts.discard(actor, await copied(world, item)),
  'plan a change': ({ schedule }, actor, { id }) => schedule.plan(actor, id, plan()),
  'remove a plan': async ({ schedule }, actor, item, world) =>
    schedule.remove(actor, await planned(world, item)),
  'restore a version': ({ history }, actor, { id }) => history.restore(actor, id, { version: 1 }),
  'revoke previews': ({ previews }, actor, { id }) => previews.revokeOfItem(actor, id),
  'leave a group': ({ translations }, actor, { id }) => translations.leave(actor, id),
  'remove a redirect': async ({ content, redirects }, actor, { id, slug }) => {
    await content.update(operator, id, published);
    await content.update(operator, id, { slug: `new-${slug}` });
    return redirects.remove(actor, slug);
  },
};

describe('a grant for some locales allows to', () => {
  test.each(Object.entries(writes))('%s there, and not elsewhere', async (_, write) => {
    const world = await translatorWorld();
    const { cms, translator, item } = world;
    await write(cms, translator, await item('fr'), world);
    await rejectsWith('forbidden', write(cms, translator, await item('de'), world));
  });

  test('create items in them, and translate into them only', async () => {
    const { cms, translator, item, posts } = await translatorWorld();
    const fields = { collectionId: posts.id, title: 'New' };
    const create = (locale?: string) => cms.content.create(translator, { ...fields, locale });
    expect(await create('FR')).toMatchObject({ locale: 'fr' });
    await rejectsWith('forbidden', create('de'));
    // The default locale.
    await rejectsWith('forbidden', create());
    const german = await item('de');
    const translate = (id: string, locale: string) =>
      cms.translations.create(translator, id, { locale, title: 'Translated' });
    await translate(german.id, 'fr');
    await rejectsWith('forbidden', translate((await item('fr')).id, 'de'));
  });

  test('change the locale of an item from one of them to another only', async () => {
    const { cms, person, posts, item } = await translatorWorld();
    const { locales } = { locales: ['de', 'fr', 'it'].map((code) => ({ code })) };
    await cms.locales.update(operator, { locales });
    const grant = { collectionId: posts.id, role: 'editor', locales: ['fr', 'it'] } as const;
    const translator = await person('viewer', [grant]);
    const change = async (from: string, to: string) =>
      cms.content.update(translator, (await item(from)).id, { locale: to });
    expect(await change('fr', 'it')).toMatchObject({ locale: 'it' });
    await rejectsWith('forbidden', change('fr', 'de'));
    await rejectsWith('forbidden', change('de', 'fr'));
  });

  test('join groups of items in them only', async () => {
    const { cms, person, posts, item } = await translatorWorld();
    const grantFor = (...locales: readonly string[]) =>
      person('viewer', [{ collectionId: posts.id, role: 'editor', locales }]);
    const join = async (actor: UserActor) => {
      const [german, french] = [await item('de'), await item('fr')];
      return cms.translations.join(actor, french.id, { with: german.id });
    };
    await rejectsWith('forbidden', join(await grantFor('fr')));
    await join(await grantFor('fr', 'de'));
  });

  test('move an item to the collection only if it arrives in one of them', async () => {
    const { cms, person, posts, pages } = await translatorWorld();
    const move = async (locale: string, more: object = {}) => {
      const actor = await person('editor', [
        { collectionId: posts.id, role: 'editor', locales: [locale] },
      ]);
      const title = `A page for ${locale} ${JSON.stringify(more)}`;
      const { id } = await cms.content.create(actor, { collectionId: pages.id, title });
      return cms.content.update(actor, id, { collectionId: posts.id, ...more });
    };
    // The base locale.
    expect(await move('de')).toMatchObject({ locale: 'de' });
    await rejectsWith('forbidden', move('fr'));
    expect(await move('fr', { locale: 'fr' })).toMatchObject({ locale: 'fr' });
    await rejectsWith('forbidden', move('de', { locale: 'fr' }));
  });

  test('change several items at once, each as far as it holds', async () => {
    const { cms, translator, item } = await translatorWorld();
    const ids = [(await item('de')).id, (await item('fr')).id];
    const { results } = await cms.content.bulk(translator, { action: 'publish', ids });
    expect(results).toMatchObject([
      { outcome: 'failed', error: { code: 'forbidden' } },
      { outcome: 'done' },
    ]);
  });

  test('see, count, restore and delete what is in the trash in them only', async () => {
    const { cms, translator, item, posts } = await translatorWorld();
    const ids = new Map<string, string>();
    for (const locale of ['de', 'fr']) {
      const { id } = await item(locale);
      ids.set(locale, id);
      await cms.content.delete(operator, id);
    }
    const [german = '', french = ''] = [ids.get('de'), ids.get('fr')];
    for (const command of [{}, { collection: posts.name }]) {
      const listed = await cms.trash.list(translator, command);
      expect(listed.map(({ id }) => id)).toEqual([french]);
      expect(await cms.trash.count(translator, command)).toMatchObject([{ count: 1 }]);
    }
    await rejectsWith('not_found', cms.trash.restore(translator, german));
    await rejectsWith('not_found', cms.trash.delete(translator, german));
    await cms.trash.restore(translator, french);
    await cms.content.delete(operator, french);
    expect(await cms.trash.empty(translator, { collection: posts.name })).toBe(1);
    expect((await cms.trash.list(operator, {})).map(({ id }) => id)).toEqual([german]);
  });

  test('see the working copies of items in them only', async () => {
    const world = await translatorWorld();
    const { cms, translator, item } = world;
    await copied(world, await item('de'));
    const french = await copied(world, await item('fr'));
    const listed = await cms.drafts.list(translator, {});
    expect(listed.map(({ contentId }) => contentId)).toEqual([french]);
    expect(await cms.drafts.list(operator, {})).toHaveLength(2);
  });
});

test('in the other locales, the user is viewer, also with a higher role elsewhere', async () => {
  const { cms, translator, item } = await translatorWorld('editor');
  const german = await item('de');
  await rejectsWith('forbidden', cms.content.update(translator, german.id, { title: 'x' }));
  const client = 'somebody';
  expect(await cms.content.getInfo(translator, { id: german.id, client })).toMatchObject({
    canEdit: false,
    canDelete: false,
    statuses: [],
  });
  const french = await item('fr');
  expect(await cms.content.getInfo(translator, { id: french.id, client })).toMatchObject({
    canEdit: true,
    canDelete: true,
  });
});

test('a grant with locales holds for all items of a collection that is no longer localised', async () => {
  const { cms, translator, posts, item } = await translatorWorld();
  const { id } = await item('de');
  await cms.collections.update(operator, posts.name, { localized: false });
  await cms.content.update(translator, id, { title: 'Changed' });
  await cms.content.delete(translator, id);
  await cms.trash.restore(translator, id);
});
