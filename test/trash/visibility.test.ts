import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { publicContentChoices } from '../../core/vocabulary.ts';
import { isCached, readers, readPaths } from '../support/access/visibility-table.ts';
import { readsOf, visibilityWorld } from '../support/access/visibility-world.ts';

const trashPaths = new Set(['trash', 'trash of its collection']);

describe.each(publicContentChoices)('with publicContent %s', (setting) => {
  test('a deleted item is seen by admins and editors in the trash, and by nobody anywhere else', async () => {
    await using world = await visibilityWorld(setting);
    // Everything that could be cached is.
    for (const reader of readers) {
      const read = readsOf(world, reader);
      for (const specimen of world.specimens) {
        for (const path of readPaths.filter(isCached)) await read(path, specimen);
      }
    }
    for (const { item } of world.specimens) await world.app.cms.content.delete(operator, item.id);
    const seen: string[] = [];
    for (const reader of readers) {
      const read = readsOf(world, reader);
      for (const specimen of world.specimens) {
        for (const path of readPaths) {
          const { text, status, headers } = await read(path, specimen);
          const { id, title } = specimen.item;
          const shows = [id, title].some((each) => text.includes(each)) || status === 304;
          if (shows) seen.push(`${reader}: ${path}`);
          if (path.startsWith('slug')) expect(text).toContain('"available":true');
          if (path.startsWith('item') || path.startsWith('HEAD')) {
            expect([path, headers['etag']]).toEqual([path, undefined]);
          }
        }
      }
    }
    const expected = ['admin', 'editor'].flatMap((reader) =>
      [...trashPaths].map((path) => `${reader}: ${path}`),
    );
    expect(new Set(seen)).toEqual(new Set(expected));
  }, 600_000);
});
