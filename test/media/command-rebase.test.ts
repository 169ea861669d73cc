import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../bootstrap/config.ts';
import { openService } from '../../bootstrap/start/open-service.ts';
import { operator, type Cms } from '../../core/index.ts';
import type { ContentItem } from '../../core/vocabulary.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';
import { quoin, type CommandOptions } from '../support/service/command-line.ts';
import { dataFolder } from '../support/service/data-folder.ts';
import { chunks, picture } from '../support/media/media-world.ts';

const old = 'http://localhost:8787/files';

/** Stores a file, and items that show it under its old URL. @returns the key of the file. */
const fill = async (cms: Cms, count: number): Promise<string> => {
  const { key } = await cms.media.upload(operator, {
    originalName: 'pool.png',
    body: chunks(picture),
    folder: () => undefined,
  });
  const [posts] = await cms.collections.list(operator);
  for (let n = 0; n < count; n += 1) {
    await cms.content.create(operator, {
      collectionId: posts!.id,
      title: `Post ${n}`,
      data: {
        content: `![pool](${old}/${key}) and ![gone](${old}/${key.replace('pool', 'gone')})`,
      },
    });
  }
  return key;
};

const textOf = ({ data }: ContentItem): string => JSON.parse(data).content;

describe('on the data of this machine', () => {
  test('quoin media rebase rewrites the URLs, and is rejected while the service runs', async () => {
    await using folder = await dataFolder();
    const environment = { DATA_DIR: folder.path, PUBLIC_URL: 'https://cms.example.com' };
    const run = (...options: readonly string[]) =>
      quoin(['media', 'rebase', ...options], { environment });
    const config = readConfig({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' });
    let service = await openService(config, { holder: 'a test' });
    const key = await fill(service.cms, 3);
    const inUse = await run();
    expect([inUse.exitCode, inUse.notices.join()]).toEqual([
      1,
      expect.stringMatching(/a test[^]*use the running service: quoin media rebase … --url/),
    ]);
    await service.close();

    const had = `  3 had ${old}`;
    expect(await run('--dry-run')).toMatchObject({
      exitCode: 0,
      printed: [
        'Dry run: 3 URLs in 3 of 3 items would get the base https://cms.example.com/files.',
        had,
      ],
    });
    expect(await run()).toMatchObject({
      exitCode: 0,
      printed: ['Done: 3 URLs in 3 of 3 items got the base https://cms.example.com/files.', had],
      notices: [],
    });
    expect((await run()).printed).toEqual([
      'Done: 0 URLs in 0 of 3 items got the base https://cms.example.com/files.',
    ]);
    service = await openService(config, { holder: 'a test' });
    const { contents } = (await service.get('store')).repositories;
    const [item] = await contents.listAfter(undefined, 1);
    await service.close();
    expect(item).toMatchObject({ version: 2 });
    expect(textOf(item!)).toBe(
      `![pool](https://cms.example.com/files/${key}) and ![gone](${old}/${key.replace('pool', 'gone')})`,
    );
  }, 60_000);
});

describe('through a running service', () => {
  let app: TestApp;
  let isBlocked: boolean;
  beforeEach(async () => {
    isBlocked = false;
    const decide = () => (isBlocked ? 'not now' : undefined);
    const hooks = [{ name: 'test', operations: ['content.update'] as const, decide }];
    app = await serveApp({ core: { hooks } });
    await app.signIn('admin');
  });
  afterEach(() => app[Symbol.asyncDispose]());

  const run = (
    options: readonly string[] = [],
    { email = 'admin@example.com', ...rest }: CommandOptions & { readonly email?: string } = {},
  ) =>
    quoin(['media', 'rebase', '--url', app.url, '--email', email, ...options], {
      password: testPassword,
      ...rest,
    });

  const items = () => app.ports.store.repositories.contents.listAfter(undefined, 1_000);

  test('all items get the base of that service, in several steps', async () => {
    const key = await fill(app.cms, 120);
    expect((await run(['--dry-run'])).printed).toEqual([
      'Dry run: 120 URLs in 120 of 120 items would get the base http://cms.test/files.',
      `  120 had ${old}`,
    ]);
    expect((await items()).every(({ version }) => version === 1)).toBe(true);
    expect(await run()).toMatchObject({
      exitCode: 0,
      printed: [
        'Done: 120 URLs in 120 of 120 items got the base http://cms.test/files.',
        `  120 had ${old}`,
      ],
    });
    for (const item of await items()) {
      expect(item.version).toBe(2);
      expect(textOf(item)).toContain(`![pool](http://cms.test/files/${key}) and ![gone](${old}/`);
    }
    expect((await run()).printed[0]).toContain('0 URLs in 0 of 120 items');
  });

  test('--from limits the rewriting to one base', async () => {
    await fill(app.cms, 1);
    expect((await run(['--from', 'http://localhost:8787'])).printed).toEqual([
      'Done: 0 URLs in 0 of 1 item got the base http://cms.test/files.',
      'No URL of a stored file has the base http://localhost:8787. A base is everything before the key, such as http://localhost:8787/files.',
    ]);
    expect((await run(['--from', `${old}/`])).printed).toContain(`  1 had ${old}`);
    expect((await run(['--from', 'http://cms.test/files/'])).printed).toEqual([
      expect.stringContaining('Nothing to do: http://cms.test/files is the current base.'),
    ]);
  });

  test('--from must be a URL', async () => {
    for (const value of ['files', 'ftp://example.com']) {
      const { exitCode, notices } = await run(['--from', value]);
      expect([exitCode, notices.join()]).toEqual([
        2,
        expect.stringContaining(`'${value}' is not an http or https URL.`),
      ]);
    }
  });

  test('items that cannot be rewritten are reported', async () => {
    await fill(app.cms, 2);
    isBlocked = true;
    expect(await run()).toMatchObject({
      exitCode: 3,
      printed: [expect.any(String), 'Skipped: 2 items, listed above.'],
      notices: [0, 1].map((n) => `Skipped post-${n}: Blocked by the hook 'test'`),
    });
  });

  test('Ctrl-C stops it after a step, and the same command continues', async () => {
    await fill(app.cms, 120);
    const stopped = await run([], { signal: AbortSignal.abort() });
    expect([stopped.exitCode, stopped.printed[0]]).toEqual([
      130,
      expect.stringContaining('100 URLs in 100 of 100 items'),
    ]);
    expect((await run()).printed[0]).toContain('20 URLs in 20 of 120 items');
  });

  test('only administrators may use it', async () => {
    await fill(app.cms, 1);
    const { email } = await app.signIn('editor');
    const { exitCode, notices } = await run([], { email });
    expect([exitCode, notices.join()]).toEqual([1, expect.stringContaining('Access denied')]);
    expect((await items())[0]).toMatchObject({ version: 1 });
  });
});
