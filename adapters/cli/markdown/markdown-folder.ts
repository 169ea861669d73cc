import { join } from 'node:path';
import { InvalidFile, readTextFile, UnwantedFile } from './text-file.ts';
import { fileResolver } from './file-resolver.ts';
import { readLanguages, type FolderLanguages } from './languages.ts';
import type { LocalFile } from './local-file.ts';
import { parseDocument, type DocumentRules, type MarkdownDocument } from './markdown-document.ts';
import { findOtherDocuments } from './other-documents.ts';
import { readSiteStatements, type SiteStatements } from './site/site-statements.ts';
import { scanFolder, type SkippedFile } from './scan-folder.ts';

/** A folder of Markdown. Files are read one by one; only paths stay in memory. */
export interface MarkdownFolder {
  /** The name of the collection for the documents. */
  readonly collection: string;
  /** Relative to the folder, with slashes: by language, the main language first, then by path. */
  readonly documents: readonly string[];
  /** The language of a document; undefined if all documents have the same. */
  readonly languageOf: FolderLanguages['languageOf'];
  /** All other files of the folder. */
  readonly files: readonly LocalFile[];
  /** Documents and folders that cannot be read. */
  readonly skipped: readonly SkippedFile[];
  /** Files that look like documents in formats that are not read. */
  readonly otherDocuments: readonly string[];
  /** Files that may hide documents on the site, and that the import does not run. */
  readonly unreadStatements: SiteStatements['unread'];
  /** @param path one of `documents`. */
  readonly readDocument: (path: string) => Promise<ReadDocument>;
}

export interface FolderRules extends DocumentRules {
  /** The folder of the site's static files, which URLs with an absolute path refer to. */
  readonly staticFolder?: string | undefined;
}

export type ReadDocument =
  | { readonly kind: 'document'; readonly document: MarkdownDocument }
  | { readonly kind: 'skipped'; readonly file: SkippedFile };

/** Lists the files of the folder. */
export const openMarkdownFolder = async (
  folder: string,
  { staticFolder, ...rules }: FolderRules,
): Promise<MarkdownFolder> => {
  const { root, documents, files: paths, links, skipped } = await scanFolder(folder);
  const files = paths.map((path) => ({ root, path }));
  const statics = staticFolder === undefined ? noFiles : await scanStatic(staticFolder);
  const resolve = fileResolver({
    root,
    documents,
    files,
    links,
    staticFiles: statics.files,
  });
  const { ordered, languageOf } = readLanguages(documents);
  const { about, unread } = await readSiteStatements(root, documents, paths);
  return {
    collection: rules.collection,
    documents: ordered,
    languageOf,
    files,
    skipped: [...skipped, ...statics.skipped],
    otherDocuments: await findOtherDocuments(root, paths),
    unreadStatements: unread,
    readDocument: async (path) => {
      try {
        const text = await readTextFile(join(root, path));
        return {
          kind: 'document',
          document: parseDocument(path, text, { ...rules, about }, resolve),
        };
      } catch (error) {
        if (error instanceof InvalidFile) return skip(path, error.message, true);
        if (error instanceof UnwantedFile) return skip(path, error.message, false);
        throw error;
      }
    },
  };
};

interface StaticFiles {
  readonly files: readonly LocalFile[];
  readonly skipped: readonly SkippedFile[];
}

const noFiles: StaticFiles = { files: [], skipped: [] };

/** Markdown in this folder is not imported: it is a file like any other. */
const scanStatic = async (folder: string): Promise<StaticFiles> => {
  const { root, documents, files, skipped } = await scanFolder(folder);
  return {
    files: [...documents, ...files].map((path) => ({ root, path, isStatic: true })),
    skipped: skipped.map((file) => ({ ...file, path: join(folder, file.path) })),
  };
};

const skip = (path: string, reason: string, broken: boolean): ReadDocument => ({
  kind: 'skipped',
  file: { path, reason, broken },
});
