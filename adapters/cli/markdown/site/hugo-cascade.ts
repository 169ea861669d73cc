import { basename, join, posix } from 'node:path';
import picomatch from 'picomatch';
import { isJsonObject, type Json, type JsonObject } from '../../../../core/vocabulary.ts';
import { isSectionPage } from '../document-name.ts';
import { withoutDocumentEnding } from '../file-address.ts';
import { parseFrontMatter } from '../front-matter/front-matter.ts';
import { splitFrontMatter } from '../front-matter/split-front-matter.ts';
import { languageOf, splitLanguage } from '../languages.ts';
import { readTextFile } from '../text-file.ts';
import { folderOf, isInFolder, unreadable, type Statement } from './statement.ts';

/** The statements in the pages of sections: `cascade` of Hugo, and a section that is a draft itself, as in Zola. */
export const readSections = async (
  root: string,
  documents: readonly string[],
): Promise<readonly Statement[]> => {
  const statements: Statement[] = [];
  for (const path of documents.filter(isSectionPage)) {
    const language = splitLanguage(withoutDocumentEnding(posix.basename(path))).language;
    const isInSection = isInFolder(folderOf(path));
    const appliesTo = (document: string): boolean =>
      isInSection(document) && (language === undefined || languageOf(document) === language);
    try {
      const matter = parseFrontMatter(
        splitFrontMatter(await readTextFile(join(root, path))),
      ).values;
      const { draft, headless } = matter;
      const own = { ...(draft === true && { draft }), ...(headless === true && { headless }) };
      statements.push({ file: path, values: own, appliesTo });
      statements.push(...cascadesOf(root, path, matter['cascade'] ?? null, appliesTo));
    } catch {
      statements.push(unreadable(path, appliesTo));
    }
  }
  return statements;
};

/** The statements of one `cascade`: an object, or a list of objects for different targets. */
export const cascadesOf = (
  root: string,
  file: string,
  cascade: Json,
  appliesTo: Statement['appliesTo'],
): readonly Statement[] => {
  const list: readonly Json[] = Array.isArray(cascade) ? (cascade as readonly Json[]) : [cascade];
  return list.filter(isJsonObject).map((each) => {
    const { _target, target = _target, ...values } = each;
    const isTarget = isJsonObject(target) ? matchTarget(root, target) : () => true;
    return { file, values, appliesTo: (path) => appliesTo(path) && isTarget(path) };
  });
};

/** Matches on the safe side: conditions that only the site can check are met. */
const matchTarget = (
  root: string,
  { path, lang, kind }: JsonObject,
): ((path: string) => boolean) => {
  const isPath =
    typeof path === 'string'
      ? picomatch(path.toLowerCase().replace(/\{([^{},]*)\}/g, '$1'))
      : () => true;
  const isLanguage = typeof lang === 'string' ? picomatch(lang) : () => true;
  const isKind = typeof kind === 'string' ? picomatch(kind)('page') : true;
  return (document) => {
    const language = languageOf(document);
    return (
      isKind && isPath(pagePath(root, document)) && (language === undefined || isLanguage(language))
    );
  };
};

/** The path of a page in Hugo: from the folder `content`, without ending and language, in lower case. */
const pagePath = (root: string, document: string): string => {
  const full = posix.join(rootTail(root), document);
  const stem = splitLanguage(withoutDocumentEnding(full)).base.replace(/\/index$/, '');
  return `/${stem
    .split('/')
    .slice(stem.split('/').indexOf('content') + 1)
    .join('/')}`
    .toLowerCase()
    .replaceAll(' ', '-');
};

/** The end of the path of the imported folder that begins with `content`; empty if it is not inside such a folder. */
const rootTail = (root: string): string => {
  const names = root.split(/[\\/]/);
  const start = names.lastIndexOf('content');
  return start < 0 || basename(root) === '' ? '' : names.slice(start).join('/');
};
