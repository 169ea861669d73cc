import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { coreWorld, type CoreWorld } from '../../support/core/core-world.ts';
import { serveApp, testPassword } from '../../support/http/app.ts';
import { exportTo } from '../../support/import/archive.ts';
import { importFrom, type ImportOptions } from '../../support/import/import-run.ts';
import {
  targetKinds,
  targetWorlds,
  type TargetWorld,
} from '../../support/import/import-targets.ts';
import { commandData } from '../../support/service/command-data.ts';
import { quoin } from '../../support/service/command-line.ts';
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

/** A service that hides its drafts, with other settings, a webhook and a role in one collection. */
const privateService = async (): Promise<CoreWorld> => {
  const world = await coreWorld();
  const { cms } = world;
  await cms.settings.update(operator, {
    publicContent: 'published',
    siteName: 'The Tide',
    historyMaxPerItem: 7,
    trashDays: 3,
    changesDays: 5,
    timeZone: 'Europe/Berlin',
  });
  await cms.webhooks.create(operator, {
    name: 'Build',
    url: 'https://receiver.example/secret',
    kind: 'event',
    events: ['content.published'],
    collections: ['blog-posts'],
  });
  const { userId } = await world.person('viewer');
  await cms.users.setPermissions(operator, userId, [{ collection: 'pages', role: 'editor' }]);
  await world.write(await world.person('editor'), { title: 'A draft' });
  return world;
};

describe.each(targetKinds)('the settings of an export, with the target %s', (kind) => {
  let there: TargetWorld;
  beforeEach(async () => {
    there = stack.use(await targetWorlds[kind]());
    await exportTo(at('one'), await privateService());
  });

  const run = (options: ImportOptions = {}) => importFrom(at('one'), there.target, options);
  const settings = () => there.cms.settings.get(operator);

  test('become those of a new service, before its content is imported', async () => {
    const { findings, isComplete, notices } = await run();
    expect([isComplete, notices]).toEqual([true, []]);
    expect(await settings()).toMatchObject({
      publicContent: 'published',
      siteName: 'The Tide',
      historyMaxPerItem: 7,
      trashDays: 3,
      changesDays: 5,
      timeZone: 'Europe/Berlin',
    });
    expect(findings).toContain(
      'Settings set, as in the export: siteName "The Tide", publicContent "published", timeZone "Europe/Berlin", historyMaxPerItem 7, trashDays 3, changesDays 5.',
    );
    expect(await there.cms.settings.draftsArePublic()).toBe(false);
    // Again, it changes nothing and has nothing to say.
    expect((await run()).findings).toEqual([]);
  });

  test('bring webhooks that are switched off and have new secrets', async () => {
    expect(await readFile(at('one/settings.json'), 'utf8')).not.toContain('whsec_');
    const { findings } = await run();
    expect(await there.cms.webhooks.list(operator)).toMatchObject([
      { webhook: { name: 'Build', isActive: false }, collections: ['blog-posts'] },
    ]);
    expect(findings).toContain(
      'Webhooks created, switched off and with new secrets: Build. Give each receiver its new secret, then switch the webhook on.',
    );
  });

  test('bring roles in single collections to accounts that exist', async () => {
    const user = await there.cms.users.create(operator, {
      email: 'person1@example.org',
      password: testPassword,
      role: 'viewer',
    });
    const { findings } = await run();
    expect(findings).toContain('Roles in single collections set for: person1@example.org.');
    expect((await there.cms.users.get(operator, user.user.id)).permissions).toEqual([
      { collection: 'pages', role: 'editor' },
    ]);
  });

  test('name the accounts that do not exist', async () => {
    expect((await run()).findings).toContain(
      'No account here has these e-mail addresses, whose roles in single collections are not set: person1@example.org. Create the accounts and import again with --settings.',
    );
  });

  test.each([
    [
      'has content',
      async ({ cms }: TargetWorld) => {
        const [collection] = await cms.collections.list(operator);
        await cms.content.create(operator, { collectionId: collection!.id, title: 'A' });
      },
    ],
    [
      'has other settings',
      async ({ cms }: TargetWorld) => {
        await cms.settings.update(operator, { siteName: 'Mine' });
      },
    ],
  ])('stay out of a service that %s, except what hides', async (_, change) => {
    await change(there);
    const { siteName } = await settings();
    const { findings } = await run();
    expect(await settings()).toMatchObject({ siteName, publicContent: 'published' });
    expect((await settings()).trashDays).toBe(30);
    expect(await there.cms.webhooks.list(operator)).toEqual([]);
    expect(findings).toContain(
      'publicContent has changed from "all" to "published", as in the export: only published items are public.',
    );
    expect(findings).toContain(
      'This service is not new and keeps its own settings. Of the export, these are not imported: siteName, timeZone, historyMaxPerItem, trashDays, changesDays, the webhooks. --settings imports them.',
    );
  });

  test('are all imported with --settings', async () => {
    await there.cms.settings.update(operator, { siteName: 'Mine' });
    await run({ settings: true });
    expect(await settings()).toMatchObject({ siteName: 'The Tide', trashDays: 3 });
    expect(await there.cms.webhooks.list(operator)).toHaveLength(1);
  });

  test('are left out with --no-settings, except what hides', async () => {
    await run({ settings: false });
    expect(await settings()).toMatchObject({ siteName: 'Quoin', publicContent: 'published' });
  });

  test('are named in a dry run, which changes nothing', async () => {
    const before = await settings();
    const { findings } = await run({ dryRun: true });
    expect(findings.join('\n')).toContain('Settings to set, as in the export: siteName "The Tide"');
    expect(findings.join('\n')).toContain('Webhooks to create, switched off');
    expect(await settings()).toEqual(before);
    expect(await there.cms.webhooks.list(operator)).toEqual([]);
  });

  test('never make drafts public in a service that hides them', async () => {
    await exportTo(at('public'), await coreWorld());
    await there.cms.settings.update(operator, { publicContent: 'published' });
    await importFrom(at('public'), there.target);
    expect((await settings()).publicContent).toBe('published');
  });

  test('that an earlier version has not exported are named if drafts are public', async () => {
    const manifest = JSON.parse(await readFile(at('one/export.json'), 'utf8'));
    delete manifest.counts.webhooks;
    await writeFile(at('one/export.json'), JSON.stringify(manifest));
    await rm(at('one/settings.json'));
    expect((await run()).findings[0]).toBe(
      'The export has no settings, and publicContent is "all" here: everybody can read the drafts. Set it to "published" if they must not.',
    );
  });
});

test('a service that moves to a Postgres server as the page says keeps its drafts hidden', async ({
  skip,
}) => {
  const source = await privateService();
  const app = stack.use(
    await serveApp({ core: { ports: source.ports, hasStarterCollections: false } }),
  );
  await app.signIn('admin');
  const remote = ['--url', app.url, '--email', 'admin@example.com'];
  const exported = await quoin(['export', at('move'), ...remote], { password: testPassword });
  expect(exported.exitCode).toBe(0);
  const { environment } = stack.use(await commandData());
  if (!('DATABASE_URL' in environment)) return skip('there is no server');
  for (const args of [
    ['migrate'],
    ['user', 'create', '--email', 'ada@example.com', '--role', 'admin'],
    ['user', 'create', '--email', 'person1@example.org', '--role', 'viewer'],
    ['import', at('move'), '--dry-run'],
    ['import', at('move')],
  ]) {
    const { exitCode, notices } = await quoin(args, { environment, password: testPassword });
    expect([args, exitCode, notices.filter((line) => line.startsWith('Skipped'))]).toEqual([
      args,
      0,
      [],
    ]);
  }
  expect((await quoin(['export', at('moved')], { environment })).exitCode).toBe(0);
  const setup = async (name: string) =>
    JSON.parse(await readFile(at(`${name}/settings.json`), 'utf8'));
  expect(await setup('moved')).toEqual(await setup('move'));
});
