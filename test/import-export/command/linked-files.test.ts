import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import { operator, type Cms, type Ports } from '../../../core/index.ts';
import { serveApp, testPassword } from '../../support/http/app.ts';
import { quoin } from '../../support/service/command-line.ts';
import { importFrom } from '../../support/import/import-run.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { emptyZip, onePixel, writeFiles } from '../../support/write-files.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => folder[Symbol.asyncDispose]());

const at = (path: string): string => join(folder.path, path);

const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

const site = {
  'content/posts/tides.md': [
    '---\ntitle: Tides\n---\n[report](../files/report.pdf#page=2) ![map](/images/map.svg?v=1)',
    '<a class="x" href="/downloads/all.zip">all</a> [all](/downloads/all.zip) [pools](pools.md)\r\n',
    '    [code](../files/report.pdf)\n\n[gone](../files/gone.pdf)\t',
  ].join('\n'),
  'content/posts/pools.md':
    '# Pools\n[all](/downloads/all.zip) [tide][t]\n\n[t]: </images/map.svg>',
  'content/files/report.pdf': pdf,
  'static/images/map.svg': svg,
  'static/downloads/all.zip': emptyZip,
};

const reports = [
  'Missing in posts/tides.md: ../files/gone.pdf (there is no such file)',
  expect.stringMatching(
    /^Skipped downloads\/all\.zip \(in posts\/pools\.md\): This type of file cannot be stored\. .*application\/zip/,
  ),
];

/** The texts of both documents, with the URLs as given. */
const textsWith = (report: string, map: string) => ({
  tides: [
    `[report](${report}#page=2) ![map](${map}?v=1)`,
    '<a class="x" href="/downloads/all.zip">all</a> [all](/downloads/all.zip) [pools](pools.md)\r\n',
    '    [code](../files/report.pdf)\n\n[gone](../files/gone.pdf)\t',
  ].join('\n'),
  pools: `# Pools\n[all](/downloads/all.zip) [tide][t]\n\n[t]: <${map}>`,
});

const readBack = async (
  { cms, ports }: { readonly cms: Cms; readonly ports: Ports },
  base: string,
) => {
  const items = await ports.store.repositories.contents.listAfter(undefined, 10);
  const urls = new Map(
    (await cms.media.list(operator, {})).map(({ key, originalName }) => [
      originalName,
      `${base}/${key}`,
    ]),
  );
  return {
    versions: items.map(({ version }) => version),
    texts: Object.fromEntries(items.map(({ slug, data }) => [slug, JSON.parse(data).content])),
    urls,
  };
};

describe('files that documents link to', () => {
  test('are stored if their type is allowed, and reported once otherwise', async () => {
    await writeFiles(folder.path, site);
    const service = await memoryCms();
    const base = 'https://cms.example.com/files';
    const run = () =>
      importFrom(at('content'), coreTarget(service.cms, base), {
        collection: 'blog-posts',
        staticFolder: at('static'),
      });
    const { notices, counts, isComplete } = await run();
    expect(notices.toSorted()).toEqual(reports);
    expect(isComplete).toBe(false);
    expect(counts).toMatchObject({
      created: '2',
      skipped: '1',
      files: '2 stored, 0 there before, 1 missing',
    });
    const { urls, texts } = await readBack(service, base);
    expect([...urls.keys()].toSorted()).toEqual(['map.svg', 'report.pdf']);
    expect(texts).toEqual(textsWith(urls.get('report.pdf')!, urls.get('map.svg')!));

    expect((await run()).counts).toMatchObject({
      unchanged: '2',
      files: '0 stored, 2 there before, 1 missing',
    });
    expect((await readBack(service, base)).versions).toEqual([1, 1]);
  });

  test('are stored through a running service too', async () => {
    await writeFiles(folder.path, site);
    await using app = await serveApp();
    const { email } = await app.signIn('admin');
    const options = ['--collection', 'blog-posts', '--static', at('static'), '--url', app.url];
    const run = () =>
      quoin(['import', at('content'), ...options, '--email', email], { password: testPassword });
    const { exitCode, notices } = await run();
    expect([exitCode, notices.toSorted()]).toEqual([3, reports]);
    const base = 'http://cms.test/files';
    const { urls, texts } = await readBack(app, base);
    expect(texts).toEqual(textsWith(urls.get('report.pdf')!, urls.get('map.svg')!));
    expect((await run()).printed.join()).toMatch(/unchanged +2/);
    expect((await readBack(app, base)).versions).toEqual([1, 1]);
  });

  test('are stored once if their folder is imported and static', async () => {
    await writeFiles(at('content'), { 'a.md': '![a](/a.png) ![b](a.png)', 'a.png': onePixel });
    const service = await memoryCms();
    const { counts } = await importFrom(at('content'), coreTarget(service.cms, 'https://cms'), {
      collection: 'blog-posts',
      staticFolder: at('content'),
    });
    expect(counts).toMatchObject({ files: '1 stored, 0 there before' });
  });
});

describe('--static', () => {
  const run = (source: string, ...options: readonly string[]) =>
    quoin(['import', at(source), ...options, '--dry-run']);

  beforeEach(() => writeFiles(folder.path, { ...site, 'items.ndjson': '' }));

  test('must name a folder', async () => {
    const rest = ['--collection', 'pages', '--static'] as const;
    expect(await run('content', ...rest, at('none'))).toMatchObject({
      exitCode: 1,
      notices: [`There is no folder at ${at('none')}.`],
    });
    expect(await run('content', ...rest, at('items.ndjson'))).toMatchObject({ exitCode: 1 });
  });

  test('is rejected without a folder of Markdown', async () => {
    await writeFiles(at('export'), {
      'export.json': JSON.stringify({
        format: 'quoin-export',
        formatVersion: 1,
        exportedAt: '',
        counts: { collections: 0, content: 0, media: 0, mediaBytes: 0 },
      }),
    });
    for (const source of ['items.ndjson', 'export']) {
      const { exitCode, notices } = await run(source, '--static', at('static'));
      expect([exitCode, notices.join()]).toEqual([2, expect.stringContaining('--static')]);
    }
  });
});
