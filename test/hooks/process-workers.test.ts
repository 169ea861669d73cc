import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf, readPage } from '../architecture/doc-examples.ts';
import { loggedLines } from '../support/service/logged-lines.ts';
import { waitUntil } from '../support/service/processes.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { call, withTwoWorkers } from '../support/service/two-workers.ts';
import { writeFiles } from '../support/write-files.ts';

/** The example of the documentation, with a listener that fails. */
const withListener = `import config from './quoin.config.ts';
export default { ...config, onEvent: () => { throw new Error('no listener'); } };
`;

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  const examples = Object.fromEntries(filesOf(readPage('docs/hooks.md')));
  await writeFiles(folder.path, { ...examples, 'workers.config.ts': withListener });
});
afterAll(() => folder[Symbol.asyncDispose]());

await withTwoWorkers(({ start }) => {
  test('every worker, also a replaced one, runs the hooks and the listener of the file', async () => {
    const file = join(folder.path, 'workers.config.ts');
    // From the sources, like an application with a configuration file.
    const service = await start({ QUOIN_CONFIG: file }, ['bootstrap/main.ts']);
    expect(loggedLines(service, 'Loaded the configuration file')).toMatchObject([
      { file, hooks: 'forbidden-words, second-person, reading-time' },
    ]);

    const { json: registered } = await call(`${service.url}/auth/register`, {
      method: 'POST',
      body: { email: 'ada@example.org', password: 'correct horse battery' },
    });
    const headers = { Authorization: `Bearer ${registered.token}` };
    const { json: collections } = await call(`${service.url}/api/collections`);
    const create = (fields: object) =>
      call(`${service.url}/api/content`, {
        method: 'POST',
        headers,
        body: { collectionId: collections.data[0].id, ...fields },
      });

    const blocking = (): ReadonlySet<number | undefined> =>
      new Set(
        loggedLines(service, 'Request').flatMap(({ status, worker }) =>
          status === 403 ? [worker] : [],
        ),
      );
    await waitUntil(async () => {
      const { status, json } = await create({ title: 'Jackpot' });
      expect([status, json.details]).toEqual([403, "Remove the word 'jackpot'"]);
      return blocking().size === 2;
    });

    const { status, json } = await create({ title: 'Tides', data: { content: 'One two' } });
    expect([status, json.data.data]).toEqual([201, { content: 'One two', readingMinutes: 1 }]);
    const failed = 'The listener for domain events failed';
    const repeated = `${failed}; it gets the event again`;
    await waitUntil(() => loggedLines(service, repeated).length >= 1);
    expect(loggedLines(service, failed)).toMatchObject([{ event: 'user.registered' }]);
    expect(loggedLines(service, repeated)[0]).toMatchObject({ event: 'content.created' });

    const died = 'A worker died and is replaced';
    expect(loggedLines(service, died)).toEqual([]);
    await rm(file);
    process.kill(loggedLines(service, 'Request')[0]!.pid!, 'SIGKILL');
    await waitUntil(() => loggedLines(service, died).length >= 2);
    expect(loggedLines(service, died)[1]).toMatchObject({
      reason: expect.stringContaining(`${file}: there is no such file`),
    });
    await writeFile(file, withListener);
    await waitUntil(async () => {
      expect((await create({ title: 'Jackpot' })).status).toBe(403);
      return blocking().size === 3;
    });
  });
});
