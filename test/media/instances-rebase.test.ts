import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { quoin } from '../support/service/command-line.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { httpClient } from '../support/http/http-client.ts';
import { chunks, picture } from '../support/media/media-world.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { serveService } from '../support/service/served-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

await withPostgres('migrated', (DATABASE_URL) => {
  test('quoin media rebase works while a service runs, which shows the new URLs at once', async () => {
    await using served = await serveService({ DATABASE_URL });
    await using folder = await temporaryFolder();
    const { cms } = served.service;
    await cms.plugins.configure(operator, 'cache', { active: true });
    const { key } = await cms.media.upload(operator, {
      originalName: 'pool.png',
      body: chunks(picture),
      folder: () => undefined,
    });
    const [posts] = await cms.collections.list(operator);
    await cms.content.create(operator, {
      collectionId: posts!.id,
      title: 'Post',
      data: { image: `http://localhost:8787/files/${key}` },
    });
    const read = async () => {
      const answer = await httpClient(served.url).request('/api/content');
      return (answer.json() as { readonly data: readonly { readonly data: object }[] }).data[0]!
        .data;
    };
    await read();

    const { exitCode, printed } = await quoin(['media', 'rebase'], {
      environment: {
        DATABASE_URL,
        DATA_DIR: folder.path,
        JWT_SECRET: testSecret,
        MEDIA_BASE_URL: 'https://cdn.example.com/',
      },
    });
    expect([exitCode, printed[0]]).toEqual([
      0,
      'Done: 1 URL in 1 of 1 item got the base https://cdn.example.com.',
    ]);
    expect(await read()).toEqual({ image: `https://cdn.example.com/${key}` });
  }, 60_000);
});
