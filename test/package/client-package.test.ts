import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run as runNode } from '../architecture/doc-examples.ts';
import { projectRoot } from '../architecture/sources.ts';
import { serveApp } from '../support/http/app.ts';
import { run } from '../support/npm-registry.ts';
import { oldNode } from '../support/old-node.ts';
import { builtPackage } from '../support/runtimes/built-package.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let project: string;
let tarball: string;
let packed: { readonly size: number; readonly unpackedSize: number };

beforeAll(async () => {
  folder = await temporaryFolder(tmpdir());
  const built = join(folder.path, 'built');
  const service = join(await builtPackage(), 'node_modules/quoin');
  const build = join(projectRoot, 'bootstrap/tools/client-package.mjs');
  await run(process.execPath, [build, service, built]);
  const args = ['pack', built, '--json', '--pack-destination', folder.path];
  const [result] = JSON.parse((await run('npm', args)).stdout);
  packed = result;
  tarball = join(folder.path, result.filename);
  project = join(folder.path, 'project');
  mkdirSync(project);
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
  // It needs nothing else, not even the registry.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
}, 300_000);
afterAll(() => folder[Symbol.asyncDispose]());

const installed = (...path: readonly string[]): string =>
  join(project, 'node_modules/@quoin/client', ...path);

test('installs nothing but itself, without a script', () => {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  expect(Object.keys(packages)).toEqual(['', 'node_modules/@quoin/client']);
  const { scripts, dependencies, peerDependencies, version } = JSON.parse(
    readFileSync(installed('package.json'), 'utf8'),
  );
  expect([scripts, dependencies, peerDependencies]).toEqual([undefined, undefined, undefined]);
  const service = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  expect(version).toBe(service.version);
});

test('has only the client, its types, licences and a page, and takes at most 80 KB, and 520 KB unpacked', () => {
  expect(readdirSync(installed()).toSorted()).toEqual([
    'LICENSE',
    'LICENSE-typebox',
    'README.md',
    'index.d.ts',
    'index.js',
    'package.json',
  ]);
  expect(statSync(installed('index.js')).size).toBeLessThan(25_000);
  expect(packed.size).toBeLessThan(80_000);
  expect(packed.unpackedSize).toBeLessThan(520_000);
});

test('imports nothing', () => {
  for (const name of ['index.js', 'index.d.ts']) {
    const text = readFileSync(installed(name), 'utf8');
    expect(/^(?:import|export .* from)\b.*|\b(?:import|require)\(["'].*/m.exec(text)).toBeNull();
  }
});

test('passes publint and "Are the types wrong?"', async () => {
  const { buffer } = Uint8Array.from(readFileSync(tarball));
  expect((await publint({ pack: { tarball: buffer }, strict: true })).messages).toEqual([]);
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  const problems = ('problems' in analysis ? analysis.problems : []).filter(
    // `require` of the package is not supported, nor is TypeScript that does not know `exports`.
    (problem) =>
      !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind),
  );
  expect(problems).toEqual([]);
});

/** Lines marked as errors must not compile. */
const program = `import { ApiError, createClient, paginate, type Client, type Reference } from '@quoin/client';

declare const process: { readonly argv: readonly string[] };

let isBusy = true;
const client: Client = createClient({
  baseUrl: process.argv[2] ?? '',
  fetch: async (url, request) => {
    if (!isBusy) return fetch(url, request as RequestInit);
    isBusy = false;
    return new Response('{}', { status: 503, headers: { 'Retry-After': '0' } });
  },
});
const { body } = await client.listCollections();
const names: string[] = body.data.map(({ name }) => name);
// @ts-expect-error a name is text
const first: number = body.data[0]!.name;
// @ts-expect-error the query has no such parameter
await client.listContent({ query: { colour: 'red' } }).catch(() => undefined);
const titles: string[] = [];
for await (const item of paginate(client.listContent, { query: { limit: 1 } })) {
  titles.push(item.title);
}
const code = await client.getContent({ params: { id: 'none' } }).then(
  () => undefined,
  (error: unknown) => (error instanceof ApiError ? error.code : 'other'),
);
console.log(JSON.stringify([names.length > 0, titles, code]));

interface Collections {
  articles: { body: string; author: Reference<'people'> };
  people: { name: string };
}
export const authorOf = async (idOrSlug: string): Promise<string | undefined> => {
  const typed = createClient<Collections>({ baseUrl: '' });
  const answer = await typed.getCollectionContent({ params: { name: 'articles', idOrSlug } });
  const { status, data } = answer.body.data;
  // @ts-expect-error a draft may lack it
  const early: string = data.body;
  if (status !== 'published') return early;
  const person = answer.body.included?.[answer.body.data.data.author ?? ''];
  return data.body + person?.title;
};
`;

test('has types in strict TypeScript for platforms with the library of ES2022', async () => {
  const compilerOptions = {
    strict: true,
    module: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    types: [],
    noEmit: true,
  };
  await writeFile(join(project, 'program.ts'), program);
  const config = { compilerOptions, files: ['program.ts'] };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
  expect(await runNode(project, [compiler, '--pretty', 'false', '--checkers', '1'])).toBe('');
});

test.each([
  ['this Node', process.execPath],
  ['Node 20, if the machine has one', oldNode],
])('runs on %s', async (_, node) => {
  if (node === undefined) return;
  await using app = await serveApp();
  await writeFile(join(project, 'program.js'), stripTypeScriptTypes(program));
  const { stdout } = await run(node, ['program.js', app.url], { cwd: project });
  expect(JSON.parse(stdout)).toEqual([true, expect.any(Array), 'not_found']);
});
