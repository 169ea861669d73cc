import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readFilesUsage } from '../../adapters/admin/references/read-files-usage.ts';
import { operator } from '../../core/index.ts';
import { modelWorld } from '../support/admin/model-world.ts';
import { paintedPng } from '../support/admin/painted-png.ts';
import { chunks } from '../support/media/media-world.ts';

/** A service with a collection, `used` of which files are used, and `files` in all. */
const openLibrary = async (used: number, files: number) => {
  const world = await modelWorld();
  const { cms } = world;
  const { id: collectionId } = await cms.collections.create(operator, {
    name: 'walks',
    displayName: 'Walks',
    schema: {
      type: 'object',
      properties: {
        cover: { type: 'media', title: 'Cover' },
        map: { type: 'media', title: 'Map' },
      },
    },
  });
  const stored: { readonly id: string }[] = [];
  for (let number = 0; number < files; number += 1) {
    const { id } = await cms.media.upload(operator, {
      originalName: `${number}.png`,
      body: chunks(paintedPng(8, 8)),
      folder: () => undefined,
    });
    stored.push({ id });
    const data = { cover: id, map: id } as never;
    if (number < used) {
      await cms.content.create(operator, { collectionId, title: `Walk ${number}`, data });
    }
  }
  return { world, stored };
};

test('of many files, those that are used are named with the items and fields that use them', async () => {
  const { world, stored } = await openLibrary(2, 6);
  using _ = world;
  let running = 0;
  let most = 0;
  world.onRequest(async ({ url }) => {
    if (!url.includes('/usage')) return;
    running += 1;
    most = Math.max(most, running);
    await setTimeout(5);
    running -= 1;
  });
  const { used, unread } = await readFilesUsage(stored.toReversed());
  expect(unread).toBe(0);
  expect(used).toMatchObject(
    [1, 0].map((number) => ({
      file: stored[number],
      hasNext: false,
      referrers: [
        {
          title: `Walk ${number}`,
          status: 'draft',
          collection: { displayName: 'Walks' },
          fields: 'Cover, Map',
        },
      ],
    })),
  );
  expect(most).toBe(4);
  // The names of collections are read once.
  expect(world.requests).toHaveLength(stored.length + 1);
});

test('of a large selection, only the first files are looked at, and the others are counted', async () => {
  const { world, stored } = await openLibrary(1, 1);
  using _ = world;
  const [file] = stored;
  const { used, unread } = await readFilesUsage(Array.from({ length: 60 }, () => file!));
  expect({ used: used.length, unread }).toEqual({ used: 50, unread: 10 });
  expect(world.requests).toHaveLength(51);
});
