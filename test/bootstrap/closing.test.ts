import { expect, test } from 'vitest';
import { readConfig } from '../../bootstrap/config.ts';
import { openService } from '../../bootstrap/service.ts';
import { tokens } from '../../bootstrap/tokens.ts';
import { withPostgres } from '../support/fresh-database.ts';
import { testSecret } from '../support/memory-cms.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

await withPostgres('migrated', (url) => {
  test('the database is closed before the cache and the store', async () => {
    await using folder = await temporaryFolder();
    const config = readConfig({
      DATABASE_URL: url,
      JWT_SECRET: testSecret,
      DATA_DIR: folder.path,
      LOG_LEVEL: 'silent',
    });
    const { container, close } = await openService(config, { holder: 'a test' });
    const database = await container.getAsync(tokens.databaseProbe);
    const found: string[] = [];
    for (const name of ['sharedCache', 'blobs'] as const) {
      container.onDeactivation<unknown>(tokens[name], async () => {
        const state = await database.ping().then(
          () => 'open',
          () => 'closed',
        );
        found.push(`${name}: database ${state}`);
      });
    }
    await close();
    expect(found.sort()).toEqual(['blobs: database closed', 'sharedCache: database closed']);
  });
});
