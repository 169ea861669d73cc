import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { draftWorld } from '../support/core/draft-world.ts';

test('a copy that moves its item to a private collection is listed to those who see both', async () => {
  const { cms, person, editor, write, posts, pages, clock } = await draftWorld();
  const save = async (command: object): Promise<string> => {
    const { id } = await write(editor, { status: 'published' });
    clock.advance(1_000);
    await cms.drafts.save(editor, id, command);
    return id;
  };
  const stays = [await save({ title: 'Low tide' })];
  const moved = await save({ title: 'Secret', collectionId: pages.id });
  stays.unshift(await save({ title: 'High tide' }));
  await cms.collections.update(operator, pages.name, { access: 'private' });
  const grant = { collectionId: posts.id, role: 'editor' } as const;
  const outside = await person('viewer', [grant]);
  const inside = await person('viewer', [grant, { collectionId: pages.id, role: 'viewer' }]);
  const all = [stays[0], moved, stays[1]];
  for (const [actor, expected] of [
    [outside, stays],
    [inside, all],
    [editor, all],
    [operator, all],
  ] as const) {
    const listed = async (page: object) =>
      (await cms.drafts.list(actor, page)).map(({ contentId }) => contentId);
    expect(await listed({})).toEqual(expected);
    expect(await listed({ limit: 1, offset: 1 })).toEqual(expected.slice(1, 2));
    expect(await listed({ collection: posts.name })).toEqual(expected);
  }
});
