import { mediaKindOf } from '../markdown/file-address.ts';
import type { LocalFile } from '../markdown/local-file.ts';
import type { MarkdownFolder } from '../markdown/markdown-folder.ts';
import type { MarkdownDocument } from '../markdown/markdown-document.ts';
import { formatCount, formatCounted } from '../progress.ts';

/** What an import of a folder leaves unchanged or unused. Printed after the summary. */
export interface FolderFindings {
  /** @param path of the document, relative to the folder. */
  readonly add: (
    path: string,
    document: Pick<MarkdownDocument, 'files' | 'missingDocuments' | 'unread'>,
  ) => void;
  readonly lines: (
    folder: Pick<MarkdownFolder, 'files' | 'otherDocuments' | 'unreadStatements'>,
  ) => readonly string[];
}

/** The most documents that are named, and the most links of each. */
const maxDocuments = 10;
const maxNamed = 3;

export const folderFindings = (): FolderFindings => {
  const used = new Set<LocalFile>();
  const missing = new Map<string, readonly string[]>();
  const unread = new Map<string, { readonly first: string; count: number }>();
  return {
    add: (path, document) => {
      for (const file of document.files) used.add(file);
      if (document.missingDocuments.length > 0) missing.set(path, document.missingDocuments);
      for (const notation of document.unread) {
        const entry = unread.get(notation) ?? { first: path, count: 0 };
        entry.count += 1;
        unread.set(notation, entry);
      }
    },
    lines: ({ files, otherDocuments, unreadStatements }) => [
      ...describeOthers(otherDocuments),
      ...unreadStatements.map(describeStatement),
      ...describeMissing(missing),
      ...describeUnread(unread),
      ...describeUnused(
        files.filter((file) => !used.has(file) && mediaKindOf(file.path) === 'image'),
      ),
    ],
  };
};

/** Files in formats that are not read. */
export const describeOthers = (paths: readonly string[]): readonly string[] => {
  if (paths.length === 0) return [];
  const what =
    paths.length === 1
      ? '1 file looks like a document in a format that is not read'
      : `${formatCount(paths.length)} files look like documents in formats that are not read`;
  return [`${what}: ${listed(paths, maxDocuments)}`];
};

const describeStatement = ({
  file,
  documents,
}: MarkdownFolder['unreadStatements'][number]): string =>
  `${file} is a program, which the import does not run. It may hide ${documents === 1 ? 'the 1 document' : `up to ${formatCounted(documents, 'document')}`} that it applies to: check ${documents === 1 ? 'its' : 'their'} status.`;

const describeMissing = (missing: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  if (missing.size === 0) return [];
  const count = [...missing.values()].flat().length;
  const shown = [...missing].slice(0, maxDocuments);
  const rest = missing.size - shown.length;
  return [
    count === 1
      ? '1 link leads to a document that is not part of the import. It stays unchanged:'
      : `${formatCount(count)} links lead to documents that are not part of the import. They stay unchanged:`,
    ...shown.map(([path, addresses]) => `  ${path}: ${listed(addresses)}`),
    ...(rest > 0 ? [`  … and links in ${formatCounted(rest, 'more document')}`] : []),
  ];
};

const describeUnread = (
  unread: ReadonlyMap<string, { readonly first: string; readonly count: number }>,
): readonly string[] => {
  if (unread.size === 0) return [];
  return [
    'The import does not read these notations of files. They stay unchanged:',
    ...[...unread].map(
      ([notation, { first, count }]) =>
        `  ${notation}  ${count === 1 ? 'once, in' : `${formatCount(count)} times, first in`} ${first}`,
    ),
  ];
};

const describeUnused = (files: readonly LocalFile[]): readonly string[] => {
  if (files.length === 0) return [];
  const what =
    files.length === 1
      ? '1 image of the folder is not stored, because no imported document refers to it'
      : `${formatCount(files.length)} images of the folder are not stored, because no imported document refers to them`;
  return [`${what}: ${listed(files.map(({ path }) => path))}`];
};

const listed = (names: readonly string[], max = maxNamed): string => {
  const rest = names.length - max;
  return names.slice(0, max).join(', ') + (rest > 0 ? ` and ${formatCount(rest)} more` : '');
};
