import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../architecture/sources.ts';
import { dataFolder } from '../support/service/data-folder.ts';
import { waitForOutput } from '../support/service/processes.ts';
import { quickStart, startService } from '../support/service/service-process.ts';

test('every launcher of the service limits the young generation of the heap, and the arenas', () => {
  const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const dockerfile = /^ENV (?:.*\\\n)*.*$|^ENTRYPOINT .*$/gm;
  const launchers = [scripts['start'], scripts['quoin'], read('bootstrap/cli.mjs')];
  launchers.push(read('Dockerfile').match(dockerfile)?.join('\n'));
  for (const launcher of launchers) {
    expect(launcher).toContain('--max-semi-space-size=8');
    expect(launcher).toMatch(/MALLOC_ARENA_MAX(?:=2|: '2'|=\$\{MALLOC_ARENA_MAX:-2\})/);
  }
  const { status } = spawnSync(process.execPath, ['--max-semi-space-size=8', '--version']);
  expect(status).toBe(0);
});

/** On a signal, allocates objects that survive, in one place of the code: the heap becomes several times larger. */
const keepObjects = `
  const make = (n) => ({ n, list: [n, n] });
  process.once('SIGUSR2', () => {
    const kept = [];
    for (let n = 0; n < 1e6; n += 1) kept.push(make(n));
    console.log('kept', kept.length);
  });`;

describe('while a service keeps a million objects,', () => {
  /** What V8 and the service print from the first object on. */
  let output: string;
  beforeAll(async () => {
    await using folder = await dataFolder();
    const hook = ['--import', `data:text/javascript,${encodeURIComponent(keepObjects)}`];
    const traces = ['--trace-gc-verbose', '--trace-pretenuring-statistics'];
    const options = [...quickStart, '--max-semi-space-size=8', ...traces, ...hook];
    const command = ['bootstrap/dist/main.mjs'] as const;
    await using service = await startService({ DATA_DIR: folder.path }, command, options);
    await service.ready;
    const atStart = service.output().length;
    service.child.kill('SIGUSR2');
    await waitForOutput(service, 'kept');
    output = service.output().slice(atStart);
  });

  test('its heap grows by three tenths before its garbage is collected', () => {
    // As V8 determines it after each full collection.
    const factors = [...output.matchAll(/\[HeapController\] factor (\S+)/g)];
    expect(new Set(factors.map(([, factor]) => factor))).toEqual(new Set(['1.3']));
  });

  test('V8 does not learn in which places of the code objects survive', () => {
    expect(output).not.toContain('pretenuring');
  });
});
