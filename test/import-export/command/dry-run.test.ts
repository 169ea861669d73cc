import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator, type Hook } from '../../../core/index.ts';
import { jekyllBlog, zolaBlog } from '../../support/import/blogs.ts';
import {
  importFrom,
  type ImportOptions,
  type ImportResult,
} from '../../support/import/import-run.ts';
import {
  targetKinds,
  targetWorlds,
  type TargetWorld,
} from '../../support/import/import-targets.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { emptyZip, onePixel, writeFiles } from '../../support/write-files.ts';

/** Rejects one title and one file. */
const guard: Hook = {
  name: 'guard',
  operations: ['content.create', 'content.update', 'media.upload'],
  decide: (attempt) => {
    const name = 'file' in attempt ? attempt.file.originalName : attempt.item.title;
    return name.startsWith('forbidden') ? 'No' : undefined;
  },
};

/** What the service stores, without the keys of files. */
const stateOf = async ({ ports, cms }: TargetWorld) => ({
  items: await ports.store.repositories.contents.listAfter(undefined, 1000),
  media: await cms.media.list(operator, {}),
  records: await ports.store.repositories.media.listByKey(undefined, 1000),
  collections: await ports.store.repositories.collections.list(),
});

/** What a dry run and the import have in common. */
const comparable = ({ counts, notices, isComplete, summary, findings }: ImportResult) => ({
  counts,
  notices,
  isComplete,
  skipped: summary.split('\n').filter((line) => line.startsWith('  Skipped')),
  fields: findings
    .filter((line) => !/no date|to store:| (draft|published) /.test(line))
    .map((line) => line.replace(' would change: ', ' has changed: ')),
});

describe.each(targetKinds)('with the target %s', (kind) => {
  let folder: TemporaryFolder;
  let world: TargetWorld;
  const at = (path: string): string => join(folder.path, path);
  beforeEach(async () => {
    folder = await temporaryFolder();
    world = await targetWorlds[kind]({ hooks: [guard], uploadMaxBytes: 5_000 });
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** Makes a dry run and the import. Expects the same result, and that the dry run stores nothing. */
  const expectSame = async (path: string, options: ImportOptions): Promise<ImportResult> => {
    const before = await stateOf(world);
    const dry = await importFrom(at(path), world.target, { ...options, dryRun: true });
    expect(await stateOf(world)).toEqual(before);
    expect(dry.summary).toMatch(/^Dry run: /);
    const real = await importFrom(at(path), world.target, options);
    expect(comparable(dry)).toEqual(comparable(real));
    return dry;
  };

  const posts = { collection: 'blog-posts' } as const;

  test.each([
    ['jekyll', jekyllBlog, 'skip'],
    ['jekyll', jekyllBlog, 'suffix'],
    ['zola', zolaBlog, 'skip'],
    ['zola', zolaBlog, 'path'],
  ] as const)('a dry run of %s reports what the import does (%#)', async (_, blog, onSlugClash) => {
    await writeFiles(folder.path, blog);
    await expectSame('.', { ...posts, onSlugClash });
    expect((await stateOf(world)).items.length).toBeGreaterThan(0);
    // Once more over the imported items, with a change.
    await writeFiles(folder.path, { 'new/hello.md': 'New', 'about.md': '---\ntitle: We\n---\n' });
    await expectSame('.', { ...posts, onSlugClash });
  });

  test('finds everything that the import rejects or does not use', async () => {
    await world.cms.collections.update(operator, 'blog-posts', {
      schema: { properties: { rating: { type: 'number' } } },
    });
    await world.target.importContent({
      items: [{ collection: 'pages', title: 'Taken', slug: 'taken' }],
      overwrite: false,
      verbatim: false,
      onSlugClash: 'skip',
      importedAt: 1,
    });
    const forbidden = Buffer.concat([onePixel, Buffer.from(' forbidden')]);
    await writeFiles(folder.path, {
      'bad-rating.md': '---\nrating: five\n---\n',
      'blocked.md': '# forbidden',
      'broken.md': '---\n',
      'files.md':
        '![a](a.png) ![b](script.png) ![c](large.png) ![d](forbidden.png) ![e](gone.png) [f](/f.zip)',
      'a.png': onePixel,
      'script.png': '<!doctype html><script>alert(1)</script>',
      'large.png': Buffer.concat([onePixel, Buffer.alloc(6_000)]),
      'forbidden.png': forbidden,
      'assets/f.zip': emptyZip,
      'no-slug.md': '---\nslug: "!"\n---\n',
      'nul.md': 'a\u0000b',
      'taken.md': 'x',
      'title.md': `# ${'x'.repeat(501)}`,
    });
    const { counts, notices } = await expectSame('.', posts);
    const files = '1 stored, 0 there before, 1 missing';
    expect(counts).toMatchObject({ created: '4', files, values: '2 not used' });
    expect(
      notices
        .map((line) => /^(?:Skipped|Missing in|Not used in) ([^:]+)/.exec(line)?.[1] ?? line)
        .toSorted(),
    ).toEqual([
      'assets/f.zip (in files.md)',
      'bad-rating.md',
      'blocked.md',
      'broken.md',
      'files.md',
      'forbidden.png (in files.md)',
      'large.png (in files.md)',
      'no-slug.md',
      'nul.md',
      'script.png (in files.md)',
      'taken.md',
    ]);
  });

  test.each(['skip', 'suffix'] as const)(
    'finds conflicts between files of different batches with the rule %s',
    async (onSlugClash) => {
      const names = Array.from({ length: 120 }, (_, n) => `a${String(n).padStart(3, '0')}`);
      const files = names.map((name) => [`a/${name}.md`, 'x'] as const);
      await writeFiles(folder.path, {
        ...Object.fromEntries(files),
        'b/a000.md': 'y',
        'b/a001.md': 'nul \u0000',
        'b/sub/a000.md': 'z',
        'b/same.md': 'y',
        'b/sub/same.md': 'z',
      });
      const { counts } = await expectSame('.', { ...posts, onSlugClash });
      expect(counts).toMatchObject(
        onSlugClash === 'skip'
          ? { created: '121', skipped: '4' }
          : { created: '124', skipped: '1' },
      );
      // The first file gives its slug up; a later one asks for it.
      await writeFiles(folder.path, {
        'a/a005.md': '---\nslug: moved\n---\n',
        'b/new.md': '---\nslug: a005\n---\n',
      });
      expect((await expectSame('.', { ...posts, onSlugClash })).counts).toMatchObject({
        created: '1',
        updated: '1',
      });
    },
  );

  test('of lines without ids counts the same items', async () => {
    const line = (title: string, rest: object = {}) =>
      JSON.stringify({ title, slug: 'same', ...rest });
    const many = Array.from({ length: 200 }, (_, n) => line(`T${n}`, { slug: `t${n}` }));
    await writeFiles(folder.path, {
      'items.ndjson': [line('One'), ...many, line('Two')].join('\n'),
      'more.ndjson': [line('One'), line('Two'), ...many, line('Three')].join('\n'),
    });
    const options = { collection: 'pages' };
    expect((await expectSame('items.ndjson', options)).counts).toMatchObject({
      created: '201',
      updated: '1',
    });
    const suffix = { collection: 'blog-posts', onSlugClash: 'suffix' } as const;
    for (const created of ['203', '0']) {
      expect((await expectSame('more.ndjson', suffix)).counts).toMatchObject({
        created,
        skipped: '0',
      });
    }
    const slugs = (await stateOf(world)).items.map(({ slug }) => slug);
    expect(slugs.filter((slug) => slug.startsWith('same')).toSorted()).toEqual([
      'same',
      'same-2',
      'same-3',
      'same-4',
    ]);
  });

  test('of an export checks its collections, items and files', async () => {
    const collection = {
      type: 'collection',
      id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
      name: 'notes',
      displayName: 'Notes',
      description: '',
      schema: { type: 'object', properties: { rating: { type: 'number' } }, required: [] },
      isActive: true,
      created_at: 1,
      updated_at: 2,
    };
    const lines = [
      collection,
      { ...collection, name: 'BAD NAME' },
      { ...collection, name: 'pages', id: collection.id.replace(/f$/, '1'), displayName: 'New' },
      { collection: 'notes', title: 'Good', data: { rating: 1 } },
      { collection: 'notes', title: 'Bad', data: { rating: 'x' } },
      { collection: 'pages', title: 'Page' },
      { collection: 'nowhere', title: 'Lost' },
    ];
    await writeFiles(folder.path, {
      'all.ndjson': lines.map((line) => JSON.stringify(line)).join('\n'),
    });
    const { counts, notices } = await expectSame('all.ndjson', {});
    const collections = '1 created, 1 updated';
    expect(counts).toMatchObject({ created: '3', collections, values: '1 not used' });
    expect(notices).toHaveLength(3);
    expect(notices).toContain('Not used in line 5: rating "x" (must be a number)');
  });

  test('shows the first items, and fields to add', async () => {
    const files = Array.from({ length: 12 }, (_, n) => [
      `2020-01-${String(n + 1).padStart(2, '0')}-post-${n}.md`,
      `---\ntitle: Title ${n}\nrating: ${n}\n---\n`,
    ]);
    await writeFiles(folder.path, { ...Object.fromEntries(files), '0.md': 'No date' });
    const options = { ...posts, status: 'published', inferSchema: true } as const;
    const dry = await importFrom(folder.path, world.target, { ...options, dryRun: true });
    expect(dry.findings.slice(0, 4)).toEqual([
      expect.stringMatching(/^1 item has no date: it gets the time of this import \(.*\)\.$/),
      'The first 10 of 13 items to store: date, status, slug, title',
      expect.stringMatching(/^ {2}20\d\d-\d\d-\d\d {2}published {2}0 {2}0$/),
      '  2020-01-01  published  post-0  Title 0',
    ]);
    expect(dry.findings.slice(12)).toEqual([
      "To add to the schema of 'blog-posts', 1 field:",
      '  rating  number',
    ]);
    expect(await stateOf(world)).toMatchObject({ items: [] });
    await importFrom(folder.path, world.target, options);
    await writeFiles(folder.path, { '0.md': 'Changed' });
    const again = await importFrom(folder.path, world.target, { ...options, dryRun: true });
    expect(again.findings).toEqual([
      '1 item has no date: it keeps its date.',
      '1 item to store: date, status, slug, title',
      '  unchanged   published  0  0',
    ]);
  });
});
