import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig } from 'quoin/config';
import { openSqliteStore } from './sqlite-store.ts';

export default defineConfig({
  ports: {
    store: async ({ config }) => {
      await mkdir(config.dataDir, { recursive: true });
      return openSqliteStore(join(config.dataDir, 'quoin.sqlite'));
    },
  },
});
