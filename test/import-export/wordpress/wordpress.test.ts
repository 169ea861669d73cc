import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SystemChoices } from '../../../adapters/cli/transfer/source-options.ts';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import { operator, type Cms, type Ports } from '../../../core/index.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';
import { importFrom, type ImportOptions } from '../../support/import/import-run.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { wxr, wxrHead, wxrItem, wxrTail } from '../../support/wordpress/wxr.ts';
import { onePixel } from '../../support/write-files.ts';

let folder: TemporaryFolder;

let cms: Cms;

let ports: Ports;

let downloaded: string[];

beforeEach(async () => {
  folder = await temporaryFolder();
  ({ cms, ports } = await memoryCms());
  downloaded = [];
});

afterEach(() => folder[Symbol.asyncDispose]());

const at = (name: string): string => join(folder.path, name);

/** Every picture can be had, except for those that are called so. */
const openDownloads: SystemChoices['openDownloads'] = async () => async (url, path) => {
  downloaded.push(url);
  if (url.includes('gone')) return 'its server responds with 404';
  await writeFile(path, onePixel);
  return undefined;
};

type Choices = ImportOptions & { readonly choices?: Partial<SystemChoices> };

const run = async (source: string | Uint8Array, { choices, ...options }: Choices = {}) => {
  const name = typeof source === 'string' ? 'site.xml' : 'site.xml.gz';
  await writeFile(at(name), source);
  const system = { openDownloads, ...choices };
  return importFrom(at(name), coreTarget(cms, 'https://cms/files'), { ...options, system });
};

const items = async () =>
  (await ports.store.repositories.contents.listAfter(undefined, 1_000))
    .map(({ data, ...item }) => ({ ...item, data: JSON.parse(data) as Record<string, unknown> }))
    .toSorted((a, b) => (a.title < b.title ? -1 : 1));

const picture = {
  id: 90,
  type: 'attachment',
  title: 'Harbour',
  attachmentUrl: 'https://blog.example.com/wp-content/uploads/2019/03/harbour-scaled.jpg',
  excerpt: 'The harbour at dusk',
  meta: [['_wp_attachment_image_alt', 'Boats in a harbour']],
} as const;

test('a post becomes an item, with everything that items have a place for', async () => {
  const { counts, isComplete } = await run(
    wxr({
      id: 17,
      title: 'Tides & waves',
      name: '%e4%bd%a0%e5%a5%bd',
      content: '<!-- wp:paragraph {"a":{"b":1}} -->\n<p>One ]]> two</p>\n<!-- /wp:paragraph -->',
      excerpt: 'Short',
      terms: [
        ['category', 'news', 'News'],
        ['category', 'sea', 'The sea'],
        ['post_tag', 'tides', 'Tides'],
        ['mood', 'calm', 'Calm'],
      ],
      meta: [
        ['rating', '5'],
        ['colour', 'red'],
        ['colour', 'blue'],
        ['_edit_last', '1'],
      ],
    }),
  );
  expect(counts).toMatchObject({ created: '1', skipped: '0' });
  expect(isComplete).toBe(true);
  expect(await items()).toMatchObject([
    {
      title: 'Tides & waves',
      slug: '你好',
      status: 'published',
      createdAt: Date.UTC(2019, 2, 4, 5, 6, 7),
      updatedAt: Date.UTC(2019, 2, 5, 5, 6, 7),
      data: {
        content: '\n<p>One ]]> two</p>\n',
        excerpt: 'Short',
        categories: ['News', 'The sea'],
        tags: ['Tides'],
        mood: ['Calm'],
        rating: '5',
        colour: ['red', 'blue'],
      },
    },
  ]);
  expect((await items())[0]?.data).not.toHaveProperty('_edit_last');
});

test('authors are found by their e-mail addresses', async () => {
  const { user } = await cms.users.create(operator, {
    email: 'ada@example.com',
    password: 'a password that is long',
    role: 'author',
  });
  await run(wxr({ id: 1 }, { id: 2, creator: 'nobody' }));
  expect((await items()).map(({ authorId }) => authorId)).toEqual([user.id, undefined]);
});

test.each([
  [{ status: 'publish' }, 'published', undefined],
  [{ status: 'draft' }, 'draft', 'status: draft 1'],
  [{ status: 'pending' }, 'draft', 'status: pending 1'],
  [{ status: 'private' }, 'draft', 'status: private 1'],
  [{ status: 'future', dateGmt: '2090-01-01 00:00:00' }, 'draft', 'status: future 1'],
  [{ status: 'publish', password: 'secret' }, 'draft', 'a password 1'],
])('%j becomes %s', async (post, status, sign) => {
  const { findings } = await run(wxr({ id: 1, ...post }));
  expect((await items())[0]?.status).toBe(status);
  if (sign !== undefined) expect(findings.join()).toContain(`(${sign})`);
});

test('a draft without a slug and a time in GMT gets both from what it has', async () => {
  await run(
    wxr({ id: 1, title: 'An idea', name: '', status: 'draft', dateGmt: '0000-00-00 00:00:00' }),
  );
  expect(await items()).toMatchObject([
    { slug: 'an-idea', createdAt: Date.UTC(2019, 2, 4, 6, 6, 7) },
  ]);
});

describe('files', () => {
  const post = {
    id: 5,
    content: [
      '<!-- wp:image -->',
      '<img src="https://blog.example.com/wp-content/uploads/2019/03/harbour-300x200.jpg" srcset="http://www.blog.example.com/wp-content/uploads/2019/03/harbour-scaled.jpg 2x" alt="x">',
      '<a href="/wp-content/uploads/2019/03/unlisted.jpg?a=1">A</a>',
      '<img src="https://other.example.com/wp-content/uploads/a.jpg">',
      '<!-- /wp:image -->',
    ].join(''),
    meta: [['_thumbnail_id', '90']],
  } as const;

  test.each([
    ['before', wxr(picture, post)],
    ['after', wxr(post, picture)],
  ])('are stored once, with their texts, for attachments %s the posts', async (_, source) => {
    const { counts } = await run(source);
    expect(counts['files']).toBe('2 stored, 0 there before');
    expect(downloaded.toSorted()).toEqual([
      picture.attachmentUrl,
      'https://blog.example.com/wp-content/uploads/2019/03/unlisted.jpg?a=1',
    ]);
    const files = await cms.media.list(operator, { limit: 10 });
    expect(files.toSorted((a, b) => (a.originalName < b.originalName ? -1 : 1))).toMatchObject([
      {
        originalName: 'harbour-scaled.jpg',
        folder: '2019/03',
        alt: 'Boats in a harbour',
        caption: 'The harbour at dusk',
      },
      { originalName: 'unlisted.jpg', alt: '' },
    ]);
    const url = `https://cms/files/${files.find(({ alt }) => alt !== '')!.key}`;
    const other = `https://cms/files/${files.find(({ alt }) => alt === '')!.key}`;
    expect((await items())[0]?.data).toMatchObject({
      featuredImage: url,
      content: `<img src="${url}" srcset="${url} 2x" alt="x"><a href="${other}">A</a><img src="https://other.example.com/wp-content/uploads/a.jpg">`,
    });
  });

  test('are not fetched again', async () => {
    await run(wxr(picture, post));
    downloaded = [];
    const { counts } = await run(wxr(picture, post));
    expect(counts).toMatchObject({ unchanged: '1', files: '0 stored, 2 there before' });
    expect(downloaded).toEqual([]);
  });

  test('that cannot be had leave their URL, and are named once', async () => {
    const src = 'https://blog.example.com/wp-content/uploads/gone.jpg';
    const content = `<div><img src="${src}"></div>`;
    const { notices, isComplete } = await run(wxr({ id: 1, content }, { id: 2, content }));
    expect(notices).toEqual([`Skipped ${src}: its server responds with 404`]);
    expect(isComplete).toBe(false);
    expect((await items()).map(({ data }) => data['content'])).toEqual([content, content]);
  });

  test('stay where they are with --no-media', async () => {
    const { counts } = await run(wxr(picture, post), { choices: { hasMedia: false } });
    expect(downloaded).toEqual([]);
    expect(counts).not.toHaveProperty('files');
    expect((await items())[0]?.data).toMatchObject({
      featuredImage: picture.attachmentUrl,
      content: post.content.replace(/<!--.*?-->/g, ''),
    });
  });

  test('are fetched in a dry run, which stores nothing', async () => {
    const { counts } = await run(wxr(picture, post), { dryRun: true });
    expect(counts).toMatchObject({ created: '1', files: '2 stored, 0 there before' });
    expect(downloaded).toHaveLength(2);
    expect(await items()).toEqual([]);
  });
});

test('everything is imported or named, and the counts of source, report and service agree', async () => {
  const source = wxr(
    picture,
    { id: 1, comments: 3, content: 'One [gallery ids="1"]\n\ntwo [sic]' },
    { id: 2, type: 'page', parent: 1, content: '<!-- wp:latest-posts {"a":1} /-->' },
    { id: 3, type: 'nav_menu_item' },
    { id: 4, type: 'nav_menu_item' },
    { id: 5, status: 'trash' },
    { id: 6, status: 'auto-draft' },
    {
      id: 7,
      title: '',
      name: '',
      meta: [
        ['content', 'mine'],
        ['_thumbnail_id', '4711'],
      ],
    },
  );
  const { counts, findings, isComplete } = await run(source, { report: at('report.ndjson') });
  expect(counts).toMatchObject({ created: '3', skipped: '0' });
  expect(isComplete).toBe(true);
  expect(findings).toContain(
    "The field content of 'pages' is Markdown: the HTML is stored in it unchanged.",
  );
  expect(findings.join('\n')).toContain('Not read: descriptions of terms 1, ');
  expect(findings.join('\n')).toContain('Kept as they are: shortcodes 1.');
  expect(findings.join('\n')).toContain('texts with new paragraphs 1');
  const lines = (await readFile(at('report.ndjson'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
  expect(lines.at(-1)).toEqual({
    kind: 'summary',
    counts: {
      item: { created: 3 },
      file: { created: 1 },
      'descriptions of terms': { not_read: 1 },
      comments: { not_read: 3 },
      shortcodes: { kept: 1 },
      'texts with new paragraphs': { changed: 1 },
      'parents of items': { not_read: 1 },
      'blocks without text': { not_read: 1 },
      nav_menu_item: { not_read: 2 },
      'items: trash': { not_read: 1 },
      'items: auto-draft': { not_read: 1 },
      'custom fields': { not_read: 1 },
      'featured images': { not_read: 1 },
      'items without a title': { changed: 1 },
    },
  });
  // Each item of the source has a line.
  for (const id of [1, 2, 3, 4, 5, 6, 7]) {
    expect(lines.filter(({ source: name = '' }) => name.includes(` ${id}`))).not.toEqual([]);
  }
  expect(await items()).toHaveLength(3);
});

test('the content of a collection with another field for it is HTML without a remark', async () => {
  await cms.collections.create(operator, {
    name: 'products',
    schema: { type: 'object', properties: { content: { type: 'richtext' } } },
  });
  const { findings } = await run(wxr({ id: 1, type: 'product', content: '<p>A</p>' }), {
    choices: { map: ['product=products'] },
  });
  expect(findings.join()).not.toContain('Markdown');
  expect(await items()).toMatchObject([{ data: { content: '<p>A</p>' } }]);
});

test('an import can be repeated, and what was edited here stays', async () => {
  const source = wxr({ id: 1, title: 'A' }, { id: 2, title: 'B' });
  await run(source);
  expect((await run(source)).counts).toMatchObject({ unchanged: '2', created: '0' });
  const [first] = await items();
  await cms.content.update(operator, first!.id, { title: 'A, edited' });
  const changed = wxr({ id: 1, title: 'A2' }, { id: 2, title: 'B2', name: 'other' });
  const { notices, isComplete } = await run(changed);
  expect(notices.join()).toContain('Skipped post 1 (A2): ');
  expect(isComplete).toBe(false);
  expect(await items()).toMatchObject([{ title: 'A, edited' }, { title: 'B2', slug: 'other' }]);
});

test('redirects name published items, with the slugs that they have here', async () => {
  const source = wxr(
    { id: 1, name: 'team', link: 'https://blog.example.com/a,b/team/?x=1' },
    { id: 2, name: 'team', type: 'page', link: 'https://blog.example.com/%C3%A9/team/' },
    { id: 3, status: 'draft', link: 'https://blog.example.com/?p=3' },
  );
  const redirects = async (from: string) => {
    await run(from, { choices: { redirects: at('redirects.csv') }, onSlugClash: 'suffix' });
    return readFile(at('redirects.csv'), 'utf8');
  };
  const expected = '"/a,b/team/?x=1",blog-posts,team\n/%C3%A9/team/,pages,team-2\n';
  expect(await redirects(source)).toBe(expected);
  const [first] = await items();
  await cms.content.update(operator, first!.id, { title: 'Edited here' });
  // Also for items that stay as they are.
  expect(await redirects(source.replace('Post 1', 'Post one'))).toBe(expected);
});

test('an import that was stopped at any place and repeated equals one go', async () => {
  const posts = Array.from({ length: 450 }, (_, index) => ({
    id: index + 1,
    title: `Post ${String(index).padStart(3, '0')}`,
    ...(index % 100 === 0 && {
      content: `<img src="https://blog.example.com/wp-content/uploads/${index}.jpg">`,
    }),
  }));
  const source = wxr(...posts);
  await run(source);
  const shape = async () =>
    (await items()).map(({ id, title, slug, status, createdAt, data }) => ({
      id,
      title,
      slug,
      status,
      createdAt,
      content: String(data['content']).replace(/files\/[^"]*/, 'files/…'),
    }));
  const whole = await shape();
  for (const after of [1, 3, 4]) {
    ({ cms, ports } = await memoryCms());
    const stop = new AbortController();
    let count = 0;
    const stopping: typeof openDownloads = async () => async (_, path) => {
      await writeFile(path, onePixel);
      count += 1;
      if (count === after) stop.abort();
      return stop.signal.aborted ? 'stopped' : undefined;
    };
    const { summary, notices } = await run(source, {
      signal: stop.signal,
      choices: { openDownloads: stopping },
    });
    expect(summary).toContain('Stopped at');
    expect(notices.join()).not.toContain('stopped');
    expect((await items()).length).toBeLessThan(450);
    await run(source);
    expect(await shape()).toEqual(whole);
  }
});

test('several files of one export, also compressed ones, are one source', async () => {
  await writeFile(at('second.xml.gz'), gzipSync(wxr(picture)));
  const content = `<!-- wp:x --><img src="${picture.attachmentUrl}">`;
  const { counts } = await run(gzipSync(wxr({ id: 1, content })), {
    furtherPaths: [at('second.xml.gz')],
  });
  expect(counts).toMatchObject({ created: '1', files: '1 stored, 0 there before' });
  expect((await items())[0]?.data['content']).toMatch(/^<img src="https:\/\/cms\/files\//);
});

describe('what cannot be read', () => {
  const whole = wxrItem({ id: 1, title: 'Whole' });
  const laughs = '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>';

  test.each<readonly [string, string | Uint8Array, string]>([
    ['a document type', wxr().replace('<rss', `${laughs}\n<rss`), 'has a document type, which is'],
    ['an encoding', wxr().replace('UTF-8', 'EBCDIC'), 'has the encoding ebcdic, which cannot be'],
  ])('%s is refused', async (_, source, message) => {
    await expect(run(source, { from: 'wordpress' })).rejects.toThrow(message);
    expect(await items()).toEqual([]);
  });

  test.each<readonly [string, string | Uint8Array, string]>([
    [
      'an entity',
      `${wxrHead}${whole}<item><title>&lol;</title></item>${wxrTail}`,
      'undefined entity',
    ],
    ['a missing end', wxrHead + whole, 'unclosed tag'],
    [
      'tags that do not fit',
      `${wxrHead}${whole}<item><title></item>${wxrTail}`,
      'unexpected close',
    ],
    ['deep nesting', `${wxrHead}${whole}<item>${'<a>'.repeat(100)}`, 'nested too deeply'],
    [
      'wrong bytes',
      Buffer.concat([Buffer.from(wxrHead + whole), Buffer.from([0xe4]), Buffer.from(wxrTail)]),
      'it is not valid utf-8',
    ],
  ])('%s ends the import after the whole items before it', async (_, source, reason) => {
    await writeFile(at('site.xml'), source);
    const target = coreTarget(cms, 'https://cms/files');
    const { notices, isComplete } = await importFrom(at('site.xml'), target, {
      system: { openDownloads },
    });
    expect(notices.join()).toMatch(/^Skipped .*site\.xml, everything below item 1: /);
    expect(notices.join()).toContain(reason);
    expect(isComplete).toBe(false);
    expect(await items()).toMatchObject([{ title: 'Whole' }]);
  });

  test('a compressed file that is cut off ends after the whole items, too', async () => {
    const random = Array.from({ length: 20_000 }, (_, index) => (index * 7_919) % 10_007).join(' ');
    const source = gzipSync(wxr({ id: 1, title: 'Whole' }, { id: 2, content: random }));
    const { notices } = await run(source.subarray(0, source.length - 100));
    expect(notices.join()).toContain('the compressed file is damaged or cut off');
    expect(await items()).toMatchObject([{ title: 'Whole' }]);
  });

  test('an item that is too large is skipped by name, and the next one is read', async () => {
    const { notices } = await run(
      wxr({ id: 1, title: 'Large', content: 'x'.repeat(9 * 1024 ** 2) }, { id: 2, title: 'Next' }),
    );
    expect(notices).toEqual(['Skipped post 1 (Large): it is too large']);
    expect(await items()).toMatchObject([{ title: 'Next' }]);
  });

  test('an item with more custom fields than anything has is skipped by name, too', async () => {
    const meta = Array.from({ length: 90_000 }, () => ['', ''] as const);
    const { notices } = await run(wxr({ id: 1, title: 'Large', meta }, { id: 2, title: 'Next' }));
    expect(notices).toEqual(['Skipped post 1 (Large): it is too large']);
    expect(await items()).toMatchObject([{ title: 'Next' }]);
  });

  test('a control character stays, and is named', async () => {
    const { findings } = await run(wxr({ id: 1, content: 'a\u0008b' }, { id: 2 }));
    expect(findings.join()).toContain('control characters 1');
    expect((await items()).map(({ data }) => data['content'])).toEqual(['<p>a\u0008b</p>\n', '']);
  });
});

test.each<readonly [string, string, Uint8Array]>([
  [
    'ISO-8859-1',
    'Caf\u00e9',
    Buffer.from(wxr({ id: 1, title: 'Caf\u00e9' }).replace('UTF-8', 'ISO-8859-1'), 'latin1'),
  ],
  [
    'UTF-16',
    'Caf\u00e9',
    Buffer.from(
      `\uFEFF${wxr({ id: 1, title: 'Caf\u00e9' }).replace('UTF-8', 'UTF-16')}`,
      'utf16le',
    ),
  ],
  ['blank lines in front', 'Caf\u00e9', Buffer.from(`\n\n${wxr({ id: 1, title: 'Caf\u00e9' })}`)],
])('%s is read', async (_, title, bytes) => {
  await writeFile(at('site.xml'), bytes);
  const system = { openDownloads };
  await importFrom(at('site.xml'), coreTarget(cms, 'x'), { from: 'wordpress', system });
  expect(await items()).toMatchObject([{ title }]);
});

test.each<readonly [Choices, string]>([
  [{ collection: 'pages' }, 'leave out --collection: use --map'],
  [{ status: 'published' }, 'leave out --status'],
  [{ columns: 'title=a' }, 'leave out --columns'],
  [{ settings: true }, 'leave out --settings'],
  [{ onSlugClash: 'path' }, 'leave out --on-slug-clash path'],
  [{ choices: { hasMedia: false, allowHost: ['a'] } }, 'leave out --allow-host'],
  [{ choices: { map: ['post'] } }, '"post" is not <type>=<collection>'],
  [{ choices: { map: ['post=a', 'post=b'] } }, '--map names post twice'],
  [{ choices: { map: ['book=pages'] } }, 'has no items of the type book. It has: post.'],
  [{ choices: { map: ['post=nothing'] } }, "There is no collection 'nothing' for the type post"],
])('%j is rejected: %s', async (options, message) => {
  await expect(run(wxr({ id: 1 }), options)).rejects.toThrow(message);
  expect(await items()).toEqual([]);
});

test.each<readonly [Partial<SystemChoices>, readonly string[], string]>([
  [{ map: ['a=b'] }, [], '--map'],
  [{ hasMedia: false }, [], '--no-media'],
  [{ redirects: 'a' }, [], '--redirects'],
  [{ allowHost: ['a'] }, [], '--allow-host'],
  [{}, ['b.csv'], 'several files'],
])('%j and %j have no effect on a table, and are rejected', async (choices, furtherPaths, name) => {
  await writeFile(at('a.csv'), 'title\nA\n');
  const options = { collection: 'pages', furtherPaths, system: { openDownloads, ...choices } };
  await expect(importFrom(at('a.csv'), coreTarget(cms, 'x'), options)).rejects.toThrow(name);
});
