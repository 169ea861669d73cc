import { findSiteFiles, pathIn } from './site-folders.ts';
import { isInUnderscoredFolder, type Statement, type UnreadStatement } from './statement.ts';

const scripts = (name: string): readonly string[] =>
  ['js', 'cjs', 'mjs', 'ts', 'mts'].map((ending) => `${name}.${ending}`);

/** Configurations that are programs, and what in them can hide documents. */
const programs: readonly (readonly [readonly string[], RegExp])[] = [
  [scripts('docusaurus.config'), /\bexclude\s*:/],
  [scripts('.vitepress/config'), /\bsrcExclude\s*:/],
  [
    [...scripts('src/content.config'), ...scripts('src/content/config')],
    /\bdraft\b[^,\n]*\.default\(\s*true/,
  ],
  [
    [...scripts('eleventy.config'), '.eleventy.js'],
    /\.ignores\.add\(|addGlobalData\(\s*["'](?:draft|permalink)/,
  ],
  [scripts('nuxt.config'), /\bignores\s*:/],
];

/** The configurations of the site that are programs and can hide documents. */
export const readSitePrograms = async (
  root: string,
  files: readonly string[],
): Promise<readonly UnreadStatement[]> => {
  const found: UnreadStatement[] = [];
  for (const [names, pattern] of programs) {
    for (const { path, site, text = '' } of await findSiteFiles(root, names, files)) {
      if (!pattern.test(text)) continue;
      found.push({
        file: path,
        appliesTo: (document) => pathIn(root, site, document) !== undefined,
      });
    }
  }
  return found;
};

/** Docusaurus and Astro leave out folders with `_`. */
export const readUnderscores = async (
  root: string,
  files: readonly string[],
): Promise<readonly Statement[]> =>
  (
    await findSiteFiles(root, [...scripts('docusaurus.config'), ...scripts('astro.config')], files)
  ).map(({ path, site }) => ({
    file: path,
    values: { draft: true },
    sign: 'a folder with _',
    appliesTo: (document) => isInUnderscoredFolder(pathIn(root, site, document) ?? ''),
  }));

const pelicanNames = ['pelicanconf.py', 'publishconf.py'];
const defaultMetadata = /^DEFAULT_METADATA\s*=\s*[{(]([^})]*)[})]/m;
const defaultStatus = /["']status["']\s*[:,]\s*["'](\w+)["']/;

/** The status of articles of Pelican that state none. */
export const readPelican = async (
  root: string,
  files: readonly string[],
): Promise<readonly Statement[]> =>
  (await findSiteFiles(root, pelicanNames, files)).flatMap(({ path, site, text = '' }) => {
    const [, metadata = ''] = defaultMetadata.exec(text) ?? [];
    const [, status] = defaultStatus.exec(metadata) ?? [];
    if (status === undefined) return [];
    const appliesTo = (document: string): boolean => pathIn(root, site, document) !== undefined;
    return [{ file: path, values: { status }, appliesTo }];
  });
