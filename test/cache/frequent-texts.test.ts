import { expect, test } from 'vitest';
import { listForm } from '../../adapters/koa/rest/present-content.ts';
import { anonymous, operator } from '../../core/index.ts';
import { client } from '../support/cached-world.ts';
import { coreWorld } from '../support/core-world.ts';

/** A core with the plugin off, and its lists. */
const world = async (bytes = 10) => {
  const origin = await coreWorld();
  const data = { text: 'é'.repeat(bytes / 2) };
  const fields = { collectionId: origin.posts.id, status: 'published', data } as const;
  const { cms } = origin;
  const create = (title: string) => cms.content.create(operator, { ...fields, title });
  for (let n = 0; n < 20; n += 1) await create(`Item ${n}`);
  /** The number of chunks, and the text. */
  const read = async (offset = 0) => {
    const listing = await cms.renderedContent.list(anonymous, { client, offset }, listForm);
    if (listing.kind !== 'text') throw new Error(listing.kind);
    return { chunks: listing.text.length, text: Buffer.concat(listing.text).toString() };
  };
  const chunks = async (...offsets: readonly number[]) => {
    const all: number[] = [];
    for (const offset of offsets) all.push((await read(offset)).chunks);
    return all;
  };
  return { cms, create, read, chunks };
};

test('a text is one chunk from its third use on', async () => {
  const { create, read } = await world();
  const first = await read();
  expect(first.chunks).toBe(22);
  expect(await read()).toEqual(first);
  expect(await read()).toEqual({ ...first, chunks: 1 });
  expect(await read()).toEqual({ ...first, chunks: 1 });
  await create('Next');
  expect((await read()).chunks).toBe(23);
});

test('the text that was not used for the longest time is forgotten', async () => {
  const { chunks } = await world();
  await chunks(1, 2, 1, 2, 3, 4, 5, 6, 7, 8, 1);
  expect(await chunks(1)).toEqual([1]);
  await chunks(9);
  expect(await chunks(2, 2, 2, 1)).toEqual([20, 20, 1, 1]);
});

test('a large text stays in its chunks', async () => {
  const { chunks } = await world(14_000);
  expect(await chunks(0, 0, 0, 0)).toEqual([22, 22, 22, 22]);
  expect(await chunks(10, 10, 10)).toEqual([12, 12, 1]);
});

test('with the plugin on, a text is kept with its parts', async () => {
  const { cms, read } = await world();
  const { text } = await read();
  for (let count = 0; count < 3; count += 1) await read();
  await cms.plugins.configure(operator, 'cache', { active: true, settings: {} });
  for (let count = 0; count < 3; count += 1) expect((await read()).text).toBe(text);
});
