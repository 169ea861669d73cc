import { slugSourceOf } from '../markdown/document-name.ts';
import type { MarkdownFolder } from '../markdown/markdown-folder.ts';
import {
  importItems,
  importMediaFile,
  sizeOfItem,
  type ImportRun,
  type ItemToImport,
  type MediaToImport,
} from './import-run.ts';
import { readSlug } from './item-slug.ts';

/** Imports a folder of Markdown: for each document first its images, then the document. */
export const importMarkdown = async (folder: MarkdownFolder, run: ImportRun): Promise<void> => {
  for (const { path, reason, broken } of folder.skipped) run.report.skip(path, reason, broken);
  await importItems(readDocuments(folder, run), run);
};

async function* readDocuments(
  folder: MarkdownFolder,
  run: ImportRun,
): AsyncGenerator<ItemToImport> {
  const store = imageStore(folder, run);
  for (const [index, path] of folder.documents.entries()) {
    if (run.signal.aborted) return;
    const read = await folder.readDocument(path);
    if (read.kind === 'skipped') {
      run.report.skip(path, read.file.reason, read.file.broken);
      continue;
    }
    const { document } = read;
    for (const { address, reason } of document.missing)
      run.report.missingImage(path, address, reason);
    const stored = new Map<string, string>();
    for (const image of document.images) {
      const address = await store(image);
      if (address !== undefined) stored.set(image, address);
    }
    const item = {
      ...document.toRecord(stored, run.fieldsOf(folder.collection)),
      ...(run.onSlugClash === 'path' && readAlternative(path)),
    };
    const share = (index + 1) / folder.documents.length;
    yield { source: path, item, verbatim: false, size: sizeOfItem(item), share };
  }
}

/** The slug of the path; nothing for a path without letters and digits. */
const readAlternative = (path: string): { readonly alternativeSlug?: string } => {
  const alternativeSlug = readSlug({ title: slugSourceOf(path) });
  return alternativeSlug === undefined ? {} : { alternativeSlug };
};

/** Stores each image once. The function returns its address; undefined when it failed. */
const imageStore = (
  folder: MarkdownFolder,
  run: ImportRun,
): ((path: string) => Promise<string | undefined>) => {
  const addresses = new Map<string, string | undefined>();
  return async (path) => {
    if (!addresses.has(path)) {
      addresses.set(path, await importMediaFile(path, () => prepare(folder, path), run));
    }
    return addresses.get(path);
  };
};

const prepare = async (folder: MarkdownFolder, path: string): Promise<MediaToImport> => {
  const { record, file } = await folder.readImage(path);
  return { record, path: file };
};
