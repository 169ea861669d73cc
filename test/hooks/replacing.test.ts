import { describe, expect, test } from 'vitest';
import { operator, type Attempt, type DomainEvent } from '../../core/index.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import {
  dataOf,
  hook,
  strictSchema,
  strictWorld,
  tagger,
  writing,
} from '../support/core/hook-world.ts';
import { tellEvents } from '../support/core/tell-events.ts';

describe('a hook replaces', () => {
  test('title and data of a new item: what is stored, returned, and delivered as an event', async () => {
    const events: DomainEvent[] = [];
    const { cms, write, person, ports } = await coreWorld({
      hooks: [hook(writing, () => ({ replace: { title: ' Replaced ', data: { own: 1 } } }))],
      onEvent: (event) => void events.push(event),
    });
    const item = await write(await person('author'), { title: 'Given', data: { given: 1 } });
    expect(item).toMatchObject({ title: 'Replaced', slug: 'given', data: '{"own":1}', version: 1 });
    expect(await ports.store.repositories.contents.findById(item.id)).toEqual(item);
    await tellEvents(cms);
    expect(events).toEqual([{ type: 'content.created', item }]);
  });

  test('members of an update, and keeps those that it does not return', async () => {
    const events: DomainEvent[] = [];
    const { cms, write, person, ports } = await coreWorld({
      hooks: [hook(['content.update'], () => ({ replace: { data: { own: 1 } } }))],
      onEvent: (event) => void events.push(event),
    });
    const before = await write(await person('author'), { data: { given: 1 } });
    const item = await cms.content.update(operator, before.id, { title: 'New' });
    expect(item).toMatchObject({ title: 'New', data: '{"own":1}', version: 2 });
    expect(await ports.store.repositories.contents.findById(item.id)).toEqual(item);
    await tellEvents(cms);
    const { id, version, status, slug, collectionId, title, data } = before;
    const state = { id, version, status, slug, collectionId, title, data };
    expect(events.at(-1)).toEqual({ type: 'content.updated', before: state, item });
  });

  test.each(['content.publish', 'content.unpublish'] as const)('data at %s', async (operation) => {
    const { cms, write, person, ports } = await coreWorld({ hooks: [tagger('seen', [operation])] });
    const { id } = await write(await person('author'));
    await cms.content.update(operator, id, { status: 'published' });
    await cms.content.update(operator, id, { status: 'draft' });
    expect((await ports.store.repositories.contents.findById(id))?.data).toBe('{"tags":["seen"]}');
  });

  test('the data of imported items, each by itself, and a repeated import changes nothing', async () => {
    const { cms, posts, ports } = await coreWorld({
      hooks: [
        hook(['content.create'], (attempt) =>
          'item' in attempt && attempt.item.title === 'No'
            ? 'No'
            : { replace: { data: { ...dataOf(attempt), own: 1 } } },
        ),
      ],
    });
    const records = ['Yes', 'No', 'Also'].map((title) => ({ collection: posts.name, title }));
    const outcomes = await cms.transfer.importContent(operator, { records });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['created', 'failed', 'created']);
    const stored = await ports.store.repositories.contents.listAfter(undefined, 10);
    expect(stored.map(({ data }) => data)).toEqual(['{"own":1}', '{"own":1}']);
    const again = await cms.transfer.importContent(operator, { records });
    expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'failed', 'unchanged']);
  });
});

test('later hooks see what earlier hooks replaced, also those for publishing', async () => {
  const seen: unknown[] = [];
  const observer = hook(
    ['content.create', 'content.publish'],
    (attempt) => void seen.push([attempt.operation, dataOf(attempt)['tags']]),
  );
  const { write, person } = await coreWorld({
    hooks: [
      tagger('first', ['content.create']),
      tagger('second', ['content.create', 'content.publish']),
      observer,
    ],
  });
  const item = await write(await person('author'), { status: 'published' });
  expect(seen).toEqual([
    ['content.create', ['first', 'second']],
    ['content.publish', ['first', 'second', 'second']],
  ]);
  expect(JSON.parse(item.data).tags).toEqual(['first', 'second', 'second']);
});

test('a hook can still block what an earlier hook replaced', async () => {
  const { write, person, ports } = await coreWorld({
    hooks: [
      tagger('bad', writing),
      hook(writing, (attempt) => JSON.stringify(dataOf(attempt)['tags']), 'guard'),
    ],
  });
  const blocked = await rejectsWith('blocked_by_hook', write(await person('author')));
  expect(blocked).toMatchObject({ details: '["bad"]', message: "Blocked by the hook 'guard'" });
  expect(await ports.store.repositories.contents.listAfter(undefined, 10)).toEqual([]);
});

test('data is stored as JSON reads it: absent members are left out, dates are texts', async () => {
  const { write, person } = await coreWorld({
    hooks: [
      hook(writing, () => ({
        replace: { data: { gone: undefined, at: new Date(0), list: [undefined] } as never },
      })),
    ],
  });
  const { data } = await write(await person('author'));
  expect(data).toBe('{"at":"1970-01-01T00:00:00.000Z","list":[null]}');
});

test('a hook that changes nothing does not check data that is older than its schema', async () => {
  let decide: (attempt: Attempt) => unknown = () => undefined;
  const { cms, author, write, posts } = await strictWorld((attempt) => decide(attempt));
  const { id } = await write(author, { data: { text: 'too long' } });
  await cms.collections.update(operator, posts.name, { schema: strictSchema });
  decide = (attempt) => ({ replace: { data: dataOf(attempt) } });
  expect(await cms.content.update(author, id, { title: 'New' })).toMatchObject({ title: 'New' });
  decide = (attempt) => ({ replace: { data: { ...dataOf(attempt), more: 1 } } });
  await rejectsWith('blocked_by_hook', cms.content.update(author, id, { title: 'Newer' }));
});

test('an unreachable database is not reported as a failure of the hook', async () => {
  let isReachable = true;
  const { cms, posts, write, person, ports } = await coreWorld({
    hooks: [
      hook(['content.update'], () => {
        isReachable = false;
        return { replace: { title: 'x' } };
      }),
    ],
  });
  const { id } = await write(await person('author'));
  const findById = ports.store.repositories.collections.findById.bind(
    ports.store.repositories.collections,
  );
  Object.assign(ports.store.repositories.collections, {
    findById: async (collectionId: string) => {
      if (isReachable) return findById(collectionId);
      throw Object.assign(new Error('down'), { name: 'Down' });
    },
  });
  await expect(cms.content.update(operator, id, { title: 'New' })).rejects.toThrow('down');
  expect(posts.id).toBeDefined();
});
