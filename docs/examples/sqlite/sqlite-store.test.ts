import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { registerSuite, storeSuites } from 'quoin/conformance';
import { openSqliteStore } from './sqlite-store.ts';

const open = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sqlite-store-'));
  const store = openSqliteStore(join(folder, 'quoin.sqlite'));
  await store.migrate();
  const close = async (): Promise<void> => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { subject: store, close };
};

for (const suite of storeSuites) registerSuite(suite, open, test);
