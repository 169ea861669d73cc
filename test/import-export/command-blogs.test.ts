import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator, type ContentItem, type JsonObject } from '../../core/index.ts';
import { jekyllBlog, zolaBlog } from '../support/import/blogs.ts';
import { importFrom, type ImportOptions } from '../support/import/import-run.ts';
import { targetKinds, targetWorlds, type TargetWorld } from '../support/import/import-targets.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { writeFiles } from '../support/write-files.ts';

describe.each(targetKinds)('with the target %s', (kind) => {
  let folder: TemporaryFolder;
  let world: TargetWorld;
  beforeEach(async () => {
    folder = await temporaryFolder();
    world = await targetWorlds[kind]();
    await writeFiles(
      folder.path,
      Object.fromEntries([
        ...Object.entries(jekyllBlog).map(([path, text]) => [`jekyll/${path}`, text]),
        ...Object.entries(zolaBlog).map(([path, text]) => [`zola/${path}`, text]),
      ]),
    );
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const run = (blog: string, options: ImportOptions = {}) =>
    importFrom(join(folder.path, blog), world.target, { collection: 'blog-posts', ...options });

  const stored = async (): Promise<ReadonlyMap<string, ContentItem>> =>
    new Map(
      (await world.ports.store.repositories.contents.listAfter(undefined, 1000)).map((item) => [
        item.slug,
        item,
      ]),
    );

  /** Slug, title, day and status of each item, by slug. */
  const listed = async () =>
    [...(await stored()).values()]
      .map(({ slug, title, createdAt, status }) =>
        [slug, title, new Date(createdAt).toISOString().slice(0, 10), status].join(' | '),
      )
      .toSorted();

  const setSchema = (schema: JsonObject) =>
    world.cms.collections.update(operator, 'blog-posts', { schema });

  const dataOf = async (slug: string) => JSON.parse((await stored()).get(slug)!.data);

  test('a blog of Jekyll gets its dates and slugs from its file names', async () => {
    const { counts, notices, isComplete, findings } = await run('jekyll');
    const [, time = ''] =
      /^1 item has no date: it got the time of this import \((.*)\)\.$/.exec(findings[0]!) ?? [];
    expect((await stored()).get('about')!.createdAt).toBe(Date.parse(time));
    expect(await listed()).toEqual([
      `about | About | ${time.slice(0, 10)} | draft`,
      'hello | Hello, world | 2020-01-02 | draft',
      'tides | Tides | 2021-03-05 | published',
    ]);
    expect(notices).toEqual([
      'Skipped README.md: it describes the folder and has no front matter',
      'Skipped _posts/2019-05-06-moved.md: it only redirects to /new-home/',
      "Skipped _posts/2022-01-01-hello.md: The slug 'hello' is taken; 'hello-2' is free",
    ]);
    expect([isComplete, counts['created'], counts['skipped']]).toEqual([false, '3', '3']);
    expect((await run('jekyll')).findings[0]).toBe('1 item has no date: it keeps its date.');
  });

  test('a blog of Zola gets its dates from the paths of its pages', async () => {
    const { notices, isComplete, findings } = await run('zola', { onSlugClash: 'path' });
    expect(await listed()).toEqual([
      'content-inside-rust-1-88-0 | Inside Rust 1.88.0 | 2025-06-27 | draft',
      'rust-1-88-0 | Announcing Rust 1.88.0 | 2025-06-26 | draft',
    ]);
    expect(notices).toEqual([
      'Skipped content/_index.md: it is the page of a section, not an item',
      'Skipped content/old.md: it only redirects to /2025/06/26/Rust-1.88.0/',
      'Skipped content/older.md: it only redirects to https://example.com/moved',
      'Skipped content/releases/_index.md: it is the page of a section, not an item',
    ]);
    expect(isComplete).toBe(true);
    expect(findings.join()).not.toContain('no date');
  });

  test.each([
    ['suffix', 'hello-2'],
    ['path', 'posts-2022-01-01-hello'],
  ] as const)('with the rule %s, a taken slug becomes %s, once', async (onSlugClash, slug) => {
    expect(await run('jekyll', { onSlugClash })).toMatchObject({ isComplete: true });
    expect((await stored()).get(slug)).toMatchObject({ title: 'Hello again', version: 1 });
    for (const rule of [onSlugClash, 'skip', 'suffix', 'path'] as const) {
      const again = await run('jekyll', { onSlugClash: rule });
      expect(again.counts).toMatchObject({ created: '0', updated: '0', unchanged: '4' });
      expect(again.isComplete).toBe(true);
    }
    await writeFiles(folder.path, {
      'jekyll/_posts/2022-01-01-hello.md': '---\ntitle: Hello, changed\n---\n',
    });
    expect((await run('jekyll')).counts).toMatchObject({ updated: '1', unchanged: '3' });
    expect((await stored()).get(slug)).toMatchObject({ title: 'Hello, changed', version: 2 });
  });

  test('values that are members of the item are in the data only if the schema names them', async () => {
    await run('jekyll');
    expect(await dataOf('hello')).toEqual({
      layout: 'post',
      categories: ['news', 'sea'],
      image: expect.stringContaining('/pool.png'),
      content: 'First.\n',
    });
    expect(Object.keys(await dataOf('tides'))).toEqual(['layout', 'content']);
    await setSchema({ properties: { title: { type: 'string' }, published: { type: 'boolean' } } });
    await run('jekyll');
    expect(await dataOf('hello')).toMatchObject({ title: 'Hello, world' });
    expect(Object.keys(await dataOf('tides'))).toEqual(['layout', 'published', 'content']);
  });

  test('fields that the schema lacks are proposed, and added with --infer-schema', async () => {
    const tags = { type: 'array', title: 'My tags', items: { type: 'string' } };
    await setSchema({
      properties: { tags, layout: { type: 'string', maxLength: 9 } },
      required: ['layout'],
    });
    const before = await world.cms.collections.get(operator, 'blog-posts');
    expect((await run('jekyll')).findings.slice(1)).toEqual([
      "The schema of 'blog-posts' lacks 4 fields of these items; --infer-schema adds them:",
      '  categories  array of string',
      '  image       media',
      '  content     markdown',
      '  rating      number',
    ]);
    expect(await world.cms.collections.get(operator, 'blog-posts')).toEqual(before);
    const { findings } = await run('jekyll', { inferSchema: true });
    expect(findings[1]).toBe("Added 4 fields to the schema of 'blog-posts':");
    const { schema } = await world.cms.collections.get(operator, 'blog-posts');
    expect(Object.keys(schema.properties)).toEqual([
      'tags',
      'layout',
      'categories',
      'image',
      'content',
      'rating',
    ]);
    expect(schema).toMatchObject({
      properties: {
        ...before.schema.properties,
        image: { type: 'media' },
        content: { type: 'markdown' },
        categories: { type: 'array', items: { type: 'string' } },
        rating: { type: 'number' },
      },
      required: ['layout'],
    });
    const again = await run('jekyll', { inferSchema: true });
    expect(again.counts).toMatchObject({ unchanged: '3' });
    expect(again.findings).toHaveLength(1);
  });
});
