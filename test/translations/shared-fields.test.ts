import { beforeEach, describe, expect, test } from 'vitest';
import { operator, type Hook } from '../../core/index.ts';
import { decodeJson, type ContentItem, type Slug } from '../../core/vocabulary.ts';
import { creationOf } from '../conformance/content/content-changes.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { sharingWorld, type SharingWorld } from '../support/translations/sharing-world.ts';

let world: SharingWorld;

beforeEach(async () => {
  world = await sharingWorld();
});

const dataOf = async ({ id }: ContentItem) => decodeJson((await world.find(id)).data);

const blocking = (id: string, operations: Hook['operations']): Hook => ({
  name: 'blocking',
  operations,
  decide: (attempt) => ('item' in attempt && attempt.item.id === id ? 'Not this one' : undefined),
});

describe('a write of a shared field', () => {
  test('of a published item writes all siblings: version, revision and event', async () => {
    const { en, de, fr } = await world.trio({ price: 1, body: 'A' });
    const { outbox } = world.ports.store.repositories;
    const before = await outbox.list(100);
    const after = await world.put(en, { title: 'New', data: { price: 2, body: 'B' } });
    expect(after).toMatchObject({ version: 2, title: 'New' });
    for (const sibling of [de, fr]) {
      expect(await world.find(sibling.id)).toMatchObject({ version: 2, title: sibling.title });
      expect(await dataOf(sibling)).toEqual({ price: 2, body: 'A' });
      const [newest] = await world.cms.history.list(operator, sibling.id, {});
      expect(newest).toMatchObject({ version: 2, changed: ['data.price'] });
    }
    expect((await outbox.list(100)).length - before.length).toBe(3);
  });

  test('of a group without published items writes all siblings, of one with them none', async () => {
    const { en, de } = await world.trio({ price: 1 }, 'draft');
    await world.put(de, { data: { price: 2 } });
    expect(await world.prices()).toEqual([2, 2, 2]);
    await world.put(en, { status: 'published' });
    const { issues, details } = await rejectsWith(
      'shared_field',
      world.put(de, { data: { price: 3 } }),
    );
    expect(issues?.map(({ path }) => path)).toEqual(['data.price']);
    expect(details).toContain(en.id);
    expect(await world.prices()).toEqual([2, 2, 2]);
    await world.put(de, { data: { price: 2, body: 'C' } });
    expect(await dataOf(de)).toEqual({ price: 2, body: 'C' });
  });

  test('follows the rule of the status that it gives the item', async () => {
    const { en, de } = await world.trio({ price: 1 }, 'draft');
    await world.put(en, { status: 'published' });
    await world.put(de, { status: 'published', data: { price: 2 } });
    expect(await world.prices()).toEqual([2, 2, 2]);
    const back = { status: 'draft', data: { price: 3 } } as const;
    await rejectsWith('shared_field', world.put(de, back));
    await world.put(en, { status: 'draft' });
    await world.put(de, back);
    expect(await world.prices()).toEqual([3, 3, 3]);
  });

  test('removes the field everywhere if it is absent', async () => {
    const { en } = await world.trio({ price: 1, body: 'A' });
    await world.put(en, { data: { body: 'A' } });
    expect(await world.prices()).toEqual([undefined, undefined, undefined]);
  });

  test('takes the whole of a field with blocks', async () => {
    const { en, de } = await world.trio({ price: 1 });
    await world.put(en, { data: { price: 1, parts: [{ type: 'quote', text: 'One' }] } });
    const { parts } = await dataOf(en);
    expect(parts).toEqual([{ type: 'quote', text: 'One', id: expect.any(String) }]);
    expect((await dataOf(de))['parts']).toEqual(parts);
  });

  test('needs the right to edit all siblings', async () => {
    const { cms, posts } = world;
    const author = await world.person('author');
    const place = { collectionId: posts.id, title: 'Mine', locale: 'en' };
    const mine = await cms.content.create(author, { ...place, data: { price: 1 } });
    await cms.content.update(author, mine.id, { data: { price: 4 } });
    const theirs = await cms.translations.create(operator, mine.id, { locale: 'de' });
    await rejectsWith('forbidden', cms.content.update(author, mine.id, { data: { price: 6 } }));
    expect([await dataOf(mine), await dataOf(theirs)]).toEqual([{ price: 4 }, { price: 4 }]);
    await cms.content.update(author, mine.id, { data: { price: 4, body: 'My own' } });
  });

  test('that fails in one sibling changes nothing, and names what failed', async () => {
    const { en, de, fr } = await world.trio({ price: 1 });
    world.hooks.push(blocking(fr.id, ['content.update']));
    const work = world.put(en, { title: 'New', data: { price: 2 } });
    const { results = [] } = await rejectsWith('siblings_failed', work);
    expect(new Map(results.map(({ id, error }) => [id, error?.code]))).toEqual(
      new Map([
        [en.id, undefined],
        [de.id, undefined],
        [fr.id, 'blocked_by_hook'],
      ]),
    );
    expect(await world.prices()).toEqual([1, 1, 1]);
    expect(await world.find(en.id)).toEqual(en);
  });

  test('that finds an invalid sibling names it', async () => {
    const { en, de } = await world.trio({ price: 1, body: 'A' });
    const { schema } = world.posts;
    const properties = { ...schema.properties, body: { type: 'textarea', minLength: 3 } };
    const stricter = JSON.parse(JSON.stringify({ ...schema, properties }));
    await world.cms.collections.update(operator, world.posts.name, { schema: stricter });
    const work = world.put(en, { data: { price: 2, body: 'Long' } });
    const { results = [] } = await rejectsWith('siblings_failed', work);
    expect(results.find(({ id }) => id === de.id)?.error?.code).toBe('invalid_data');
    expect(await world.prices()).toEqual([1, 1, 1]);
  });

  test('asks the hooks about each sibling, and keeps nothing that they replace in its shared fields', async () => {
    const { en, de } = await world.trio({ price: 1 });
    const asked: string[] = [];
    world.hooks.push({
      name: 'replacing',
      operations: ['content.update'],
      decide: (attempt) => {
        if (!('item' in attempt)) return undefined;
        const { id } = attempt.item;
        asked.push(id);
        return { replace: { data: id === en.id ? { price: 7 } : { price: 8, body: 'hooked' } } };
      },
    });
    await world.put(en, { title: 'New' });
    expect([asked.length, new Set(asked).size]).toEqual([3, 3]);
    expect(await world.prices()).toEqual([7, 7, 7]);
    expect(await dataOf(de)).toEqual({ price: 7, body: 'hooked' });
  });

  test('writes at most 64 MiB', async () => {
    const { store, ids } = world.ports;
    const data = { price: 1, body: 'x'.repeat(2_000_000) };
    const { en } = await world.trio(data, 'draft');
    const add = (codes: readonly string[]) =>
      store.commit(
        codes.map((locale) => {
          const id = ids.next();
          return creationOf({ ...en, id, slug: id as Slug, locale }, world.posts.version);
        }),
      );
    const codes = Array.from({ length: 31 }, (_, n) => `en-${100 + n}`);
    await add(codes.slice(1));
    await world.put(en, { data: { ...data, price: 2 } });
    await add(codes.slice(0, 1));
    await rejectsWith('bulk_too_large', world.put(en, { data: { ...data, price: 3 } }));
    expect((await dataOf(en))['price']).toBe(2);
  });
});

describe('what comes into a group takes its shared fields', () => {
  test('a translation without them, and one that names others follows the rules', async () => {
    const { cms, posts } = world;
    const alone = await cms.content.create(operator, {
      collectionId: posts.id,
      title: 'One',
      locale: 'en',
      status: 'published',
      data: { price: 10, body: 'A' },
    });
    const place = { collectionId: posts.id, title: 'Two', translationOf: alone.id };
    const lacking = await cms.content.create(operator, {
      ...place,
      locale: 'de',
      data: { body: 'B' },
    });
    expect(await dataOf(lacking)).toEqual({ price: 10, body: 'B' });
    const other = { ...place, locale: 'fr', data: { price: 11 } };
    await rejectsWith('shared_field', cms.content.create(operator, other));
    await cms.content.create(operator, { ...other, status: 'published' });
    expect([await dataOf(alone), await dataOf(lacking)]).toEqual([
      { price: 11, body: 'A' },
      { price: 11, body: 'B' },
    ]);
  });

  test('a translation gets all data of its source, or only the shared fields', async () => {
    const { cms, posts } = world;
    const source = await cms.content.create(operator, {
      collectionId: posts.id,
      title: 'One',
      locale: 'en',
      data: { price: 1, body: 'A', extra: 2 },
    });
    const all = await cms.translations.create(operator, source.id, { locale: 'de' });
    const shared = await cms.translations.create(operator, source.id, {
      locale: 'fr',
      copy: 'shared',
    });
    expect(decodeJson(all.data)).toEqual({ price: 1, body: 'A', extra: 2 });
    expect(decodeJson(shared.data)).toEqual({ price: 1 });
    expect([shared.title, shared.slug]).toEqual([source.title, source.slug]);
  });

  test('a restored version keeps them, also in a working copy', async () => {
    const { en, de } = await world.trio({ price: 1, body: 'A' });
    await world.put(en, { data: { price: 2, body: 'B' } });
    await world.cms.history.restore(operator, en.id, { version: 1 });
    expect(await dataOf(en)).toEqual({ price: 2, body: 'A' });
    const copy = await world.cms.drafts.restore(operator, de.id, { version: 1 });
    expect(decodeJson(copy.data)).toEqual({ price: 2, body: 'A' });
    expect(await world.prices()).toEqual([2, 2, 2]);
  });

  test('an item from the trash, but not one that comes back alone', async () => {
    const { en, de, fr } = await world.trio({ price: 1, body: 'A' });
    await world.cms.content.delete(operator, de.id);
    await world.cms.content.delete(operator, fr.id);
    await world.put(en, { data: { price: 2 } });
    await world.cms.trash.restore(operator, de.id);
    expect(await dataOf(de)).toEqual({ price: 2, body: 'A' });
    await world.cms.trash.restore(operator, fr.id, { alone: true });
    expect(await dataOf(fr)).toEqual({ price: 1, body: 'A' });
  });

  test('items of an empty group come back with their values, and the next with those', async () => {
    const { en, de, fr } = await world.trio({ price: 1 });
    for (const { id } of [de, fr]) await world.cms.content.delete(operator, id);
    await world.put(en, { data: { price: 2 } });
    await world.cms.content.delete(operator, en.id);
    await world.cms.trash.restore(operator, de.id);
    await world.cms.trash.restore(operator, en.id);
    await world.cms.trash.restore(operator, fr.id);
    expect(await world.prices()).toEqual([1, 1, 1]);
  });
});
