import { readDataFiles, readDataPrograms } from './data-files.ts';
import { readSections } from './hugo-cascade.ts';
import { readPelican, readSitePrograms, readUnderscores } from './site-programs.ts';
import { readSiteSettings } from './site-settings.ts';
import type { Statement } from './statement.ts';

/** What folders and the site say about their documents. */
export interface SiteStatements {
  /** The statements about a document, the most specific first. */
  readonly about: (path: string) => readonly Statement[];
  /** The files that may hide documents and that the import does not run, with the number of their documents. */
  readonly unread: readonly { readonly file: string; readonly documents: number }[];
}

/**
 * Reads what generators let a folder or the site state for its documents.
 *
 * @param files the paths of the files in the folder that are not documents.
 */
export const readSiteStatements = async (
  root: string,
  documents: readonly string[],
  files: readonly string[],
): Promise<SiteStatements> => {
  const general = [
    ...(await readPelican(root, files)),
    ...(await readUnderscores(root, files)),
    ...(await readSiteSettings(root, files)),
  ];
  const inFolders = [
    ...(await readSections(root, documents)),
    ...(await readDataFiles(root, documents, files)),
  ].toSorted((a, b) => depthOf(a) - depthOf(b));
  const statements = [...general, ...inFolders]
    .filter(({ values }) => Object.keys(values).length > 0)
    .toReversed();
  const programs = [
    ...(await readSitePrograms(root, files)),
    ...(await readDataPrograms(root, documents, files)),
  ];
  return {
    about: (path) => statements.filter(({ appliesTo }) => appliesTo(path)),
    unread: programs.map(({ file, appliesTo }) => ({
      file,
      documents: documents.filter(appliesTo).length,
    })),
  };
};

const depthOf = ({ file }: Statement): number => file.split('/').length;
