import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../architecture/sources.ts';
import { dataFolder } from '../support/data-folder.ts';
import { startService } from '../support/service-process.ts';

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

/** The sizes of the heap in MB before and after the last of its full collections. */
const lastCollection = (output: string): readonly number[] =>
  [...output.matchAll(/Mark-Compact.*? (\d+\.\d) \(\d+\.\d\) -> (\d+\.\d) /g)]
    .at(-1)
    ?.slice(1)
    .map(Number) ?? [];

test('the heap of the service grows by half before its garbage is collected', async () => {
  await using folder = await dataFolder();
  const options = ['--liftoff-only', '--max-semi-space-size=4', '--trace-gc'];
  const command = ['bootstrap/dist/main.mjs'] as const;
  await using service = await startService({ DATA_DIR: folder.path }, command, options);
  await service.ready;
  const collections = (): number => service.output().split('Mark-Compact').length;
  const atStart = collections();
  while (collections() < atStart + 3) {
    const pages = Array.from({ length: 20 }, () => fetch(`${service.url}/api/content?limit=1000`));
    for (const page of await Promise.all(pages)) await page.arrayBuffer();
  }
  const [before = 0, after = 0] = lastCollection(service.output());
  expect(after, service.output().slice(-2_000)).toBeGreaterThan(10);
  // Half, and what was allocated while the collection ran.
  expect(before).toBeLessThan(after * 1.5 + 16);
});
