import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { projectRoot } from '../../architecture/sources.ts';
import { dataFolder } from '../../support/service/data-folder.ts';
import { freePort } from '../../support/service/server-process.ts';
import { quickStart, quickStartEnvironment } from '../../support/service/service-process.ts';

test.runIf(process.platform === 'linux')(
  'a service with few descriptors warns at its start',
  async () => {
    await using folder = await dataFolder();
    const main = join(projectRoot, 'bootstrap/dist/main.mjs');
    const command = ['ulimit -n 256 && exec "$0" "$@"', process.execPath, ...quickStart, main];
    const { PATH = '' } = process.env;
    const env = { PATH, PORT: String(await freePort()), DATA_DIR: folder.path };
    const child = spawn('sh', ['-c', ...command], {
      env: { ...quickStartEnvironment, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (lines: Buffer) => {
      if (String(lines).includes('Few descriptors')) child.kill('SIGTERM');
    });
    expect(await text(child.stdout)).toMatch(/"descriptors":256,"message":"Few descriptors: /);
  },
);
