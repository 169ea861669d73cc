import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readVersion } from '../../../bootstrap/version.ts';
import { dataFolder } from '../../support/service/data-folder.ts';
import { hasPseudoTerminal, runOnTerminal } from '../../support/service/pseudo-terminal.ts';
import { freePort } from '../../support/service/server-process.ts';
import { projectRoot } from '../../architecture/sources.ts';
import { withTwoWorkers } from '../../support/service/two-workers.ts';

const entry = join(projectRoot, 'bootstrap/dist/main.mjs');
const version = await readVersion();

test.skipIf(!hasPseudoTerminal)(
  'on a terminal the service shows its start, one colored line per request, and its stop',
  async () => {
    await using folder = await dataFolder();
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    await using service = runOnTerminal([entry], {
      DATA_DIR: folder.path,
      PORT: port,
    });
    await service.waitFor('writes a line below.\r\n\r\n');
    const start = service.screen();
    await (await fetch(`${url}/api/content?search=x`)).text();
    await service.waitFor('GET /api/content ');
    service.interrupt();
    expect(await service.ended).toBe(0);

    const clock = /\u001b\[2m\d\d:\d\d:\d\d\u001b\[22m /g;
    expect(start.replaceAll(clock, '').split('\r\n').slice(0, 6)).toEqual([
      'Preparing the data folder',
      'Opening the database',
      'Starting the server',
      '',
      `  \u001b[1m\u001b[32mQuoin is ready\u001b[39m\u001b[22m at \u001b[1mhttp://localhost:${port}\u001b[22m \u001b[2m(version ${version})\u001b[22m`,
      '',
    ]);
    const lines = service.screen().slice(start.length).replaceAll(clock, '');
    expect(lines).toMatch(
      /^GET \/api\/content \u001b\[32m200\u001b\[39m \u001b\[2m[\d.]+ ms\u001b\[22m\r\n/,
    );
    expect(lines).toMatch(/\r\n(?:\^C)?Stopping\u001b\[2m \(signal SIGINT\)/);
    expect(lines).toMatch(/\r\nStopped\r\n$/);
    expect(service.screen()).not.toContain('{"');
  },
);

await withTwoWorkers(({ environment }) => {
  test.skipIf(!hasPseudoTerminal)(
    'workers write to the terminal of their primary in the same form, without colors if NO_COLOR is set',
    async () => {
      const port = String(await freePort());
      const settings = { ...environment, PORT: port, NO_COLOR: '1' };
      await using service = runOnTerminal([entry], settings);
      await service.waitFor('writes a line below.\r\n\r\n');
      await (await fetch(`http://127.0.0.1:${port}/docs/`)).text();
      await service.waitFor('ms\r\n');
      service.interrupt();
      expect(await service.ended).toBe(0);
      const screen = service.screen();
      expect(screen).toMatch(/^\d\d:\d\d:\d\d Connecting to the database\r\n/);
      expect(screen).toMatch(/\d Starting the workers \(workers 2\)\r\n/);
      expect(screen).toMatch(/\d \[[12]\] GET \/docs\/ \d{3} [\d.]+ ms\r\n/);
      expect(screen).toMatch(/\d Stopping all workers \(signal SIGINT\)\r\n/);
      expect(screen).toMatch(/\d \[[12]\] Stopped\r\n/);
      expect(screen).toMatch(/\d Stopped all workers\r\n$/);
      expect(screen.split('Quoin is ready')).toHaveLength(2);
      expect(screen).not.toMatch(/\u001b|\{"/);
    },
  );
});
