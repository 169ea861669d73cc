import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMarkdownFolder } from '../../../adapters/cli/markdown/markdown-folder.ts';
import type { DocumentRules } from '../../../adapters/cli/markdown/markdown-document.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quoin-markdown-'));
});

afterEach(async () => rm(folder, { recursive: true }));

const write = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
};

const open = async (rules: Partial<DocumentRules> = {}) =>
  openMarkdownFolder(folder, { collection: 'notes', ...rules });

const readAll = async (rules: Partial<DocumentRules> = {}) => {
  const opened = await open(rules);
  return Promise.all(opened.documents.map((path) => opened.readDocument(path)));
};

const readOne = async (path: string, text: string, rules: Partial<DocumentRules> = {}) => {
  await write({ [path]: text });
  const opened = await open(rules);
  const read = await opened.readDocument(path);
  if (read.kind === 'skipped') throw new Error(read.file.reason);
  return read.document.toRecord(new Map());
};

describe('a folder', () => {
  test('is listed in order, without hidden folders and node_modules', async () => {
    await write({
      'b.md': '',
      'a/z.markdown': '',
      'a/B.MDX': '',
      'a.md': '',
      '.hidden/c.md': '',
      '.d.md': '',
      'a/node_modules/x/readme.md': '',
      'notes.txt': '',
    });
    expect((await open()).documents).toEqual(['a.md', 'a/B.MDX', 'a/z.markdown', 'b.md']);
  });

  test('contains links only to files inside it', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'quoin-outside-'));
    await writeFile(join(outside, 'secret.md'), 'secret');
    await write({ 'in/real.md': 'text' });
    await symlink(join(outside, 'secret.md'), join(folder, 'out.md'));
    await symlink(outside, join(folder, 'linked-folder'));
    await symlink(folder, join(folder, 'in/loop'));
    await symlink('nowhere.md', join(folder, 'dangling.md'));
    await symlink('in/real.md', join(folder, 'alias.md'));
    await symlink('/etc/hostname', join(folder, 'out.png'));
    const { documents, skipped } = await open();
    await rm(outside, { recursive: true });
    expect(documents).toEqual(['alias.md', 'in/real.md']);
    expect(skipped.map(({ path, broken }) => [path, broken])).toEqual([
      ['dangling.md', true],
      ['out.md', true],
    ]);
  });

  test('can itself be a link', async () => {
    await write({ 'real/a.md': '' });
    await symlink('real', join(folder, 'link'));
    const opened = await openMarkdownFolder(join(folder, 'link'), { collection: 'notes' });
    expect(opened.documents).toEqual(['a.md']);
  });
});

describe('a document is converted to a record', () => {
  test('with its front matter and its unchanged text', async () => {
    const record = await readOne(
      'posts/tides.md',
      '\uFEFF---\ntitle: " Tides "\nslug: High Tides\ndate: 2026-05-04\nupdated: 2026-05-05\ntags: [sea]\n---\n\r\nText\r\n',
    );
    expect(record).toEqual({
      id: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      collection: 'notes',
      title: 'Tides',
      slug: 'High Tides',
      status: 'draft',
      created_at: Date.UTC(2026, 4, 4),
      updated_at: Date.UTC(2026, 4, 5),
      data: {
        tags: ['sea'],
        content: '\r\nText\r\n',
      },
    });
  });

  test.each([
    ['', undefined, 'draft'],
    ['status: published', undefined, 'published'],
    ['status: Archived', undefined, 'archived'],
    ['status: done', undefined, 'draft'],
    ['draft: true\nstatus: published', undefined, 'draft'],
    ['draft: false', undefined, 'published'],
    ['published: true', undefined, 'published'],
    ['published: false', undefined, 'draft'],
    ['draft: true', 'published', 'draft'],
    ['status: published', 'archived', 'published'],
    ['', 'published', 'published'],
    ['status: done', 'published', 'published'],
  ] as const)(
    'with the front matter %j and the option %s, the status is %s',
    async (matter, status, expected) => {
      expect(await readOne('a.md', `---\n${matter}\n---\n`, { status })).toMatchObject({
        status: expected,
      });
    },
  );

  test.each([
    ['---\npublished: 2026-05-04\n---\n', Date.UTC(2026, 4, 4), undefined],
    [
      '---\ndate:\ncreated_at: 2026-05-04\nlastmod: 2026-05-06\n---\n',
      Date.UTC(2026, 4, 4),
      Date.UTC(2026, 4, 6),
    ],
    ['+++\ndate = 2026-05-04T10:00:00+02:00\n+++\n', Date.UTC(2026, 4, 4, 8), undefined],
    ['+++\ndate = 2026-05-04\n+++\n', Date.UTC(2026, 4, 4), undefined],
    ['---\npublished: true\n---\n', undefined, undefined],
  ])('with its creation and update times from %j', async (text, created, updated) => {
    const { created_at, updated_at } = await readOne('a.md', text);
    expect([created_at, updated_at]).toEqual([created, updated]);
  });

  test.each([
    ['2020/01/02/a.md', '', Date.UTC(2020, 0, 2)],
    ['2020/01/02/a.md', 'path: 2021/03/04/a', Date.UTC(2021, 2, 4)],
    ['2020/01/02/2022-05-06-a.md', 'path: 2021/03/04/a', Date.UTC(2022, 4, 6)],
    ['2022-05-06-a.md', 'date: 2023-07-08', Date.UTC(2023, 6, 8)],
    ['2022-05-06-a.md', 'date:', Date.UTC(2022, 4, 6)],
    ['2022-05-06-a.md', 'updated: 2023-07-08', Date.UTC(2022, 4, 6)],
    ['2022/05/a.md', 'path: about', undefined],
  ])('%s with the front matter %j gets the creation time %s', async (path, matter, created) => {
    const record = await readOne(path, `---\n${matter}\n---\n`);
    expect([record.slug, record.created_at]).toEqual(['a', created]);
  });

  test('with what its front matter says beside its members', async () => {
    const matter = 'status: done\npublished: 2026-05-04\npublishDate: 2026-05-05\nslug:\nDraft: x';
    expect((await readOne('a.md', `---\n${matter}\n---\n`)).data).toEqual({
      status: 'done',
      published: '2026-05-04',
      slug: null,
      Draft: 'x',
      content: '',
    });
    const flags = 'status: Archived\ndraft: false\npublished: true';
    expect((await readOne('a.md', `---\n${flags}\n---\n`)).data).toEqual({ content: '' });
  });

  test('with an id that depends only on its collection and path', async () => {
    const first = await readOne('a/b.md', 'one');
    expect((await readOne('a/b.md', '---\ntitle: x\nslug: y\n---\n')).id).toBe(first.id);
    expect((await readOne('a/c.md', 'one')).id).not.toBe(first.id);
    expect((await readOne('a/b.md', 'one', { collection: 'other' })).id).not.toBe(first.id);
  });

  test('with content from the front matter if there is no text', async () => {
    expect((await readOne('a.md', '---\ncontent: Text\n---\n\n')).data).toEqual({
      content: 'Text',
    });
  });
});

describe('a file is skipped', () => {
  test.each([
    ['invalid UTF-8', Uint8Array.of(0x2d, 0xff, 0xfe), 'not valid UTF-8'],
    ['too much text', 'x'.repeat(2 * 1024 * 1024 + 1), 'larger than 2097152 bytes'],
    ['front matter that is a program', '---js\n{}\n---\n', 'cannot be read: js'],
    ['invalid front matter', '---\na: [\n---\n', 'not valid YAML'],
  ])('for %s, and the reason is reported', async (_, content, reason) => {
    await write({ 'a.md': content, 'b.md': 'fine' });
    const [first, second] = await readAll();
    expect(first).toEqual({
      kind: 'skipped',
      file: { path: 'a.md', reason: expect.stringContaining(reason), broken: true },
    });
    expect(second?.kind).toBe('document');
  });

  test('when it describes the folder, unless it has front matter', async () => {
    await write({
      'CHANGELOG.md': '# Changes',
      'docs/Contributing.md': 'How',
      'LICENSE.md': 'MIT',
      'README.md': '---\ntitle: Readme\n---\n',
      'docs/readme.mdx': '# About',
    });
    const skipped = (await readAll()).flatMap((read) =>
      read.kind === 'skipped' ? [read.file] : [],
    );
    expect(skipped.map(({ path }) => path)).toEqual([
      'CHANGELOG.md',
      'LICENSE.md',
      'docs/Contributing.md',
      'docs/readme.mdx',
    ]);
    expect(skipped.some(({ broken }) => broken)).toBe(false);
  });
});
