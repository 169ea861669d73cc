import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import type { ContentItem, JsonObject } from '../../../core/vocabulary.ts';
import { jekyllBlog, zolaBlog } from '../../support/import/blogs.ts';
import { importFrom, type ImportOptions } from '../../support/import/import-run.ts';
import {
  targetKinds,
  targetWorlds,
  type TargetWorld,
} from '../../support/import/import-targets.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { emptyZip, onePixel, writeFiles } from '../../support/write-files.ts';

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

describe.each(targetKinds)('with the target %s', (kind) => {
  let folder: TemporaryFolder;
  let world: TargetWorld;
  beforeEach(async () => {
    folder = await temporaryFolder();
    world = await targetWorlds[kind]();
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const write = (documents: Readonly<Record<string, string>>) =>
    writeFiles(
      folder.path,
      Object.fromEntries(
        Object.entries(documents).map(([name, matter]) => [
          `${name}.md`,
          `---\n${matter}\n---\nText\n`,
        ]),
      ),
    );

  /** Imports the folder. Expects that a dry run before it reports the same. */
  const run = async (options: ImportOptions = {}) => {
    const settings = { collection: 'blog-posts', ...options };
    const dry = await importFrom(folder.path, world.target, { ...settings, dryRun: true });
    const real = await importFrom(folder.path, world.target, settings);
    expect(dry.notices).toEqual(real.notices);
    expect(dry.counts).toEqual(real.counts);
    return real;
  };

  const items = async () =>
    Object.fromEntries(
      (await world.ports.store.repositories.contents.listAfter(undefined, 1000)).map((item) => [
        item.slug,
        item,
      ]),
    );

  const dataOf = async (slug: string) => JSON.parse((await items())[slug]!.data);

  const define = (schema: JsonObject) =>
    world.cms.collections.update(operator, 'blog-posts', { schema });

  test('a featured image that cannot be used costs only itself', async () => {
    await writeFiles(folder.path, { 'img/pool.png': onePixel, 'all.zip': emptyZip });
    await write({
      found: 'featuredImage: { src: img/pool.png, alt: A pool }',
      gone: 'featuredImage: gone.png',
      'gone-object': 'featuredImage:\n  src: ./gone.png\n  alt: A pool',
      none: 'featuredImage: false',
      number: 'featuredImage: 5',
    });
    const { counts, notices, isComplete } = await run();
    expect(notices.toSorted()).toEqual([
      'Guessed in found.md: featuredImage {"alt":"A pool"} is not stored, only its src',
      'Guessed in none.md: featuredImage false means that there is none',
      'Missing in gone-object.md: ./gone.png (there is no such file)',
      'Missing in gone.md: gone.png (there is no such file)',
      'Not used in number.md: featuredImage 5 (must be text)',
    ]);
    expect(counts).toMatchObject({ created: '5', skipped: '0', values: '1 not used, 2 guessed' });
    expect(counts['files']).toContain('2 missing');
    expect(isComplete).toBe(false);
    expect((await dataOf('found')).featuredImage).toMatch(/\/pool\.png$/);
    for (const slug of ['gone', 'gone-object', 'none', 'number']) {
      expect(await dataOf(slug)).toEqual({ content: 'Text\n' });
    }
  });

  test('missing files alone leave the import complete', async () => {
    await write({ gone: 'featuredImage: gone.png', tags: 'tags: sea' });
    expect(await run()).toMatchObject({
      isComplete: true,
      counts: { values: 'converted: tags 1' },
    });
  });

  test('a file that exists and cannot be stored is not called missing', async () => {
    await writeFiles(folder.path, { 'pool.png': '<!doctype html><script>alert(1)</script>' });
    await write({ a: 'featuredImage: pool.png' });
    expect((await run()).notices).toEqual([
      expect.stringMatching(/^Skipped pool\.png \(in a\.md\): /),
      'Not used in a.md: featuredImage pool.png (this file is not stored)',
    ]);
  });

  test('an item without a required value becomes a draft, stays unchanged, and is published with the value', async () => {
    await define({ properties: { rating: { type: 'number' } }, required: ['rating'] });
    await write({ a: 'rating: five', b: 'rating: "5"' });
    const options = { status: 'published' } as const;
    const notices = [
      'Not used in a.md: rating "five" (must be a number)',
      'Not published by this import: a.md (rating is required for published content)',
    ];
    const first = await run(options);
    expect(first).toMatchObject({
      notices,
      isComplete: false,
      counts: { created: '2', unpublished: '1' },
    });
    for (const line of notices) expect(first.summary).toContain(line);
    expect(await items()).toMatchObject({ a: { status: 'draft' }, b: { status: 'published' } });
    expect(await dataOf('b')).toEqual({ rating: 5, content: 'Text\n' });
    expect(await run(options)).toMatchObject({ notices, counts: { unchanged: '2' } });
    await world.cms.content.update(operator, (await items())['a']!.id, { title: 'Edited' });
    expect((await run(options)).counts).toMatchObject({ unchanged: '2' });
    expect((await items())['a']).toMatchObject({ title: 'Edited' });
    await write({ a: 'rating: 4' });
    expect((await run({ ...options, overwrite: true })).counts).toMatchObject({ updated: '1' });
    expect((await items())['a']).toMatchObject({
      status: 'published',
      data: '{"rating":4,"content":"Text\\n"}',
    });
  });

  test('a value is stored once its schema accepts it', async () => {
    await define({ properties: { rating: { type: 'number' } } });
    await write({ a: 'rating: five' });
    await run();
    await define({ properties: { rating: { type: 'string' } } });
    expect(await run()).toMatchObject({ notices: [], counts: { updated: '1' } });
    expect(await dataOf('a')).toMatchObject({ rating: 'five' });
  });

  test('drafts of the source are counted with the reason, and stay drafts', async () => {
    await write({
      live: 'date: 2020-01-02',
      plan: 'draft: true\ndate: 2020-01-02',
      off: 'published: false\ndate: 2020-01-02',
      old: 'status: archived\ndate: 2020-01-02',
    });
    const options = { status: 'published' } as const;
    const dry = await importFrom(folder.path, world.target, {
      collection: 'blog-posts',
      ...options,
      dryRun: true,
    });
    const { findings, isComplete } = await run(options);
    const signs = 'published: false 1, status: archived 1, draft: true 1';
    expect(findings).toEqual([
      `3 items keep the status of their source: 2 draft, 1 archived (${signs}).`,
    ]);
    expect(dry.findings[0]).toBe(findings[0]);
    expect(isComplete).toBe(true);
    expect(await items()).toMatchObject({
      live: { status: 'published' },
      plan: { status: 'draft' },
      off: { status: 'draft' },
      old: { status: 'archived' },
    });
  });
});
