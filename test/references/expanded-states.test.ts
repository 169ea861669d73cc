import { expect, test } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import { altered } from '../support/core/altered.ts';
import {
  client,
  referenceWorld,
  type ReferenceWorld,
} from '../support/references/reference-world.ts';

/** A core in which something happens before what items refer to is read, the first time. */
const interrupted = ({ ports, another }: ReferenceWorld, happen: () => Promise<unknown>) => {
  const { repositories } = ports.store;
  let isFirst = true;
  const references = altered(repositories.references, {
    findTargets: async (...args) => {
      if (isFirst) await happen();
      isFirst = false;
      return repositories.references.findTargets(...args);
    },
  });
  return another({
    ports: { store: altered(ports.store, { repositories: { ...repositories, references } }) },
  });
};

test('an answer is reusable only if all of it is of one state', async () => {
  const world = await referenceWorld();
  const { human, article, cms } = world;
  const person = await human();
  const { id } = await article({ author: person.id });
  const request = { of: { id }, client, expand: 'author' };
  const whole = await cms.content.readItem(anonymous, request);
  expect(whole.reusable?.snapshot).toEqual(await cms.cache.snapshot());
  const none = await cms.content.readItem(anonymous, { ...request, expand: 'owner' });
  expect(none.reusable?.snapshot).toEqual(await cms.cache.snapshot());
  const other = interrupted(world, () => cms.content.update(operator, person.id, { title: 'New' }));
  const mixed = await other.content.readItem(anonymous, request);
  expect([mixed.value.expansion?.items[0]?.title, mixed.reusable]).toEqual(['New', undefined]);
});

test('a setting that changes before the second read applies to all of it', async () => {
  const world = await referenceWorld();
  const { human, article, cms } = world;
  const draft = await human({}, { status: 'draft' });
  const { id } = await article({ author: draft.id }, { status: 'published' });
  const other = interrupted(world, () =>
    cms.settings.update(operator, { publicContent: 'published' }),
  );
  const command = { of: { id }, client, expand: 'author' };
  const { value } = await other.content.readItem(anonymous, command);
  expect(value.expansion?.items).toEqual([]);
});

test('a setting that changes in between hides nothing that the caller may see', async () => {
  const world = await referenceWorld();
  const { human, article, cms } = world;
  const person = await human();
  const { id } = await article({ author: person.id });
  const other = interrupted(world, () => cms.settings.update(operator, { siteName: 'New' }));
  const command = { of: { id }, client, expand: 'author' };
  const { value } = await other.content.readItem(anonymous, command);
  expect(value.expansion?.items.map((item) => item.id)).toEqual([person.id]);
});
