import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../architecture/sources.ts';
import { installPackages, run } from '../npm-registry.ts';
import { builtPackage } from '../runtimes/built-package.ts';

export interface PackedPackage {
  /** What was packed. */
  readonly built: string;
  readonly tarball: string;
  /** In bytes. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: ReadonlySet<string>;
}

/** Packs the package into the folder. */
export const packPackage = async (folder: string): Promise<PackedPackage> => {
  const built = join(await builtPackage(), 'node_modules/quoin');
  const args = ['pack', built, '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: projectRoot, maxBuffer: 16 * 1024 ** 2 });
  const [packed]: readonly (Pick<PackedPackage, 'size' | 'unpackedSize'> & {
    readonly filename: string;
    readonly files: readonly { readonly path: string }[];
  })[] = JSON.parse(stdout);
  if (packed === undefined) throw new Error(stdout);
  return {
    ...packed,
    built,
    tarball: join(folder, packed.filename),
    files: new Set(packed.files.map(({ path }) => path)),
  };
};

/** Installs the package into an empty project, with other packages. @returns the folder of the project. */
export const installInProject = async (
  folder: string,
  ...packages: readonly string[]
): Promise<string> => {
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
  await installPackages(project, ...packages);
  return project;
};
