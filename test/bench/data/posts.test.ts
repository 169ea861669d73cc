import { expect, test } from 'vitest';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { withClient } from './databases.ts';
import { fillPosts, pageIds, type DataSet } from './posts.ts';

const collection = '01900000-0000-7000-8000-000000000001';
const author = '01900000-0000-7000-8000-000000000002';

const prepare = `
insert into collections values
  ('${collection}', 'blog-posts', '', '', '{}', true, 1, 0, 0);
insert into users values
  ('${author}', 'a@example.com', 'a', 'a', '', '', 'admin', true, '', 0, 0);`;

interface Stored {
  readonly id: string;
  readonly status: string;
  readonly text: string;
  readonly data: string;
}

await withPostgres('migrated', async (url) => {
  await withClient(url, (client) => client.query(prepare));

  /** The posts of a data set, newest first. */
  const postsOf = (data: DataSet): Promise<readonly Stored[]> =>
    withClient(url, async (client) => {
      await client.query('delete from content');
      await fillPosts(client, data);
      const { rows } = await client.query<Stored>(
        'select id, status, content::text as text, data::text from content order by created_at desc, id desc',
      );
      return rows;
    });

  test('the same seed gives the same posts, another seed gives others', async () => {
    const posts = await postsOf({ seed: 1, rows: 100 });
    expect(posts).toHaveLength(100);
    expect(await postsOf({ seed: 1, rows: 100 })).toEqual(posts);
    const others = await postsOf({ seed: 2, rows: 100 });
    const known = new Set(posts.flatMap(({ id, data }) => [id, data]));
    expect(others.filter(({ id, data }) => known.has(id) || known.has(data))).toEqual([]);
  });

  test('the ids of a page can be computed', async () => {
    const data = { seed: 3, rows: 50 };
    const posts = await postsOf(data);
    const ids = posts.map(({ id }) => id);
    expect(pageIds(data, 0, 60)).toEqual(ids);
    expect(pageIds(data, 20, 10)).toEqual(ids.slice(20, 30));
    const published = posts.filter(({ status }) => status === 'published').map(({ id }) => id);
    expect(published.length).toBeLessThan(ids.length);
    expect(pageIds(data, 0, 60, 'published')).toEqual(published);
    expect(pageIds(data, 10, 10, 'published')).toEqual(published.slice(10, 20));
  });

  test('a post has about 1.4 kB of compact JSON, and text outside Latin-1', async () => {
    const texts = (await postsOf({ seed: 1, rows: 100 })).map(({ data }) => data);
    for (const text of texts) expect(JSON.stringify(JSON.parse(text))).toBe(text);
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / texts.length;
    expect(bytes).toBeGreaterThan(1_300);
    expect(bytes).toBeLessThan(1_700);
    expect(texts.filter((text) => /[^\u0000-\u00ff]/.test(text)).length).toBeGreaterThan(90);
  });
});
