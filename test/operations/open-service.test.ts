import { expect, test } from 'vitest';
import { readConfig } from '../../bootstrap/config.ts';
import { openService } from '../../bootstrap/start/open-service.ts';
import { operator, type DomainEvent } from '../../core/index.ts';
import { dataFolder } from '../support/service/data-folder.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { MemoryBlobStore } from '../../adapters/memory/memory-blob-store.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { tellEvents } from '../support/core/tell-events.ts';

test('the hooks and event listeners of an embedding application are called', async () => {
  await using folder = await dataFolder();
  const events: DomainEvent[] = [];
  const config = readConfig({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' });
  const { cms, close } = await openService(config, {
    holder: 'a test',
    hooks: [{ name: 'no', operations: ['content.publish'], decide: () => 'Not today' }],
    onEvent: (event) => void events.push(event),
  });
  try {
    const [collection] = await cms.collections.list(operator);
    const draft = { collectionId: collection!.id, title: 'Tides' };
    const item = await cms.content.create(operator, draft);
    const blocked = cms.content.create(operator, { ...draft, status: 'published' });
    expect((await rejectsWith('blocked_by_hook', blocked)).details).toBe('Not today');
    await tellEvents(cms);
    expect(events).toEqual([{ type: 'content.created', item }]);
  } finally {
    await close();
  }
});

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
    const blobs = Object.assign(new MemoryBlobStore(), {
      close: async () => {
        storeAtClose = await health.ping().then(
          () => 'open',
          () => 'closed',
        );
      },
    });
    const { get, close } = await openService(config, {
      holder: 'a test',
      ports: { blobs: () => blobs },
    });
    const { health } = await get('store');
    await health.ping();
    expect((await get('ports')).blobs).toBe(blobs);
    await close();
    expect(storeAtClose).toBe('closed');
  });
});
