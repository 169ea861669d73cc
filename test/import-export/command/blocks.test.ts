import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { blockSchema } from '../../support/core/block-world.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';
import { exportTo, filesOf, importInto, withoutTime } from '../../support/import/archive.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a singleton with blocks goes through an export and an import unchanged', async () => {
  await using folder = await temporaryFolder();
  const [one, two] = [join(folder.path, 'one'), join(folder.path, 'two')];
  const origin = await memoryCms();
  const schema = {
    ...blockSchema,
    properties: {
      ...blockSchema.properties,
      meta: { type: 'string', group: 'SEO', help: 'Up to 60 characters' },
    },
  };
  const home = await origin.cms.collections.create(operator, {
    name: 'home',
    schema,
    singleton: true,
  });
  const item = await origin.cms.content.create(operator, {
    collectionId: home.id,
    title: 'Home',
    data: {
      sections: [
        { type: 'quote', text: 'A' },
        { type: 'hero', id: 'own' },
      ],
    },
  });
  await exportTo(one, origin);
  const other = await memoryCms();
  await importInto(other, one);
  expect(await other.cms.collections.get(operator, 'home')).toMatchObject({
    isSingleton: true,
    schema: { properties: schema.properties },
  });
  const request = { of: { singleton: 'home' }, client: 'test' };
  const { value } = await other.cms.content.readItem(operator, request);
  expect([value.item.id, value.item.data]).toEqual([item.id, item.data]);
  await exportTo(two, other);
  expect(withoutTime(await filesOf(two))).toEqual(withoutTime(await filesOf(one)));
});

test('a service with another item of the singleton keeps it, and the import says so', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'one');
  const [origin, other] = [await memoryCms(), await memoryCms()];
  for (const [title, { cms }] of [
    ['Exported', origin],
    ['Here', other],
  ] as const) {
    const { id } = await cms.collections.create(operator, { name: 'home', singleton: true });
    await cms.content.create(operator, { collectionId: id, title });
  }
  await exportTo(path, origin);
  const { isComplete, notices } = await importInto(other, path);
  expect(isComplete).toBe(false);
  expect(notices.join('\n')).toContain('is a singleton and has its item already');
  const request = { of: { singleton: 'home' }, client: 'test' };
  expect((await other.cms.content.readItem(operator, request)).value.item.title).toBe('Here');
});
