import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coreTarget } from '../../adapters/cli/transfer/targets/core-target.ts';
import type { AuditEntryDto } from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import { altered } from '../support/core/altered.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { memoryCms } from '../support/core/memory-cms.ts';
import { serveApp, testPassword } from '../support/http/app.ts';
import { commandData, type CommandData } from '../support/service/command-data.ts';
import { quoin, type CommandOptions } from '../support/service/command-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let data: CommandData;

const run = (args: readonly string[], options: CommandOptions = {}) =>
  quoin(args, { environment: data.environment, password: testPassword, ...options });

const exportAudit = (args: readonly string[] = [], options?: CommandOptions) =>
  run(['audit', 'export', ...args], options);

const entriesOf = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line) as AuditEntryDto);

let all: readonly AuditEntryDto[];

beforeAll(async () => {
  data = await commandData();
  await run(['user', 'create', '--email', 'ada@example.com']);
  for (const name of ['one', 'two']) await run(['token', 'create', '--name', name]);
  all = entriesOf((await exportAudit()).written);
});

afterAll(() => data[Symbol.asyncDispose]());

test('the output has an entry on each line, the newest first', async () => {
  const { exitCode, written, printed, notices } = await exportAudit();
  expect(exitCode).toBe(0);
  expect(entriesOf(written).map(({ action, detail }) => [action, detail])).toEqual([
    ['token.create', 'two'],
    ['token.create', 'one'],
    ['user.create', 'admin'],
  ]);
  for (const line of written) expect(line).toMatch(/^\{.*\}\n$/);
  expect(printed).toEqual([]);
  expect(notices.at(-1)).toBe('Exported 3 lines.');
});

test('through a running service, the lines are those of the API, unchanged', async () => {
  await using app = await serveApp();
  const { bearer } = await app.signIn('admin');
  await app.cms.apiTokens.create(operator, { name: 'a\u0085b', collections: [] });
  const through = ['--url', app.url, '--email', 'admin@example.com', '--resource', 'token'];
  const { exitCode, written } = await exportAudit(through);
  const { text } = await app.request('/api/audit/export?resource=token', { headers: bearer });
  expect(exitCode).toBe(0);
  expect(written.join('')).toBe(text);
  expect(text).toContain('a\u0085b');
});

test('the filters are those of the API', async () => {
  const [newest, oldest] = [all[0]!, all.at(-1)!];
  const time = new Date(newest.at).toISOString();
  for (const [args, matches] of [
    [['--resource', 'token'], ({ action }: AuditEntryDto) => action.startsWith('token.')],
    [['--action', 'user.create'], ({ action }: AuditEntryDto) => action === 'user.create'],
    [['--id', oldest.id!], ({ id }: AuditEntryDto) => id === oldest.id],
    [['--actor', oldest.id!], () => false],
    [['--from', time], ({ at }: AuditEntryDto) => at >= newest.at],
    [['--to', String(newest.at)], ({ at }: AuditEntryDto) => at < newest.at],
    [['--from', '2000-01-01', '--to', '2000-01-02'], () => false],
  ] as const) {
    const { exitCode, written } = await exportAudit(args);
    expect(exitCode).toBe(0);
    expect(entriesOf(written), args.join(' ')).toEqual(all.filter(matches));
  }
});

test('a filter that cannot match is a mistake', async () => {
  for (const [args, message] of [
    [['--from', 'yesterday'], 'It must be a day such as 2026-11-28'],
    [['--action', 'content.read'], 'Allowed choices are'],
    [['--resource', 'page'], 'Allowed choices are'],
  ] as const) {
    const { exitCode, notices } = await exportAudit(args);
    expect(exitCode).toBe(2);
    expect(notices.join('\n')).toContain(message);
  }
  expect((await exportAudit(['--id', 'one'])).exitCode).toBe(1);
});

test('a file appears complete, or not at all', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'audit.ndjson');
  const stop = new AbortController();
  stop.abort();
  const stopped = await exportAudit(['--out', path], { signal: stop.signal });
  expect(stopped.exitCode).toBe(130);
  expect(readdirSync(folder.path)).toEqual([]);
  await writeFile(path, 'of yesterday');
  expect((await exportAudit(['--out', path], { signal: stop.signal })).exitCode).toBe(130);
  expect(await readFile(path, 'utf8')).toBe('of yesterday');
  const { exitCode, written } = await exportAudit(['--out', path]);
  expect(exitCode).toBe(0);
  expect(written).toEqual([]);
  const text = await readFile(path, 'utf8');
  expect(entriesOf(text.trimEnd().split('\n'))).toEqual(all);
  expect(readdirSync(folder.path)).toEqual(['audit.ndjson']);
});

test('pages are read only as fast as lines are written', async () => {
  const entries = 2_500;
  const { ports } = await memoryCms();
  const note = { action: 'settings.update', by: { kind: 'operator' } } as const;
  await ports.store.repositories.audit.add(Array.from({ length: entries }, () => note));
  let pages = 0;
  const store = alteredStore(ports.store, ({ audit }) => ({
    audit: altered(audit, {
      list: (...args) => {
        pages += 1;
        return audit.list(...args);
      },
    }),
  }));
  const { cms } = await memoryCms({ ports: { store } });
  const read: number[] = [];
  await coreTarget(cms, '').exportAudit({}, async () => void read.push(pages));
  expect(read).toHaveLength(entries);
  expect([read[0], read[999], read[1_000], read.at(-1)]).toEqual([1, 1, 2, 3]);
});
