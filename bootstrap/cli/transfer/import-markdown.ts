import type { MarkdownFolder } from '../../../adapters/markdown/markdown-folder.ts';
import { importFile, type FileToImport } from './import-file.ts';
import { importItems, sizeOfItem, type ImportRun, type SourcedItem } from './import-items.ts';

/** Brings a folder of Markdown in: the images that its documents show, then the documents. */
export const importMarkdown = async (folder: MarkdownFolder, run: ImportRun): Promise<void> => {
  for (const { path, reason, broken } of folder.skipped) run.report.skip(path, reason, broken);
  await importItems(readDocuments(folder, run), run);
};

async function* readDocuments(folder: MarkdownFolder, run: ImportRun): AsyncGenerator<SourcedItem> {
  const store = imageStore(folder, run);
  for (const [index, path] of folder.documents.entries()) {
    if (run.signal.aborted) return;
    const read = await folder.readDocument(path);
    if (read.kind === 'skipped') {
      run.report.skip(path, read.file.reason, read.file.broken);
      continue;
    }
    const { document } = read;
    for (const { address, reason } of document.missing) run.report.miss(path, address, reason);
    const stored = new Map<string, string>();
    for (const image of document.images) {
      const address = await store(image);
      if (address !== undefined) stored.set(image, address);
    }
    const item = document.toRecord(stored);
    const share = (index + 1) / folder.documents.length;
    yield { source: path, item, verbatim: false, size: sizeOfItem(item), share };
  }
}

/** Stores each image once, whichever documents show it. @returns its address, unless it is refused. */
const imageStore = (
  folder: MarkdownFolder,
  run: ImportRun,
): ((path: string) => Promise<string | undefined>) => {
  const addresses = new Map<string, string | undefined>();
  return async (path) => {
    if (!addresses.has(path)) {
      addresses.set(path, await importFile(path, () => prepare(folder, path), run));
    }
    return addresses.get(path);
  };
};

const prepare = async (folder: MarkdownFolder, path: string): Promise<FileToImport> => {
  const { record, file } = await folder.readImage(path);
  return { record, path: file };
};
