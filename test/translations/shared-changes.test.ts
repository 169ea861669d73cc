import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import { decodeJson, parseSlug, type ContentItem } from '../../core/vocabulary.ts';
import { creationOf } from '../conformance/content/content-changes.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import {
  sharingSchema,
  sharingWorld,
  type SharingWorld,
} from '../support/translations/sharing-world.ts';

let world: SharingWorld;

beforeEach(async () => {
  world = await sharingWorld();
});

afterEach(() => {
  vi.useRealTimers();
});

const dataOf = async ({ id }: Pick<ContentItem, 'id'>) => decodeJson((await world.find(id)).data);

describe('a working copy', () => {
  test('keeps a change of a shared field for itself, and publishing it writes all siblings', async () => {
    const { en, de } = await world.trio({ price: 1, body: 'A' });
    await world.cms.drafts.save(operator, de.id, { data: { price: 2, body: 'B' } });
    expect(await world.prices()).toEqual([1, 1, 1]);
    await world.cms.drafts.publish(operator, de.id, {});
    expect(await world.prices()).toEqual([2, 2, 2]);
    expect([await dataOf(de), (await world.find(en.id)).version]).toEqual([
      { price: 2, body: 'B' },
      2,
    ]);
  });

  test('merges with what its item got from a sibling, and conflicts like with an edit', async () => {
    const { en, de, fr } = await world.trio({ price: 1, body: 'A' });
    await world.cms.drafts.save(operator, de.id, { data: { price: 1, body: 'B' } });
    await world.cms.drafts.save(operator, fr.id, { data: { price: 3, body: 'A' } });
    await world.put(en, { data: { price: 2, body: 'A' } });
    await world.cms.drafts.publish(operator, de.id, {});
    expect(await dataOf(de)).toEqual({ price: 2, body: 'B' });
    await rejectsWith('draft_outdated', world.cms.drafts.publish(operator, fr.id, {}));
    await world.cms.drafts.publish(operator, fr.id, { merge: 'mine' });
    expect(await world.prices()).toEqual([3, 3, 3]);
  });

  test('is published by a plan like by hand', async () => {
    const { en } = await world.trio({ price: 1 });
    const editor = await world.person('editor');
    await world.cms.drafts.save(editor, en.id, { data: { price: 2 } });
    const publishAt = Date.now() + 60_000;
    await world.cms.schedule.plan(editor, en.id, { publishAt });
    vi.setSystemTime(publishAt);
    await world.cms.schedule.runDue(new AbortController().signal);
    expect(await world.prices()).toEqual([2, 2, 2]);
  });
});

describe('bulk', () => {
  test('publishes copies of siblings together, which get what each of them changes', async () => {
    const { en, de, fr } = await world.trio({ price: 1, body: 'A' });
    const quote = [{ type: 'quote', text: 'One', id: 'a' }];
    await world.cms.drafts.save(operator, en.id, { data: { price: 2, body: 'B' } });
    await world.cms.drafts.save(operator, de.id, { data: { price: 1, parts: quote, body: 'C' } });
    const ids = [en.id, de.id, fr.id];
    const { results } = await world.cms.content.bulk(operator, {
      action: 'publish',
      ids,
      atomic: true,
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
    const parts = expect.any(Array);
    expect(await Promise.all([en, de, fr].map(dataOf))).toEqual([
      { price: 2, body: 'B', parts },
      { price: 2, body: 'C', parts },
      { price: 2, body: 'A', parts },
    ]);
    for (const id of ids) expect((await world.find(id)).version).toBe(2);
  });

  test('changes nothing if copies of siblings change a shared field in two ways', async () => {
    const { en, de } = await world.trio({ price: 1 });
    await world.cms.drafts.save(operator, en.id, { data: { price: 2 } });
    await world.cms.drafts.save(operator, de.id, { data: { price: 3 } });
    const { results, isRejected } = await world.cms.content.bulk(operator, {
      action: 'publish',
      ids: [en.id, de.id],
      atomic: true,
    });
    expect(isRejected).toBe(true);
    expect(results[1]).toMatchObject({ error: { code: 'draft_outdated' } });
    expect(await world.prices()).toEqual([1, 1, 1]);
  });

  test('restores siblings together with the values of the first one', async () => {
    const { en, de, fr } = await world.trio({ price: 1 });
    await world.cms.content.delete(operator, de.id);
    await world.put(en, { data: { price: 2 } });
    for (const { id } of [en, fr]) await world.cms.content.delete(operator, id);
    const ids = [en.id, de.id, fr.id];
    await world.cms.content.bulk(operator, { action: 'restore', ids, atomic: true });
    expect(await world.prices()).toEqual([2, 2, 2]);
  });
});

describe('joining groups', () => {
  const groups = async (): Promise<readonly [ContentItem, ContentItem, ContentItem]> => {
    const create = async (locale: string, price: number, more: object = {}) => {
      world.clock.advance(1_000);
      const place = { collectionId: world.posts.id, title: `Item ${locale}`, locale };
      return world.cms.content.create(operator, { ...place, ...more, data: { price } });
    };
    const en = await create('en', 1, { status: 'published' });
    const de = await create('de', 2);
    return [en, de, await create('fr', 2, { translationOf: de.id })];
  };

  test('needs equal shared fields, or says whose values all get', async () => {
    const [en, de, fr] = await groups();
    const join = (shareFrom?: string) =>
      world.cms.translations.join(operator, de.id, { with: en.id, shareFrom });
    const { issues } = await rejectsWith('not_shared', join());
    expect(issues?.map(({ path }) => path)).toEqual(['data.price']);
    const mistake = await rejectsWith('invalid_input', join(world.posts.id));
    expect(mistake.issues?.[0]?.path).toBe('shareFrom');
    expect(await world.prices()).toEqual([1, 2, 2]);
    const joined = await join(fr.id);
    expect([joined.id, joined.group?.id]).toEqual([de.id, en.id]);
    expect(await world.prices()).toEqual([2, 2, 2]);
    expect((await world.find(en.id)).version).toBe(2);
  });

  test('gives the values of an item of the older group to the younger one', async () => {
    const [en, de, fr] = await groups();
    await world.cms.translations.join(operator, de.id, { with: en.id, shareFrom: en.id });
    expect(await world.prices()).toEqual([1, 1, 1]);
    const versions = [en, de, fr].map(async ({ id }) => (await world.find(id)).version);
    expect(await Promise.all(versions)).toEqual([1, 2, 2]);
  });

  test('takes the trash of the younger group along', async () => {
    const [en, de, fr] = await groups();
    await world.cms.content.delete(operator, fr.id);
    const command = { with: en.id, shareFrom: en.id };
    await world.cms.translations.join(operator, de.id, command);
    const restored = await world.cms.trash.restore(operator, fr.id, {});
    expect(restored.group?.id).toBe(en.id);
    expect(await world.prices()).toEqual([1, 1, 1]);
  });
});

describe('a reference in a shared field', () => {
  test('is cleared everywhere when its target is deleted, also in drafts', async () => {
    world = await sharingWorld({
      properties: {
        author: { type: 'reference', collection: 'pages', onDelete: 'clear', localized: false },
      },
    });
    const target = await world.cms.content.create(operator, {
      collectionId: world.pages.id,
      title: 'Ada',
    });
    const { en, de, fr } = await world.trio({ author: target.id });
    await world.put(de, { status: 'draft' });
    await world.cms.content.delete(operator, target.id);
    expect(await Promise.all([en, de, fr].map(dataOf))).toEqual([{}, {}, {}]);
  });
});

describe('making a field shared', () => {
  const update = (localized: boolean, shareFrom?: string) => {
    const { price } = sharingSchema.properties;
    const schema = { properties: { price: localized ? { type: price.type } : price } };
    return world.cms.collections.update(operator, world.posts.name, { schema }, shareFrom);
  };

  const unequal = async () => {
    const { en, de, fr } = await world.trio({ price: 1, body: 'A' });
    await update(true);
    await world.put(de, { data: { price: 2, body: 'B' } });
    return { en, de, fr };
  };

  test('names up to ten groups whose items differ, and changes nothing', async () => {
    const { en } = await unequal();
    const { groups } = await rejectsWith('not_shared', update(false));
    expect(groups).toEqual([en.id]);
    expect(await world.prices()).toEqual([1, 2, 1]);
    const { schema } = await world.cms.collections.get(operator, world.posts.name);
    expect(schema.properties['price']).toEqual({ type: 'number' });
  });

  test('gives all the values of a locale, each by a write', async () => {
    const { en, de, fr } = await unequal();
    await update(false, 'DE');
    expect(await world.prices()).toEqual([2, 2, 2]);
    expect(await dataOf(en)).toEqual({ price: 2, body: 'A' });
    const versions = [en, de, fr].map(async ({ id }) => (await world.find(id)).version);
    expect(await Promise.all(versions)).toEqual([2, 2, 2]);
    const [newest] = await world.cms.history.list(operator, fr.id, {});
    expect(newest?.changed).toEqual(['data.price']);
    await world.put(en, { data: { price: 5 } });
    expect(await world.prices()).toEqual([5, 5, 5]);
  });

  test('names the groups that lack the locale, and rejects an unknown one', async () => {
    const { en, fr } = await unequal();
    await world.cms.content.delete(operator, fr.id);
    const { groups } = await rejectsWith('not_shared', update(false, 'fr'));
    expect(groups).toEqual([en.id]);
    const { issues } = await rejectsWith('invalid_input', update(false, 'it'));
    expect(issues?.[0]?.path).toBe('shareFrom');
    expect(await world.prices()).toEqual([1, 2]);
  });

  test('is rejected if it would write more than 1,000 items', async () => {
    const { en, de: stored } = await unequal();
    const de = await world.find(stored.id);
    const pairs = Array.from({ length: 1_000 }, (_, n) => {
      const id = `c0ffee00-0000-4000-8000-${String(n).padStart(12, '0')}`;
      const original = { ...en, id, slug: parseSlug(`post-${n}`), group: { id, since: n } };
      const other = { id: id.replace(/^c/u, 'd'), slug: parseSlug(`beitrag-${n}`), locale: 'de' };
      return [original, { ...original, ...other, data: de.data }];
    });
    const { version } = await world.cms.collections.get(operator, world.posts.name);
    await world.ports.store.commit(pairs.flat().map((item) => creationOf(item, version)));
    await rejectsWith('bulk_too_large', update(false, 'de'));
    const { schema } = await world.cms.collections.get(operator, world.posts.name);
    expect(schema.properties['price']).toEqual({ type: 'number' });
  });

  test('writes all of them or none', async () => {
    const { fr } = await unequal();
    world.hooks.push({
      name: 'blocking',
      operations: ['content.update'],
      decide: (attempt) => ('item' in attempt && attempt.item.id === fr.id ? 'No' : undefined),
    });
    const { results } = await rejectsWith('siblings_failed', update(false, 'de'));
    expect(results?.find(({ error }) => error !== undefined)?.id).toBe(fr.id);
    expect(await world.prices()).toEqual([1, 2, 1]);
  });

  test('by an import needs equal items, too', async () => {
    await unequal();
    const { id, name, displayName, description, createdAt, updatedAt } = world.posts;
    const record = {
      id,
      name,
      displayName,
      description,
      createdAt,
      updatedAt: updatedAt + 1e6,
      isActive: true,
      isSingleton: false,
      schema: sharingSchema,
    };
    const [outcome] = await world.cms.transfer.importCollections(operator, [record], {
      overwrite: true,
    });
    expect(outcome).toMatchObject({ outcome: 'failed', error: { code: 'not_shared' } });
  });
});

describe('an import', () => {
  const record = (locale: string, price: number, more: object = {}) => ({
    title: `Item ${locale}`,
    slug: `item-${locale}`,
    collection: world.posts.name,
    locale,
    status: 'published' as const,
    digest: `${locale}${price}`,
    data: { price },
    ...more,
  });
  const group = 'c0ffee00-0000-4000-8000-000000000001';
  const importAll = (records: readonly object[]) =>
    world.cms.transfer.importContent(operator, { records: records as never });

  test('of a changed shared field in all languages edits no item for the next import', async () => {
    for (const price of [1, 2, 3]) {
      world.clock.advance(1_000);
      const records = ['en', 'de', 'fr'].map((locale) => record(locale, price, { group }));
      const outcomes = await importAll(records);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(
        Array.from({ length: 3 }, () => (price === 1 ? 'created' : 'updated')),
      );
      expect(await world.prices()).toEqual([price, price, price]);
    }
    await importAll([record('de', 4, { group })]);
    expect(await world.prices()).toEqual([4, 4, 4]);
  });

  test('of a draft cannot change what readers see', async () => {
    await importAll([record('en', 1, { group })]);
    const [outcome] = await importAll([record('de', 2, { group, status: 'draft' })]);
    expect(outcome).toMatchObject({ outcome: 'failed', error: { code: 'shared_field' } });
    await importAll([record('fr', 2, { group, status: 'draft', data: { body: 'A' } })]);
    expect(await world.prices()).toEqual([1, 1]);
  });
});
