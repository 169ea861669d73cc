import { posix } from 'node:path';
import type { IncomingContentDto } from '../../../contracts/index.ts';
import { slugSourceOf } from '../markdown/document-name.ts';
import { readLocalFile, type LocalFile } from '../markdown/local-file.ts';
import type { MarkdownFolder } from '../markdown/markdown-folder.ts';
import type { SkippedFile } from '../markdown/scan-folder.ts';
import { folderFindings, type FolderFindings } from './folder-findings.ts';
import { importItems, sizeOfItem } from './import-items.ts';
import { importMediaFile, type ImportRun } from './import-run.ts';
import type { ItemToImport } from './import-findings.ts';
import { slugOf } from './item-slug.ts';
import { formatCounted } from '../progress.ts';

/** Imports a folder of Markdown: for each document first its files, then the document. */
export const importMarkdown = async (folder: MarkdownFolder, run: ImportRun): Promise<void> => {
  for (const file of folder.skipped) skipFile(file, run);
  run.progress.count('item', folder.documents.length);
  const findings = folderFindings();
  await importItems(readDocuments(folder, run, findings), run);
  // Documents that were not read can refer to the files.
  if (!run.signal.aborted) run.findings.note(findings.lines(folder));
};

const skipFile = ({ path, reason, broken }: SkippedFile, { report }: ImportRun): void => {
  if (broken) report.skip(path, reason);
  else report.leaveOut(path, reason);
};

async function* readDocuments(
  folder: MarkdownFolder,
  run: ImportRun,
  findings: FolderFindings,
): AsyncGenerator<ItemToImport> {
  const store = fileStore(run);
  const { baseLocale } = run.collections?.get(folder.collection) ?? {};
  const missing = new Set<string>();
  let withoutLanguage = 0;
  for (const [index, path] of folder.documents.entries()) {
    if (run.signal.aborted) return;
    const read = await folder.readDocument(path);
    if (read.kind === 'skipped') {
      skipFile(read.file, run);
      continue;
    }
    const { document } = read;
    findings.add(path, document);
    for (const { address, reason } of document.missing) {
      const [target = ''] = address.split(/[?#]/, 1);
      const file = posix.resolve('/', posix.dirname(path), target);
      if (!missing.has(file)) run.report.missingFile(path, address, reason);
      missing.add(file);
    }
    const stored = new Map<LocalFile, string>();
    for (const file of document.files) {
      const url = await store(file, path);
      if (url !== undefined) stored.set(file, url);
    }
    const record = document.toRecord(stored, run.fieldsOf(folder.collection), baseLocale);
    // Translations share the slug: if it is taken, then by something else.
    const language = baseLocale === undefined ? folder.languageOf(path) : undefined;
    const item = { ...record, ...readAlternative(path, record, language, run) };
    const { translation } = document;
    if (baseLocale !== undefined && translation.locale === undefined) withoutLanguage += 1;
    yield {
      source: path,
      item,
      verbatim: false,
      changes:
        baseLocale === undefined ? document.changes : [...document.changes, ...translation.changes],
      statedStatus: document.statedStatus,
      rejectedFiles: document.rejectedFiles(stored),
      size: sizeOfItem(item),
      position: index + 1,
    };
  }
  if (baseLocale !== undefined && withoutLanguage > 0) {
    const documents = `${formatCounted(withoutLanguage, 'document')} ${withoutLanguage === 1 ? 'states' : 'state'}`;
    run.findings.note([
      `${documents} no language: ${baseLocale} is used, the base locale of the collection.`,
    ]);
  }
}

/**
 * The slug of the item if its own is taken: with `--on-slug-clash path` that of the path, otherwise its
 * own with the language. None without letters and digits.
 */
const readAlternative = (
  path: string,
  { slug = '' }: Pick<IncomingContentDto, 'slug'>,
  language: string | undefined,
  { onSlugClash }: Pick<ImportRun, 'onSlugClash'>,
): Pick<IncomingContentDto, 'alternativeSlug'> => {
  if (onSlugClash !== 'path' && language === undefined) return {};
  const title = onSlugClash === 'path' ? slugSourceOf(path) : `${slug}-${language}`;
  const alternativeSlug = slugOf({ title });
  return alternativeSlug === undefined ? {} : { alternativeSlug };
};

/**
 * Stores each file once, for the first document that refers to it. The function returns its URL;
 * undefined when it failed.
 */
const fileStore = (
  run: ImportRun,
): ((file: LocalFile, document: string) => Promise<string | undefined>) => {
  const urls = new Map<LocalFile, string | undefined>();
  return async (file, document) => {
    if (!urls.has(file)) {
      const source = `${file.path} (in ${document})`;
      urls.set(file, await importMediaFile(source, () => readLocalFile(file), run));
    }
    return urls.get(file);
  };
};
