import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { hour } from '../../core/vocabulary.ts';
import { coreWorld } from '../support/core/core-world.ts';

test('plans of a private collection are listed to those who see it, in full pages to all others', async () => {
  const world = await coreWorld();
  const { cms, pages, person } = world;
  const editor = await person('editor');
  const plan = async (collectionId: string, afterMs: number): Promise<string> => {
    const { id } = await world.write(editor, { collectionId });
    await cms.schedule.plan(editor, id, { publishAt: Date.now() + hour + afterMs });
    return id;
  };
  const closed = [await plan(pages.id, 1_000), await plan(pages.id, 3_000)];
  const open = [await plan(world.posts.id, 2_000), await plan(world.posts.id, 4_000)];
  await cms.collections.update(operator, 'pages', { access: 'private' });
  const viewer = await person('viewer');
  const granted = await person('viewer', [{ collectionId: pages.id, role: 'viewer' }]);
  const all = [closed[0], open[0], closed[1], open[1]];
  for (const [actor, expected] of [
    [viewer, open],
    [granted, all],
    [editor, all],
    [operator, all],
  ] as const) {
    const listed = async (page: object) =>
      (await cms.schedule.list(actor, page)).map(({ contentId }) => contentId);
    expect(await listed({})).toEqual(expected);
    expect(await listed({ limit: 1, offset: 1 })).toEqual(expected.slice(1, 2));
  }
});
