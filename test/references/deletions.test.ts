import { expect, test } from 'vitest';
import { operator, type Hook } from '../../core/index.ts';
import { decodeJson, type JsonObject } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { referenceWorld, type ReferenceWorld } from '../support/references/reference-world.ts';

const dataOf = async ({ ports }: ReferenceWorld, id: string): Promise<JsonObject> =>
  decodeJson((await ports.store.repositories.contents.findById(id))!.data);

const exists = async ({ ports }: ReferenceWorld, id: string): Promise<boolean> =>
  (await ports.store.repositories.contents.findById(id)) !== undefined;

test.each([
  ['a field', (id: string) => ({ guard: id })],
  ['a block', (id: string) => ({ sections: [{ type: 'guarded', id: 'b', by: id }] })],
])('a reference in %s prevents a deletion, with the referrer in the error', async (_, data) => {
  const world = await referenceWorld();
  const { cms } = world;
  const { id } = await world.human();
  const item = await world.article(data(id), { status: 'published' });
  const editor = await world.person('editor');
  const error = await rejectsWith('referenced', cms.content.delete(editor, id));
  const { title, slug, status, collectionId } = item;
  expect(error.referrers).toMatchObject([{ id: item.id, title, slug, status, collectionId }]);
  expect(await exists(world, id)).toBe(true);
  await cms.content.delete(editor, item.id);
  await cms.content.delete(editor, id);
  // What is in the trash does not count, and what comes back from it may refer to nothing.
  await cms.trash.restore(editor, item.id);
  await cms.trash.delete(editor, id);
  expect(await dataOf(world, item.id)).toMatchObject(data(id));
});

test('a reference without a rule stays, and refers to nothing', async () => {
  const world = await referenceWorld();
  const { id } = await world.human();
  const item = await world.article({ author: id, editors: [id], body: `quoin:${id}` });
  await world.cms.content.delete(operator, id);
  expect(await dataOf(world, item.id)).toEqual({ author: id, editors: [id], body: `quoin:${id}` });
});

test.each([30, 0])('references are cleared with the item, with trashDays %i', async (trashDays) => {
  const world = await referenceWorld();
  const { cms } = world;
  await cms.settings.update(operator, { trashDays });
  const [{ id }, { id: other }] = [await world.human(), await world.human()];
  const block = { type: 'quote', id: 'b' };
  const item = await world.article({
    owner: id,
    tags: [other, id, id],
    seo: { owner: id, image: null },
    sections: [
      { ...block, by: id },
      { ...block, id: 'c', by: other },
    ],
    author: id,
  });
  const editor = await world.person('editor');
  await cms.content.delete(editor, id);
  expect(await dataOf(world, item.id)).toEqual({
    tags: [other],
    seo: { image: null },
    sections: [block, { ...block, id: 'c', by: other }],
    author: id,
  });
  const [newest] = await cms.history.list(editor, item.id, {});
  expect(newest).toMatchObject({ version: 2, author: undefined, changed: expect.any(Array) });
});

test('a cleared required field of published content prevents the deletion, that of a draft does not', async () => {
  const world = await referenceWorld();
  const { cms, articles } = world;
  await cms.collections.update(operator, articles.name, {
    schema: { ...articles.schema, required: ['owner'] } as unknown as JsonObject,
  });
  const { id } = await world.human();
  const draft = await world.article({ owner: id });
  const published = await world.article({ owner: id }, { status: 'published' });
  const error = await rejectsWith('referenced', cms.content.delete(operator, id));
  expect(error.referrers?.map((each) => each.id)).toEqual([published.id]);
  expect(await dataOf(world, draft.id)).toEqual({ owner: id });
  await cms.content.update(operator, published.id, { status: 'draft' });
  await cms.content.delete(operator, id);
  expect([await dataOf(world, draft.id), await dataOf(world, published.id)]).toEqual([{}, {}]);
});

test('hooks are asked about each clearing, and can prevent the deletion', async () => {
  const asked: string[] = [];
  let isBlocking = true;
  const hook: Hook = {
    name: 'listens',
    operations: ['content.update', 'content.delete'],
    decide: ({ operation, actor }) => {
      asked.push(`${operation} ${actor.kind}`);
      return operation === 'content.update' && isBlocking ? 'No' : undefined;
    },
  };
  const world = await referenceWorld({ hooks: [hook] });
  const { id } = await world.human();
  const item = await world.article({ owner: id });
  const editor = await world.person('editor');
  await rejectsWith('blocked_by_hook', world.cms.content.delete(editor, id));
  expect([await exists(world, id), await dataOf(world, item.id)]).toEqual([true, { owner: id }]);
  isBlocking = false;
  await world.cms.content.delete(editor, id);
  expect(asked).toContain('content.update operator');
  expect(asked).toContain('content.delete user');
  expect(await dataOf(world, item.id)).toEqual({});
});

test('more references than one commit clears are all cleared', async () => {
  const world = await referenceWorld();
  const { id } = await world.human();
  const items: string[] = [];
  for (let n = 0; n < 520; n += 1) items.push((await world.article({ owner: id })).id);
  await world.cms.content.delete(operator, id);
  for (const item of items) expect(await dataOf(world, item)).toEqual({});
  expect(await exists(world, id)).toBe(false);
});

test('a clearing decides anew if its item was written meanwhile', async () => {
  const world = await referenceWorld();
  const { id } = await world.human();
  const item = await world.article({ owner: id });
  let isFirst = true;
  const store = altered(world.ports.store, {
    commit: async (changes) => {
      if (isFirst && changes.length > 1) {
        isFirst = false;
        await world.cms.content.update(operator, item.id, { data: { owner: id, note: 'new' } });
      }
      return world.ports.store.commit(changes);
    },
  });
  await world.another({ ports: { store } }).content.delete(operator, id);
  expect([isFirst, await dataOf(world, item.id)]).toEqual([false, { note: 'new' }]);
});

test('the present schema decides, also before the references are rebuilt', async () => {
  const world = await referenceWorld();
  const { cms, articles } = world;
  const { id } = await world.human();
  const item = await world.article({ guard: id, owner: id });
  const guarding = await world.article({ guard: id });
  const { guard: _, ...properties } = articles.schema.properties;
  await cms.collections.update(operator, articles.name, {
    schema: { type: 'object', properties: properties as unknown as JsonObject },
  });
  await cms.content.delete(operator, id);
  expect(await dataOf(world, item.id)).toEqual({ guard: id });
  expect(await dataOf(world, guarding.id)).toEqual({ guard: id });
});

test('a bulk deletion reports each item to which others refer', async () => {
  const world = await referenceWorld();
  const { cms } = world;
  const [guarded, free] = [await world.human(), await world.human()];
  const item = await world.article({ guard: guarded.id });
  const ids = [guarded.id, free.id];
  const report = await cms.content.bulk(operator, { action: 'delete', ids });
  expect(report.results).toMatchObject([
    { outcome: 'failed', error: { code: 'referenced', referrers: [{ id: item.id }] } },
    { outcome: 'done' },
  ]);
});

test('an atomic bulk deletion deletes what refers to each other, and clears the rest', async () => {
  const world = await referenceWorld();
  const { cms } = world;
  const [one, two] = [await world.human(), await world.human()];
  const guard = await world.article({ guard: one.id });
  const owned = await world.article({ owner: two.id });
  const remove = (...items: readonly { readonly id: string }[]) =>
    cms.content.bulk(operator, { action: 'delete', ids: items.map(({ id }) => id), atomic: true });
  const rejected = await remove(one, two);
  expect(rejected).toMatchObject({
    isRejected: true,
    results: [{ outcome: 'failed', error: { code: 'referenced' } }, { outcome: 'not_done' }],
  });
  expect(await dataOf(world, owned.id)).toEqual({ owner: two.id });
  expect((await remove(one, guard, two)).isRejected).toBe(false);
  expect(await dataOf(world, owned.id)).toEqual({});
  for (const { id } of [one, two, guard]) expect(await exists(world, id)).toBe(false);
});

test('a schema with an unknown rule is rejected, and other types ignore it', async () => {
  const { cms } = await referenceWorld();
  const create = (name: string, field: JsonObject) =>
    cms.collections.create(operator, { name, schema: { type: 'object', properties: { field } } });
  const field = { type: 'reference', collection: 'people', onDelete: 'cascade' };
  const error = await rejectsWith('invalid_schema', create('wrong', field));
  expect(error.issues).toEqual([
    { path: 'schema.properties.field.onDelete', message: 'must be one of ignore, refuse, clear' },
  ]);
  const { schema } = await create('right', { type: 'string', onDelete: 'clear' });
  expect(schema.properties).toEqual({ field: { type: 'string' } });
});
