import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { anonymous, operator } from '../../core/index.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { nameOf, sentBy } from '../support/postgres/query-plan.ts';
import {
  client,
  referenceWorld,
  type ReferenceWorld,
} from '../support/references/reference-world.ts';

await withPostgres('migrated', (url) => {
  const pool = openPool({ url, poolMax: 2 }, new SystemTimer());
  const { knex } = pool;
  let world: ReferenceWorld;
  let id: string;

  beforeAll(async () => {
    world = await referenceWorld({ ports: { store: storeOver(pool) } });
    await world.cms.plugins.configure(operator, 'cache', { active: false });
    const file = await world.file(1);
    const friend = await world.human({ avatar: file.id });
    const author = await world.human({ friend: friend.id, avatar: file.id });
    for (let n = 0; n < 10; n += 1) {
      ({ id } = await world.article({ author: author.id, editors: [friend.id], photo: file.id }));
    }
  });

  afterAll(() => knex.destroy());

  const statementsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> =>
    (await sentBy(knex, work)).map(nameOf);

  test('each level of an expanded read is one more statement', async () => {
    const { content } = world.cms;
    const plain = {
      list: await statementsOf(() => content.readPage(anonymous, { of: { list: {} }, client })),
      item: await statementsOf(() => content.readItem(anonymous, { of: { id }, client })),
    };
    expect([plain.list.length, plain.item.length]).toEqual([2, 2]);
    for (const [expand, levels] of [
      ['author,editors,photo', 1],
      ['author,author.avatar,author.friend,editors.avatar,photo', 2],
      // Nobody refers to anything by this field.
      ['guard', 0],
    ] as const) {
      const list = await statementsOf(() =>
        content.readPage(anonymous, { of: { list: {} }, expand, client }),
      );
      const item = await statementsOf(() =>
        content.readItem(anonymous, { of: { id }, expand, client }),
      );
      const level = Array.from({ length: levels }, () => 'reference_targets_stamped');
      expect(list).toEqual(['site_load_schemas', ...plain.list.slice(1), ...level]);
      expect(item).toEqual(['site_load_schemas', ...plain.item.slice(1), ...level]);
    }
  });

  test('so it is in the perspective of drafts', async () => {
    const { content } = world.cms;
    const request = { client, perspective: 'drafts' } as const;
    for (const [expand, levels] of [
      ['author,editors,photo', 1],
      ['author,author.avatar,author.friend,editors.avatar,photo', 2],
    ] as const) {
      const level = Array.from({ length: levels }, () => 'reference_targets_previews_stamped');
      expect(
        await statementsOf(() =>
          content.readPage(operator, { of: { list: {} }, ...request, expand }),
        ),
      ).toEqual(['site_load_schemas', 'previews_stamped', ...level]);
      expect(
        await statementsOf(() => content.readItem(operator, { of: { id }, ...request, expand })),
      ).toEqual(['site_load_schemas', 'previews_items_among_stamped', ...level]);
    }
  });

  test('so it is for a query', async () => {
    const { content } = world.cms;
    const request = { of: { query: { collection: 'articles' } }, client };
    const plain = await statementsOf(() => content.readPage(anonymous, request));
    const expand = 'author,author.avatar';
    const expanded = await statementsOf(() => content.readPage(anonymous, { ...request, expand }));
    const level = 'reference_targets_stamped_for';
    expect(expanded).toEqual(['site_load_schemas', ...plain.slice(1), level, level]);
  });

  test('a write with references has as many statements as one without', async () => {
    const { human, article, cms } = world;
    const { id: person } = await human();
    const plain = await statementsOf(() => article({}));
    expect(await statementsOf(() => article({ author: person, owner: person }))).toHaveLength(
      plain.length,
    );
    const item = await article({ author: person });
    const update = (data: object) =>
      statementsOf(() => cms.content.update(operator, item.id, { data: data as never }));
    const changed = await update({ note: 'x' });
    expect(await update({ author: person, owner: person })).toHaveLength(changed.length);
    const status = await statementsOf(() =>
      cms.content.update(operator, item.id, { status: 'published' }),
    );
    expect(status.at(-1)).not.toContain('ref');
    const deletion = await statementsOf(() => cms.content.delete(operator, item.id));
    expect(deletion.filter((name) => name.includes('reference'))).toEqual([]);
  });
});
