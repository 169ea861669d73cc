import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serveApp, testPassword, type TestApp } from '../../support/http/app.ts';
import { quoin, type CommandOptions } from '../../support/service/command-line.ts';
import { operator } from '../../../core/index.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import { importFrom } from '../../support/import/import-run.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { onePixel, writeFiles } from '../../support/write-files.ts';

let folder: TemporaryFolder;

let app: TestApp;

let requests: string[];

let preferences: Set<string | undefined>;

beforeEach(async () => {
  folder = await temporaryFolder();
  app = await serveApp();
  requests = [];
  preferences = new Set();
  app.server.prependListener('request', ({ method, url, headers }) => {
    requests.push(`${method} ${url}`);
    preferences.add(headers['prefer']?.toString());
  });
  await app.signIn('admin');
});

afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const at = (path: string): string => join(folder.path, path);

const runOverRest = (
  command: readonly string[],
  options: CommandOptions = {},
  email = 'admin@example.com',
) =>
  quoin([...command, '--url', app.url, '--email', email], { password: testPassword, ...options });

const importPosts = (options?: CommandOptions, email?: string) =>
  runOverRest(['import', at('posts'), '--collection', 'blog-posts'], options, email);

const posts = {
  'posts/a.md': '---\ntitle: A\n---\n![a](a.png)',
  'posts/b.md': '# B\n\n![b](a.png) ![gone](gone.png)',
  'posts/a.png': onePixel,
};

describe('through a running service', () => {
  test('an import has the same result as without a service, and uploads nothing twice', async () => {
    await writeFiles(folder.path, posts);
    const { exitCode, printed } = await importPosts();
    expect(exitCode).toBe(0);
    expect(printed.join()).toContain('1 stored, 0 there before, 1 missing');
    const uploads = () => requests.filter((line) => line === 'POST /api/transfer/media').length;
    expect(uploads()).toBe(1);

    const { cms, ports } = await memoryCms();
    await importFrom(at('posts'), coreTarget(cms, 'http://cms.test/files'), {
      collection: 'blog-posts',
    });
    const shape = async ({ store }: Pick<typeof ports, 'store'>) =>
      (await store.repositories.contents.listAfter(undefined, 10)).map(
        ({ id, slug, title, status, data, version }) => ({
          id,
          slug,
          title,
          status,
          version,
          data: data.replaceAll(/files\/[A-Za-z0-9]+/g, 'files/KEY'),
        }),
      );
    expect(await shape(app.ports)).toEqual(await shape(ports));

    expect((await importPosts()).printed.join()).toContain('0 stored, 1 there before');
    expect(uploads()).toBe(1);
    expect([...preferences]).toEqual(['handling=strict']);
  });

  test('an export is byte for byte the same as without a service', async () => {
    await writeFiles(folder.path, posts);
    await importPosts();
    expect((await runOverRest(['export', at('remote')])).exitCode).toBe(0);
    const [path = ''] = await readdir(at('remote/media'), { recursive: true }).then((all) =>
      all.filter((each) => each.endsWith('.png')),
    );
    expect(await readFile(at(`remote/media/${path}`))).toEqual(Buffer.from(onePixel));
    const lines = await readFile(at('remote/content.ndjson'), 'utf8');
    const { exportAll } = coreTarget(app.cms, 'http://cms.test/files');
    const expected: string[] = [];
    await exportAll(async (line) => {
      if (line.type === 'content') expected.push(`${JSON.stringify(line)}\n`);
    });
    expect(lines).toBe(expected.join(''));
  });

  test('an export is imported', async () => {
    await writeFiles(folder.path, posts);
    await importPosts();
    await runOverRest(['export', at('one')]);
    await app[Symbol.asyncDispose]();
    app = await serveApp();
    await app.signIn('admin');
    expect(await runOverRest(['import', at('one')])).toMatchObject({ exitCode: 0 });
    await runOverRest(['export', at('two')]);
    for (const name of ['collections.ndjson', 'content.ndjson', 'media.ndjson']) {
      expect(await readFile(at(`two/${name}`), 'utf8')).toBe(
        await readFile(at(`one/${name}`), 'utf8'),
      );
    }
  });

  test('an item that makes the service reject the batch fails alone', async () => {
    await writeFiles(folder.path, {
      'posts/a.md': 'a',
      'posts/b.md': 'b\u0000',
      'posts/c.md': 'c',
    });
    const { exitCode, printed, notices } = await importPosts();
    expect(exitCode).toBe(3);
    expect(printed.join()).toMatch(/created +2/);
    expect(notices).toEqual([expect.stringMatching(/^Skipped posts\/b\.md|^Skipped b\.md/)]);
  });

  test('an image that the service rejects is reported, and its document is imported', async () => {
    await writeFiles(folder.path, {
      ...posts,
      'posts/a.png': '<!doctype html><script>alert(1)</script>',
    });
    const { exitCode, notices, printed } = await importPosts();
    expect(exitCode).toBe(3);
    expect(notices.join()).toContain('Skipped a.png (in a.md): This type of file cannot be stored');
    expect(printed.join()).toMatch(/created +2/);
  });

  test('an image that is too large for the service is reported, and the import continues', async () => {
    const large = Buffer.concat([onePixel, Buffer.alloc(20 * 1024 * 1024)]);
    await writeFiles(folder.path, { ...posts, 'posts/a.png': large });
    const { exitCode, notices, printed } = await importPosts();
    expect(notices.join()).toContain('Skipped a.png (in a.md): A file may have at most');
    expect(printed.join()).toMatch(/created +2/);
    expect(exitCode).toBe(3);
  });

  test('a dry run stores nothing, and the import with the same options reports the same', async () => {
    await writeFiles(folder.path, { ...posts, 'posts/c.md': '---\nslug: a\nrating: 5\n---' });
    const command = ['import', at('posts'), '--collection', 'blog-posts'];
    const options = ['--on-slug-clash', 'suffix', '--infer-schema'];
    const before = await app.ports.store.repositories.collections.list();
    const dry = await runOverRest([...command, ...options, '--dry-run']);
    expect(await app.ports.store.repositories.contents.listAfter(undefined, 10)).toEqual([]);
    expect(await app.ports.store.repositories.media.listByKey(undefined, 10)).toEqual([]);
    expect(await app.ports.store.repositories.collections.list()).toEqual(before);
    const real = await runOverRest([...command, ...options]);
    const rows = (printed: readonly string[]) => printed.join('\n').match(/^ {2}\w+ {2,}.*$/gm);
    expect(rows(dry.printed)?.slice(0, 5)).toEqual(rows(real.printed)?.slice(0, 5));
    expect(rows(real.printed)).toContain('  created     3');
    expect([dry.exitCode, real.exitCode, dry.notices]).toEqual([0, 0, real.notices]);
    expect(dry.printed).toContain("To add to the schema of 'blog-posts', 1 field:");
    expect(real.printed).toContain("Added 1 field to the schema of 'blog-posts':");
    const { schema } = await app.cms.collections.get(operator, 'blog-posts');
    expect(schema.properties['rating']).toEqual({ type: 'number' });
    expect((await app.ports.store.repositories.contents.findBySlug('a-2' as never))?.title).toBe(
      'c',
    );
  });

  test('an unknown collection is reported before anything is read', async () => {
    await writeFiles(folder.path, posts);
    const { exitCode, notices } = await runOverRest([
      'import',
      at('posts'),
      '--collection',
      'nope',
    ]);
    expect([exitCode, notices]).toEqual([
      1,
      ["There is no collection 'nope'. There are: blog-posts, pages."],
    ]);
  });
});

describe('the user who imports', () => {
  beforeEach(() => writeFiles(folder.path, posts));

  test('is asked for the password', async () => {
    const terminal = { password: undefined, secrets: [testPassword] };
    const { exitCode, questions } = await importPosts(terminal);
    expect([exitCode, questions]).toEqual([0, ['Password of admin@example.com: ']]);
  });

  test('needs QUOIN_PASSWORD without a terminal', async () => {
    const { exitCode, notices } = await importPosts({ password: undefined });
    expect([exitCode, notices.join()]).toEqual([1, expect.stringContaining('QUOIN_PASSWORD')]);
  });

  test('is rejected with a wrong password', async () => {
    const { exitCode, notices } = await importPosts({ password: 'wrong password' });
    expect([exitCode, notices.join()]).toEqual([
      1,
      'Signing in failed: Invalid email or password.',
    ]);
  });

  test('must be an administrator', async () => {
    const { email } = await app.signIn('editor');
    const { exitCode, notices } = await importPosts({}, email);
    expect([exitCode, notices.join()]).toEqual([1, expect.stringContaining('Access denied')]);
    expect(await app.ports.store.repositories.contents.listAfter(undefined, 1)).toEqual([]);
  });

  test('is signed in again when the session expires during the import', async () => {
    let logins = 0;
    app.server.prependListener('request', ({ url }) => {
      if (url === '/auth/login') logins += 1;
      if (url === '/api/transfer/content' && logins === 1) app.clock.advance(25 * 3_600_000);
    });
    expect(await importPosts()).toMatchObject({ exitCode: 0 });
    expect(logins).toBe(2);
    expect(await app.ports.store.repositories.contents.listAfter(undefined, 10)).toHaveLength(2);
  });
});
