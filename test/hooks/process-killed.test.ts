import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { testSecret } from '../support/core/memory-cms.ts';
import { httpClient } from '../support/http/http-client.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { startService, type ServiceProcess } from '../support/service/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writeFiles } from '../support/write-files.ts';

/** Its process is killed at the first event of content; the next one notes what it hears. */
const configFile = `
import { appendFileSync } from 'node:fs';
const noted = process.env.DATA_DIR + '/noted';
export default {
  onEvent: ({ type, item }) => {
    if (item === undefined) return undefined;
    if (process.env.LISTENER_PRESENT === 'no') return process.kill(process.pid, 'SIGKILL');
    appendFileSync(noted, type + ' ' + item.title + ' ' + item.data + '\\n');
  },
};
`;

/** The events of a process that is killed after the commit come after the next start. */
const killAndRestart = async (env: Readonly<Record<string, string>>): Promise<void> => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  await writeFiles(folder.path, { 'quoin.config.mjs': configFile });
  const start = async (isPresent: 'yes' | 'no'): Promise<ServiceProcess> => {
    const service = await startService({
      DATA_DIR: data,
      QUOIN_CONFIG: join(folder.path, 'quoin.config.mjs'),
      LISTENER_PRESENT: isPresent,
      ...env,
    });
    await service.ready;
    return service;
  };
  const first = await start('no');
  const send = (path: string, options: object) => httpClient(first.url).request(path, options);
  const account = { email: 'ada@example.org', password: 'correct horse battery' };
  const registered = await send('/auth/register', { method: 'POST', json: account });
  const headers = { Authorization: `Bearer ${registered.json().token}` };
  const item = { collection: 'pages', title: 'Tides', data: { a: 1 } };
  // The response may have been sent before the process ends.
  await send('/api/content', { method: 'POST', headers, json: item }).catch(() => undefined);
  expect(await first.ended).toBe('SIGKILL');
  await using second = await start('yes');
  const noted = () => readFile(join(data, 'noted'), 'utf8').catch(() => '');
  const all = 'content.created Tides {"a":1}\n';
  await vi.waitUntil(async () => (await noted()) === all, { timeout: 30_000 });
  expect(second.output()).not.toContain('The listener for domain events failed');
};

test.concurrent('the embedded database keeps events of a process that was killed before the listener has heard them', () =>
  killAndRestart({}));

await withPostgres('empty', (url) => {
  test.concurrent('so does a server', () =>
    killAndRestart({ DATABASE_URL: url, JWT_SECRET: testSecret }));
});
