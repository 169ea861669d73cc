import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../architecture/sources.ts';
import { dataFolder } from '../support/data-folder.ts';
import { asJson, attempt } from '../support/request-load.ts';
import { waitUntil } from '../support/processes.ts';
import { quickStart, startService } from '../support/service-process.ts';

test('every launcher of the service limits the young generation of the heap, and the arenas', () => {
  const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const dockerfile = /^ENV (?:.*\\\n)*.*$|^ENTRYPOINT .*$/gm;
  const launchers = [scripts['start'], scripts['quoin'], read('bootstrap/cli.mjs')];
  launchers.push(read('Dockerfile').match(dockerfile)?.join('\n'));
  for (const launcher of launchers) {
    expect(launcher).toContain('--max-semi-space-size=4');
    expect(launcher).toMatch(/MALLOC_ARENA_MAX(?:=2|: '2'|=\$\{MALLOC_ARENA_MAX:-2\})/);
  }
  const { status } = spawnSync(process.execPath, ['--max-semi-space-size=4', '--version']);
  expect(status).toBe(0);
});

/** By which factor V8 lets the heap grow, as it determines after each full collection. */
const growthIn = (output: string): readonly string[] =>
  [...output.matchAll(/\[HeapController\] factor (\S+)/g)].map(([, factor = '']) => factor);

test('the heap of the service grows by half before its garbage is collected', async () => {
  await using folder = await dataFolder();
  const options = [...quickStart, '--max-semi-space-size=4', '--trace-gc-verbose'];
  const command = ['bootstrap/dist/main.mjs'] as const;
  await using service = await startService({ DATA_DIR: folder.path }, command, options);
  await service.ready;
  const registration = { email: 'ada@example.org', password: 'correct horse battery' };
  const account = await attempt(`${service.url}/auth/register`, asJson('POST', registration));
  const { token } = JSON.parse(account.body) as { readonly token: string };
  // Leaves more garbage than other requests. Rejected, because it has no title.
  const item = asJson(
    'POST',
    { data: { list: Array.from({ length: 20_000 }, () => [{}]) } },
    token,
  );
  const atStart = growthIn(service.output()).length;
  while (growthIn(service.output()).length <= atStart) {
    const answers = Array.from({ length: 8 }, () => attempt(`${service.url}/api/content`, item));
    for (const { status } of await Promise.all(answers)) expect(status).toBe(400);
  }
  expect(new Set(growthIn(service.output()).slice(atStart))).toEqual(new Set(['1.5']));
});

/** On a signal, allocates objects that survive, in one place of the code. */
const keepObjects = `
  const make = (n) => ({ n, list: [n, n] });
  process.once('SIGUSR2', () => {
    const kept = [];
    for (let n = 0; n < 1e6; n += 1) kept.push(make(n));
    console.log('kept', kept.length);
  });`;

test('V8 does not learn in which places of the code objects survive', async () => {
  await using folder = await dataFolder();
  const hook = ['--import', `data:text/javascript,${encodeURIComponent(keepObjects)}`];
  const options = [...quickStart, '--trace-pretenuring-statistics', ...hook];
  const command = ['bootstrap/dist/main.mjs'] as const;
  await using service = await startService({ DATA_DIR: folder.path }, command, options);
  await service.ready;
  const atStart = service.output().length;
  service.child.kill('SIGUSR2');
  await waitUntil(() => service.output().includes('kept'));
  expect(service.output().slice(atStart)).not.toContain('pretenuring');
});
