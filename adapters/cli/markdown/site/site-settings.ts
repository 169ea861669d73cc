import { join, posix } from 'node:path';
import picomatch from 'picomatch';
import { isJsonObject, type Json, type JsonObject } from '../../../../core/vocabulary.ts';
import { cascadesOf } from './hugo-cascade.ts';
import { parseData } from './parse-data.ts';
import { findSiteFiles, pathIn, type SiteFile } from './site-folders.ts';
import { isInUnderscoredFolder, unreadable, type Statement } from './statement.ts';

type ReadSettings = (settings: JsonObject, site: Site) => readonly Statement[];

interface Site {
  /** The configuration, relative to the imported folder. */
  readonly file: string;
  /** The path of a document from the folder of the site; undefined for one outside of it. */
  readonly pathOf: (document: string, folder?: string) => string | undefined;
  readonly root: string;
}

const spellings = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => ['toml', 'yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`));

const textsOf = (value: Json | undefined): readonly string[] => {
  const list: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : [value ?? null];
  return list.filter((each) => typeof each === 'string');
};

/** Whether a path is one of the patterns, or in a folder that is. */
const matcher = (patterns: readonly string[]): ((path: string) => boolean) => {
  const isMatch = patterns.map((pattern) => {
    const plain = pattern.replace(/^\.?\//, '').replace(/\/$/, '');
    return plain === '' ? () => true : picomatch([plain, `${plain}/**`]);
  });
  return (path) => isMatch.some((each) => each(path));
};

const hidden = ({ file }: Site, sign: string, appliesTo: (path: string) => boolean): Statement => ({
  file,
  values: { draft: true },
  sign,
  appliesTo,
});

/** `defaults`, `exclude`, and folders with `_` that are no collections. Hexo has `exclude`, too. */
const readJekyll: ReadSettings = (settings, site) => {
  const source = textsOf(settings['source'])[0] ?? '';
  const pathOf = (document: string) => site.pathOf(document, source);
  const { collections } = settings;
  const known = isJsonObject(collections) ? Object.keys(collections) : textsOf(collections);
  const excluded = textsOf(settings['exclude']);
  const included = matcher(textsOf(settings['include']));
  const isExcluded = matcher(excluded);
  const defaults: readonly Json[] = Array.isArray(settings['defaults'])
    ? (settings['defaults'] as readonly Json[])
    : [];
  const scoped = defaults.filter(isJsonObject).map((each): { size: number; rule: Statement } => {
    const scope = isJsonObject(each['scope']) ? each['scope'] : {};
    const values = isJsonObject(each['values']) ? each['values'] : {};
    const folder = textsOf(scope['path'])[0] ?? '';
    const isInScope = folder === '' ? () => true : matcher([folder]);
    const type = textsOf(scope['type'])[0];
    const appliesTo = (document: string): boolean => {
      const path = pathOf(document);
      return (
        path !== undefined &&
        isInScope(path) &&
        (type === undefined || typeOf(path, known) === type)
      );
    };
    return { size: folder.length, rule: { file: site.file, values, appliesTo } };
  });
  const shown = ['_posts', ...known.map((name) => `_${name}`)];
  return [
    hidden(site, 'a folder with _', (document) => {
      const path = pathOf(document);
      return path !== undefined && isInUnderscoredFolder(path, shown) && !included(path);
    }),
    ...scoped.toSorted((a, b) => a.size - b.size).map(({ rule }) => rule),
    ...(excluded.length === 0
      ? []
      : [
          hidden(site, 'exclude', (document) => {
            const path = pathOf(document);
            return path !== undefined && isExcluded(path) && !included(path);
          }),
        ]),
  ];
};

/** The type of a document of Jekyll: `posts`, `drafts`, the name of its collection, or `pages`. */
const typeOf = (path: string, collections: readonly string[]): string => {
  const folders = posix.dirname(path).split('/');
  if (folders.includes('_posts')) return 'posts';
  if (folders.includes('_drafts')) return 'drafts';
  const names = folders.map((name) => name.replace(/^_/, ''));
  return (
    names.find((name, index) => collections.includes(name) && folders[index] !== name) ?? 'pages'
  );
};

const readHugo: ReadSettings = (settings, { file, root, pathOf }) =>
  cascadesOf(root, file, settings['cascade'] ?? null, (path) => pathOf(path) !== undefined);

/** `exclude_docs` and `draft_docs`: patterns of gitignore, of which the last that matches counts. */
const readMkdocs: ReadSettings = (settings, site) => {
  const docs = textsOf(settings['docs_dir'])[0] ?? 'docs';
  return ['exclude_docs', 'draft_docs'].flatMap((name) => {
    const patterns = textsOf(settings[name])
      .flatMap((text) => text.split('\n'))
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map(ignorePattern);
    if (patterns.length === 0) return [];
    const isIgnored = (document: string): boolean => {
      const path = site.pathOf(document, docs);
      const last = patterns.findLast(({ isMatch }) => path !== undefined && isMatch(path));
      return last !== undefined && !last.isNegated;
    };
    return [hidden(site, name, isIgnored)];
  });
};

const ignorePattern = (line: string) => {
  const isNegated = line.startsWith('!');
  const pattern = line.slice(isNegated ? 1 : 0);
  const plain = pattern.replace(/^\/|\/$/g, '');
  const anywhere = plain.includes('/') || pattern.startsWith('/') ? plain : `**/${plain}`;
  const patterns = pattern.endsWith('/') ? [`${anywhere}/**`] : [anywhere, `${anywhere}/**`];
  return { isNegated, isMatch: picomatch(patterns, { dot: true }) };
};

/** `drafts` of a website, and files that `render` leaves out. */
const readQuarto: ReadSettings = ({ project, website }, site) => {
  const drafts = isJsonObject(website) ? textsOf(website['drafts']) : [];
  const render = isJsonObject(project) ? textsOf(project['render']) : [];
  const isDraft = matcher(drafts);
  const isLeftOut = matcher(
    render.filter((each) => each.startsWith('!')).map((each) => each.slice(1)),
  );
  return [
    { sign: 'drafts', isHidden: isDraft },
    { sign: 'render', isHidden: isLeftOut },
  ].map(({ sign, isHidden }) =>
    hidden(site, sign, (document) => {
      const path = site.pathOf(document);
      return path !== undefined && isHidden(path);
    }),
  );
};

const hugoNames = spellings(['hugo', 'config', 'config/_default/hugo', 'config/_default/config']);
const cascadeNames = spellings(['config/_default/cascade']);
const readers: readonly (readonly [readonly string[], ReadSettings])[] = [
  [hugoNames, readHugo],
  [cascadeNames, (cascade, site) => readHugo({ cascade }, site)],
  [['_config.yml', '_config.yaml', '_config.toml', 'bridgetown.config.yml'], readJekyll],
  [['mkdocs.yml', 'mkdocs.yaml'], readMkdocs],
  [['_quarto.yml', '_quarto.yaml'], readQuarto],
];

/** The statements in the configuration of the site, the most general first. */
export const readSiteSettings = async (
  root: string,
  files: readonly string[],
): Promise<readonly Statement[]> => {
  const statements: Statement[] = [];
  for (const [names, read] of readers) {
    for (const file of await findSiteFiles(root, names, files)) {
      statements.push(...settingsOf(root, file, read));
    }
  }
  return statements;
};

const settingsOf = (
  root: string,
  { path, site, text }: SiteFile,
  read: ReadSettings,
): readonly Statement[] => {
  const pathOf: Site['pathOf'] = (document, folder = '') =>
    pathIn(root, join(site, folder), document);
  try {
    const settings = text === undefined ? undefined : parseData(path, text);
    return settings === undefined
      ? [unreadable(path, (document) => pathOf(document) !== undefined)]
      : read(settings, { file: path, pathOf, root });
  } catch {
    return [unreadable(path, (document) => pathOf(document) !== undefined)];
  }
};
