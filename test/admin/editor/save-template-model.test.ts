import { expect, test, vi } from 'vitest';
import { saveTemplate } from '../../../adapters/admin/screens/editor/templates/save-template.ts';
import { operator } from '../../../core/index.ts';
import { createArticles } from '../../support/admin/admin-articles.ts';
import { modelWorld, type ModelWorld } from '../../support/admin/model-world.ts';

const item = (title: string) => ({ title, data: { summary: title } });

const namesIn = async ({ cms }: ModelWorld) =>
  (await cms.collections.get(operator, 'articles')).templates?.map(({ name }) => name) ?? [];

/** Runs before each of the first updates of a collection. */
const beforeUpdates = (world: ModelWorld, count: number, run: (number: number) => unknown) => {
  let number = 0;
  world.onRequest(async ({ method, url }) => {
    if (method !== 'PUT' || !url.includes('/api/collections/') || number === count) return;
    number += 1;
    await run(number);
  });
};

/** Somebody else saves a template of the collection. */
const saveOther = async ({ cms }: ModelWorld, name: string) => {
  const { templates = [] } = await cms.collections.get(operator, 'articles');
  await cms.collections.update(operator, 'articles', {
    templates: [...templates, { name, data: {} }],
  });
};

const collection = 'articles';
const never = vi.fn<() => Promise<boolean>>(async () => false);

test('two administrators save templates at once, and both are there', async () => {
  using world = await modelWorld();
  await createArticles(world.cms);
  const save = (name: string) =>
    saveTemplate({ collection, name, item: item(name), mayReplace: never });
  expect(await Promise.all([save('Spring'), save('Autumn')])).toEqual([true, true]);
  expect((await namesIn(world)).toSorted()).toEqual(['Autumn', 'Spring']);
  beforeUpdates(world, 1, () => saveOther(world, 'Summer'));
  expect(await save('Winter')).toBe(true);
  expect((await namesIn(world)).slice(2)).toEqual(['Summer', 'Winter']);
  expect(never).not.toHaveBeenCalled();
});

test('a template with the same name is replaced after a question about it, also if it is saved meanwhile', async () => {
  using world = await modelWorld();
  await createArticles(world.cms);
  const mayReplace = vi.fn<() => Promise<boolean>>(async () => true);
  await saveOther(world, 'Spring');
  // Another change of the collection: the template is the one that the question was about.
  beforeUpdates(world, 1, () => saveOther(world, 'Summer'));
  await saveTemplate({ collection, name: 'Spring', item: item('Low tide'), mayReplace });
  expect(mayReplace).toHaveBeenCalledTimes(1);
  expect((await world.cms.collections.get(operator, 'articles')).templates).toEqual([
    { name: 'Spring', title: 'Low tide', data: { summary: 'Low tide' } },
    { name: 'Summer', data: {} },
  ]);
  beforeUpdates(world, 1, () => saveOther(world, 'Autumn'));
  const isSaved = saveTemplate({ collection, name: 'Autumn', item: item('A'), mayReplace: never });
  expect(await isSaved).toBe(false);
  expect((await namesIn(world)).at(-1)).toBe('Autumn');
});

test('while others save again and again, nothing is replaced', async () => {
  using world = await modelWorld();
  await createArticles(world.cms);
  beforeUpdates(world, 5, (number) => saveOther(world, `Template ${number}`));
  const save = () => saveTemplate({ collection, name: 'Mine', item: item('A'), mayReplace: never });
  await expect(save()).rejects.toMatchObject({ status: 412, code: 'version_mismatch' });
  expect(await namesIn(world)).toEqual(['Template 1', 'Template 2', 'Template 3']);
});
