import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import { refusesConnections, waitUntil } from '../../support/service/processes.ts';
import { freePort } from '../../support/service/server-process.ts';
import { quickStartEnvironment } from '../../support/service/service-process.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

const root = new URL('../../..', import.meta.url).pathname;

let folder: TemporaryFolder;

let launcher: ChildProcess | undefined;

let isGone: () => boolean;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  // The whole group, which contains any process that the launcher left.
  if (launcher?.pid !== undefined && !isGone()) process.kill(-launcher.pid, 'SIGKILL');
  await folder[Symbol.asyncDispose]();
});

/** Starts the service as from a terminal, in its own process group, and waits until it is ready. */
const launch = async (
  [command = '', ...args]: readonly string[],
  databaseUrl: string,
): Promise<{
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  readonly ended: Promise<number | string>;
}> => {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    env: {
      PATH,
      HOME,
      PORT: String(port),
      DATA_DIR: folder.path,
      DATABASE_URL: databaseUrl,
      JWT_SECRET: testSecret,
      ...quickStartEnvironment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launcher = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const closed = once(child, 'close');
  let isClosed = false;
  void closed.then(() => (isClosed = true));
  isGone = () => isClosed;
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  await waitUntil(() => {
    if (isClosed) throw new Error(output);
    return output.includes('Quoin is ready');
  });
  return { child, url: `http://127.0.0.1:${port}`, output: () => output, ended };
};

const stops = (text: string): number => text.split('"Stopping"').length - 1;

await withPostgres('migrated', (databaseUrl) => {
  test.each([
    ['npm start', ['npm', 'start']],
    ['npm run quoin', ['npm', 'run', 'quoin', '--', 'serve']],
    ['the command of a checkout', ['node', 'bootstrap/cli.mjs', 'serve']],
  ] as const)(
    'SIGTERM to %s stops the service, then the launcher, with exit code 0',
    async (_name, line) => {
      const { child, url, output, ended } = await launch(line, databaseUrl);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(await refusesConnections(`${url}/api/health`)).toBe(true);
      await waitUntil(isGone);
      expect(stops(output())).toBe(1);
    },
  );

  test('SIGHUP to npm, which does not forward it, stops the service, too', async () => {
    const { child, url, output } = await launch(['npm', 'start'], databaseUrl);
    child.kill('SIGHUP');
    await waitUntil(isGone);
    expect(await refusesConnections(`${url}/api/health`)).toBe(true);
    expect(stops(output())).toBe(1);
  });

  test('SIGTERM to npx stops the service, too', async () => {
    const { child, url, output } = await launch(['npx', 'quoin', 'serve'], databaseUrl);
    child.kill('SIGTERM');
    await waitUntil(isGone);
    expect(await refusesConnections(`${url}/api/health`)).toBe(true);
    expect(stops(output())).toBe(1);
  });

  test.each([
    ['npm', ['npm', 'start']],
    ['npx', ['npx', 'quoin', 'serve']],
  ] as const)(
    'Ctrl-C, which signals all processes, stops the service once under %s',
    async (_name, line) => {
      const { child, output } = await launch(line, databaseUrl);
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      await waitUntil(isGone);
      expect(stops(output())).toBe(1);
      expect(output()).toContain('"signal":"SIGINT"');
    },
  );
});
