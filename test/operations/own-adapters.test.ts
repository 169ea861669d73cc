import { expect, test } from 'vitest';
import { MemoryBlobStore } from '../../adapters/memory/memory-blob-store.ts';
import { MemoryHealthProbe } from '../../adapters/memory/memory-health-probe.ts';
import { readConfig } from '../../bootstrap/config.ts';
import { openService } from '../../bootstrap/start/open-service.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

await withPostgres('migrated', (url) => {
  test('an adapter from the caller replaces the configured one and is closed after the store', async () => {
    await using folder = await temporaryFolder();
    const config = readConfig({
      DATABASE_URL: url,
      JWT_SECRET: testSecret,
      DATA_DIR: folder.path,
      LOG_LEVEL: 'silent',
    });
    let storeAtClose: string | undefined;
    const files = {
      blobs: new MemoryBlobStore(),
      probe: new MemoryHealthProbe(),
      close: async () => {
        storeAtClose = await health.ping().then(
          () => 'open',
          () => 'closed',
        );
      },
    };
    const { get, close } = await openService(config, {
      holder: 'a test',
      adapters: { files: () => files },
    });
    const { health } = await get('store');
    await health.ping();
    expect((await get('ports')).blobs).toBe(files.blobs);
    await close();
    expect(storeAtClose).toBe('closed');
  });
});
