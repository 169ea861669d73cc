import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environmentSchema } from '../../../bootstrap/config.ts';
import { projectRoot } from '../../architecture/sources.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import { dataFolder } from '../../support/service/data-folder.ts';
import { freePort } from '../../support/service/server-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const unitFile = join(projectRoot, 'docs/deployment/quoin@.service');
const unit = readFileSync(unitFile, 'utf8');

/** All values of a setting of the unit. */
const valuesOf = (name: string): readonly string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

const valueOf = (name: string): string => {
  const [value, ...others] = valuesOf(name);
  if (value === undefined || others.length > 0) throw new Error(`One ${name} is expected`);
  return value;
};

const seconds = (name: string): number => Number(valueOf(name));

test('systemd accepts the unit', async (context) => {
  await using folder = await temporaryFolder();
  const copy = join(folder.path, 'quoin@8787.service');
  await copyFile(unitFile, copy);
  const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', copy], {
    encoding: 'utf8',
  });
  if (error !== undefined) return context.skip('systemd-analyze is not installed');
  const ours = stderr.split('\n').filter((line) => line.includes('quoin'));
  expect([status, ours]).toEqual([0, []]);
});

test('the unit sets only variables of Quoin, Node and the shell', () => {
  const names = valuesOf('Environment').flatMap((line) =>
    line.split(' ').map((part) => part.split('=')[0]),
  );
  const known = [...Object.keys(environmentSchema.properties), 'MALLOC_ARENA_MAX', 'PATH'];
  expect(names.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['NODE_ENV', 'PORT', 'DATA_DIR']));
});

test('the times of the unit are longer than those of a start and a stop', () => {
  expect(seconds('TimeoutStartSec')).toBeGreaterThan(60);
  expect(seconds('TimeoutStopSec')).toBeGreaterThan(20);
});

/** Runs in a shell of its own, without a network, and with a checkout that nothing can write. */
const script = (environment: readonly string[], port: number): string => {
  const inCheckout = (command: string): string =>
    command.replaceAll('/opt/quoin', projectRoot.replace(/\/$/, '')).replaceAll('%i', String(port));
  return `
    ip link set lo up
    mount --bind ${projectRoot} ${projectRoot} && mount -o remount,bind,ro ${projectRoot} || exit 9
    touch ${projectRoot}written 2>/dev/null && exit 8
    env -i ${environment.map((each) => `'${inCheckout(each)}'`).join(' ')} ${inCheckout(valueOf('ExecStart'))} &
    export MAINPID=$!
    ${inCheckout(valueOf('ExecStartPost')).replaceAll('$$', '$')}
    echo "answers $?"
    curl --silent http://127.0.0.1:${port}/api/collections
    kill -TERM $MAINPID; wait $MAINPID; echo "stopped $?"
    ${inCheckout(valueOf('ExecStartPost')).replaceAll('$$', '$')}
    echo "without a process $?"`;
};

const canIsolate =
  spawnSync('unshare', ['--net', '--mount', 'sh', '-c', 'ip link set lo up']).status === 0;

test.skipIf(!canIsolate)(
  'the unit starts a built checkout without a network and without writing to it, waits until it answers, and stops it',
  async () => {
    await using folder = await dataFolder();
    const port = await freePort();
    const own = valuesOf('Environment').flatMap((line) => line.split(' '));
    const environment = [...own, `DATA_DIR=${folder.path}`, `JWT_SECRET=${testSecret}`];
    const file = join(folder.path, 'run.sh');
    await writeFile(file, script(environment, port));
    const { stdout, stderr } = spawnSync('unshare', ['--net', '--mount', 'sh', file], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    // Of `kill -0`, at the end.
    expect(stderr.trim()).toMatch(/^\S+ 1: kill: No such process$|^$/);
    expect(stdout).toContain('Quoin is ready');
    expect(stdout).toContain('\nanswers 0\n');
    expect(stdout).toContain('"name":"pages"');
    expect(stdout).toContain('\nstopped 0\n');
    expect(stdout).toContain('\nwithout a process 1\n');
  },
);
if (!canIsolate) console.warn('Not tested: a start without a network. Only root can take it away.');
