import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPglite } from '../../../adapters/pglite/open-pglite.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { presentExportRecord, presentRestorableLine } from '../../../contracts/index.ts';
import { operator } from '../../../core/index.ts';
import type { Store } from '../../../core/store.ts';
import { coreWorld, type CoreWorld } from '../../support/core/core-world.ts';
import { exportTo, filesOf, importInto, withoutTime } from '../../support/import/archive.ts';
import { serveApp, testPassword } from '../../support/http/app.ts';
import { addPeople, fillWithEverything } from '../../support/import/everything.ts';
import { importFrom } from '../../support/import/import-run.ts';
import { targetKinds, targetWorlds } from '../../support/import/import-targets.ts';
import { storeOver } from '../../support/postgres/database-subject.ts';
import { freshDatabase } from '../../support/postgres/fresh-database.ts';
import { commandData } from '../../support/service/command-data.ts';
import { quoin } from '../../support/service/command-line.ts';
import { dataFolder } from '../../support/service/data-folder.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
let stack: AsyncDisposableStack;

beforeEach(async () => {
  folder = await temporaryFolder();
  stack = new AsyncDisposableStack();
});

afterEach(async () => {
  await stack.disposeAsync();
  await folder[Symbol.asyncDispose]();
});

const at = (path: string): string => join(folder.path, path);

/** Opens stores that are empty. Undefined if there is no server. */
const stores: Readonly<Record<string, () => Promise<Store | undefined | 'memory'>>> = {
  memory: async () => 'memory',
  embedded: async () => {
    const { path } = stack.use(await dataFolder());
    const { pool, close } = await openPglite(join(path, 'database'), new SystemTimer());
    stack.defer(close);
    return storeOver(pool);
  },
  server: async () => {
    const fresh = await freshDatabase();
    if ('unavailable' in fresh) return undefined;
    stack.use(fresh);
    const pool = openPool({ url: fresh.url, poolMax: 4 }, new SystemTimer());
    const { knex } = pool;
    stack.defer(() => knex.destroy());
    return storeOver(pool);
  },
};

const worldOn = async (kind: string): Promise<CoreWorld | undefined> => {
  const store = await stores[kind]!();
  if (store === undefined) return undefined;
  return coreWorld(store === 'memory' ? {} : { ports: { store } });
};

const filesAt = async (path: string) => withoutTime(await filesOf(at(path)));

describe('an export of everything', () => {
  test('contains what it should', async () => {
    const source = await coreWorld();
    await fillWithEverything(source);
    const { manifest } = await exportTo(at('one'), source);
    expect(manifest.counts).toMatchObject({
      content: 7,
      trash: 2,
      revisions: 15,
      workingCopies: 3,
      schedules: 4,
    });
    const files = await filesOf(at('one'));
    const revisions = files['revisions.ndjson']!;
    for (const part of ['"note":"Shorter"', '"autosave":true', '"author":"person2@example.org"']) {
      expect(revisions).toContain(part);
    }
    expect(files['trash.ndjson']).toContain('"deletedBy":"person2@example.org"');
    expect(files['schedules.ndjson']).toContain('"reason":"The slug is taken"');
    expect(JSON.stringify(files)).not.toContain('person3@');
  });

  for (const [from, to] of [
    ['memory', 'memory'],
    ['memory', 'embedded'],
    ['embedded', 'memory'],
    ['memory', 'server'],
    ['server', 'memory'],
  ] as const) {
    test(`of ${from} imported into ${to} results in the same bytes, and again changes nothing`, async ({
      skip,
    }) => {
      const [source, target] = [await worldOn(from), await worldOn(to)];
      if (source === undefined || target === undefined) return skip('there is no server');
      await fillWithEverything(source);
      await addPeople(target);
      await exportTo(at('one'), source);
      const first = await importInto(target, at('one'));
      expect(first.counts).toMatchObject({
        created: '7',
        trash: '2 created',
        revisions: '15 created',
        copies: '3 created',
        schedules: '4 created',
        skipped: '0',
      });
      await exportTo(at('two'), target);
      expect(await filesAt('two')).toEqual(await filesAt('one'));
      const second = await importInto(target, at('one'));
      expect(second.counts).toMatchObject({
        unchanged: '7',
        trash: '2 unchanged',
        revisions: '15 unchanged',
        copies: '3 unchanged',
        schedules: '4 unchanged',
      });
      await exportTo(at('three'), target);
      expect(await filesAt('three')).toEqual(await filesAt('one'));
    });
  }

  for (const kind of targetKinds) {
    test(`has the same result in a dry run, and as one file of lines, with the target ${kind}`, async () => {
      const source = await coreWorld();
      await fillWithEverything(source);
      await exportTo(at('one'), source);
      const lines: object[] = [];
      await source.cms.transfer.exportEverything(
        operator,
        async (record) => void lines.push(presentExportRecord(record, () => ({}) as never)),
        async (line) => void lines.push(presentRestorableLine(line)),
      );
      await writeFile(at('all.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      await using there = await targetWorlds[kind]();
      const stored = async () =>
        (await there.ports.store.repositories.revisions.listAfter(undefined, 10)).length;
      for (const path of [at('one'), at('all.ndjson')]) {
        const { counts, notices } = await importFrom(path, there.target, { dryRun: true });
        expect(notices).toEqual([]);
        expect(counts).toMatchObject({ created: '7', trash: '2 created', revisions: '15 created' });
        expect(await stored()).toBe(0);
      }
      const { counts } = await importFrom(at('all.ndjson'), there.target);
      expect(counts).toMatchObject({
        created: '7',
        trash: '2 created',
        revisions: '15 created',
        copies: '3 created',
        schedules: '4 created',
      });
      expect((await importFrom(at('one'), there.target)).counts).toMatchObject({
        unchanged: '7',
        trash: '2 unchanged',
        revisions: '15 unchanged',
        copies: '3 unchanged',
        schedules: '4 unchanged',
      });
    });
  }

  test('goes through the command line, with a service and with a data folder', async () => {
    const world = await coreWorld();
    await fillWithEverything(world);
    const core = { ports: world.ports, hasStarterCollections: false };
    const app = stack.use(await serveApp({ core }));
    await app.signIn('admin');
    const remote = ['--url', app.url, '--email', 'admin@example.com'];
    expect(
      (await quoin(['export', at('one'), ...remote], { password: testPassword })).exitCode,
    ).toBe(0);
    const { environment } = stack.use(await commandData());
    for (const summary of ['trash       2 created', 'trash       2 unchanged']) {
      const { exitCode, printed } = await quoin(['import', at('one')], { environment });
      expect([exitCode, printed[0]]).toEqual([0, expect.stringContaining(summary)]);
    }
    expect((await quoin(['export', at('two')], { environment })).exitCode).toBe(0);
    const [one, two] = [await filesOf(at('one')), await filesOf(at('two'))];
    expect(Object.keys(two)).toEqual(Object.keys(one));
    // The data folder has no accounts, so everything is by nobody.
    const anonymous = (text = ''): string =>
      text.replaceAll(/,"(author|deletedBy|scheduledBy)":"[^"]+"/g, '');
    for (const name of ['content', 'trash', 'revisions', 'working-copies', 'schedules']) {
      const file = `${name}.ndjson`;
      expect(two[file]).toBe(anonymous(one[file]));
      expect(one[file]?.length).toBeGreaterThan(100);
    }
  });
});
