/** What the programs that build packages have in common. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether nothing is lost with the folder: there is none, it is empty, or it has a built package of the name. */
const isReplaceable = (folder, packageName) => {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return true;
  const path = join(folder, 'package.json');
  const { name, scripts } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return name === packageName && scripts === undefined;
};

/** Removes an earlier package of the name. Ends the process if the folder has anything else. */
export const clearFolder = (folder, packageName) => {
  if (!isReplaceable(folder, packageName)) {
    console.error(`${folder} has other files. Name a folder that is empty or does not exist.`);
    process.exit(1);
  }
  rmSync(folder, { recursive: true, force: true });
};

export const writeManifest = (folder, manifest) =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
