import { basename, join, posix } from 'node:path';
import type { JsonObject } from '../../../../core/vocabulary.ts';
import { withoutDocumentEnding } from '../file-address.ts';
import { readTextFile } from '../text-file.ts';
import { parseData } from './parse-data.ts';
import {
  folderOf,
  isInFolder,
  unreadable,
  type Statement,
  type UnreadStatement,
} from './statement.ts';

/**
 * The data files of folders and documents: `posts/posts.json` and `posts/tides.json` of Eleventy, also as `.11tydata.json`;
 * `_data.yml` of Lume; `_metadata.yml` of Quarto; `_defaults.yml` of Bridgetown.
 *
 * @param files the paths of the files in the folder that are not documents.
 */
export const readDataFiles = async (
  root: string,
  documents: readonly string[],
  files: readonly string[],
): Promise<readonly Statement[]> => {
  const stems = new Set(documents.map(withoutDocumentEnding));
  const statements: Statement[] = [];
  for (const path of files) {
    const appliesTo = scopeOf(root, path, stems);
    if (appliesTo === undefined || !/\.(?:json|ya?ml)$/i.test(path)) continue;
    if (!documents.some(appliesTo)) continue;
    const values = await readData(join(root, path));
    if (values === undefined) statements.push(unreadable(path, appliesTo));
    else statements.push({ file: path, values, appliesTo });
  }
  return statements;
};

/** The data files that are programs and mention a member that can hide documents. */
export const readDataPrograms = async (
  root: string,
  documents: readonly string[],
  files: readonly string[],
): Promise<readonly UnreadStatement[]> => {
  const stems = new Set(documents.map(withoutDocumentEnding));
  const found: UnreadStatement[] = [];
  for (const path of files) {
    if (!/(?:\.11tydata\.[cm]?[jt]s|(?:^|\/)_data\.[cm]?[jt]s)$/.test(path)) continue;
    const appliesTo = scopeOf(root, path, stems);
    if (appliesTo === undefined || !documents.some(appliesTo)) continue;
    const text = await readTextFile(join(root, path)).catch(() => 'draft');
    if (/\b(?:draft|permalink|published|eleventyExcludeFromCollections)\b/.test(text)) {
      found.push({ file: path, appliesTo });
    }
  }
  return found;
};

const scopeOf = (
  root: string,
  path: string,
  stems: ReadonlySet<string>,
): Statement['appliesTo'] | undefined => {
  const folder = folderOf(path);
  const name = posix.basename(path).replace(/(?:\.11tydata)?\.[^.]+$/, '');
  if (/^(?:_data|_metadata|_defaults)$/.test(name)) return isInFolder(folder);
  if (/\.ya?ml$/i.test(path)) return undefined;
  const folderName = folder === '' ? basename(root) : posix.basename(folder);
  if (name === folderName) return isInFolder(folder);
  const stem = posix.join(folder, name);
  return stems.has(stem) ? (document) => withoutDocumentEnding(document) === stem : undefined;
};

const readData = async (file: string): Promise<JsonObject | undefined> => {
  try {
    const text = await readTextFile(file);
    // A list is data of another kind.
    return /^\s*(?:\[|- )/.test(text) ? {} : parseData(file, text);
  } catch {
    return undefined;
  }
};
