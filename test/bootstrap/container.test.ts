import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../bootstrap/config.ts';
import { createContainer } from '../../bootstrap/container.ts';
import type { Token } from '../../bootstrap/token.ts';
import { tokens } from '../../bootstrap/tokens.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testSecret } from '../support/memory-cms.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const configurations: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['the embedded default', {}],
  [
    'a database server',
    { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none', JWT_SECRET: testSecret },
  ],
  [
    'a command beside a database server',
    { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none', JWT_SECRET: testSecret },
  ],
  ['a cache that instances share', { REDIS_URL: 'redis://127.0.0.1:1' }],
  ['a bucket', { GCS_BUCKET: 'media', GCS_ENDPOINT: 'http://127.0.0.1:1' }],
];

const isForCommand = (name: string): boolean => name.startsWith('a command');

for (const [name, env] of configurations) {
  test(`every port is bound once for ${name}`, async () => {
    const folder = await temporaryFolder();
    const config = readConfig({ DATA_DIR: folder.path, LOG_LEVEL: 'silent', ...env });
    const container = createContainer(config, {
      secret: testSecret,
      hooks: [],
      isCommand: isForCommand(name),
    });
    open.push(async () => {
      await container.unbindAllAsync();
      await folder[Symbol.asyncDispose]();
    });
    const everyToken: Readonly<Record<string, Token<unknown>>> = tokens;
    for (const [port, token] of Object.entries(everyToken)) {
      // A port that was bound twice cannot be resolved.
      expect(await container.getAsync(token), port).toBeDefined();
    }
  });
}
