import { expect, test } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { readConfig } from '../../bootstrap/config.ts';
import { explainFailure } from '../../bootstrap/explain-failure.ts';
import { openDryRun } from '../../bootstrap/start/open-dry-run.ts';
import { operator } from '../../core/index.ts';
import type { MigrationStep } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { dataFolder } from '../support/service/data-folder.ts';

const later: MigrationStep = { name: '0002-later', script: 'alter table …', creates: false };
const initial: MigrationStep = { name: '0001-initial', script: 'create table …', creates: true };

/** Opens a store with pending migrations. @returns the outcome, and what was called. */
const open = async (pending: readonly MigrationStep[]) => {
  await using folder = await dataFolder();
  const calls: string[] = [];
  const store = altered(new MemoryStore(), {
    pendingMigrations: async () => pending,
    migrate: async () => {
      calls.push('migrate');
      return [];
    },
    close: async () => void calls.push('close'),
  });
  const config = readConfig({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' });
  const options = { holder: 'a test', adapters: { store: () => store } };
  const outcome = await openDryRun(config, options).then(async ({ cms, close }) => {
    const collections = await cms.collections.list(operator);
    await close();
    return collections.length === 0 ? 'the core of the store' : 'the core of a new service';
  }, explainFailure);
  return [outcome, calls];
};

test.each([
  ['up to date', 'the core of the store', []],
  ['empty', 'the core of a new service', [initial, later]],
  ['older', 'The database needs a migration (0002-later): run quoin migrate first.', [later]],
] as const)(
  'a dry run neither migrates a store that is %s nor leaves it open',
  async (_, outcome, pending) => {
    expect(await open(pending)).toEqual([outcome, ['close']]);
  },
);
