import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { oldBase, rebaseWorld } from '../support/media/rebase-world.ts';
import { keyOf } from '../support/media/stray-world.ts';

test('the URLs of stored files are searched in linear time', async () => {
  const world = await rebaseWorld();
  const parts = ['http://', 'http://a/', 'a/', 'http:\\/\\/a', `${keyOf(1)}/`, 'https://a=', ':'];
  for (const part of parts) {
    const item = await world.create(
      { text: part.repeat(1_000_000 / part.length) },
      { title: `Post ${part}` },
    );
    for (const base of [undefined, oldBase]) {
      expect(await world.rebase({ from: base })).toMatchObject({ items: 1, changed: 0 });
    }
    await world.cms.content.delete(operator, item.id);
  }
}, 10_000);
