import { CommandError } from '../command-errors.ts';
import type { DownloadFile } from '../command-host.ts';
import type { ItemToImport } from '../transfer/import-findings.ts';
import { importItems, sizeOfItem } from '../transfer/import-items.ts';
import { importCollection, type ImportRun } from '../transfer/import-run.ts';
import { slugOf } from '../transfer/item-slug.ts';
import { openRedirectsFile, type RedirectsFile } from '../transfer/redirects-file.ts';
import { remarkCounts } from '../transfer/remarks.ts';
import type { SourceDocument, SourceFile, SourceSystem } from './source-system.ts';
import { systemFiles, type SystemFiles } from './system-files.ts';

export interface SystemOptions {
  /** The collections of types, from `--map`. */
  readonly map: ReadonlyMap<string, string>;
  /** The file for the redirects; undefined for none. */
  readonly redirects: string | undefined;
  /** Undefined if files are not read. */
  readonly download: DownloadFile | undefined;
}

/**
 * Imports the export of another system in the order of its entries: for each document first its files, then the document.
 *
 * @throws CommandError if a collection of a type does not exist.
 */
export const importSystem = async (
  system: SourceSystem,
  { map, redirects, download }: SystemOptions,
  run: ImportRun,
): Promise<void> => {
  const survey = await system.survey(run.signal);
  if (run.signal.aborted) return;
  const collections = new Map([...Object.entries(system.collectionsOfTypes), ...map]);
  requireTypes(survey.types, map, system);
  requireCollections(survey.types, collections, run);
  run.progress.count('entry', survey.total);
  const remarks = remarkCounts(run);
  await using moved = redirects === undefined ? undefined : await openRedirectsFile(redirects);
  await using files = download && (await systemFiles(download, run));
  const findings = moved === undefined ? run.findings : withRedirects(run.findings, moved);
  const items = readItems(system, { collections, files, remarks }, run);
  await importItems(items, { ...run, findings });
  run.findings.note(remarks.lines());
};

/** An import that finds nothing because of a wrong name would look like one that has nothing to do. */
const requireTypes = (
  types: SourceEntryCounts,
  map: ReadonlyMap<string, string>,
  { name }: SourceSystem,
): void => {
  const missing = [...map.keys()].find((type) => !types.has(type));
  if (missing === undefined) return;
  const present = [...types.keys()].join(', ') || 'none';
  throw new CommandError(`--map: ${name} has no items of the type ${missing}. It has: ${present}.`);
};

/** Without its collection, every item of a type would fail. */
const requireCollections = (
  types: SourceEntryCounts,
  collectionsOfTypes: ReadonlyMap<string, string>,
  { collections = new Map() }: Pick<ImportRun, 'collections'>,
): void => {
  for (const type of types.keys()) {
    const collection = collectionsOfTypes.get(type);
    if (collection === undefined || collections.has(collection)) continue;
    throw new CommandError(
      `There is no collection '${collection}' for the type ${type}: create it, or name another one with --map ${type}=<collection>. There are: ${[...collections.keys()].join(', ') || 'none'}.`,
    );
  }
};

type SourceEntryCounts = ReadonlyMap<string, number>;

interface Reading {
  readonly collections: ReadonlyMap<string, string>;
  readonly files: SystemFiles | undefined;
  readonly remarks: ReturnType<typeof remarkCounts>;
}

/** While the files of a document are on their way, those of the next ones begin. */
const maxWaiting = 4;

async function* readItems(
  system: SourceSystem,
  { collections, files, remarks }: Reading,
  run: ImportRun,
): AsyncGenerator<ItemToImport> {
  const ofTypes = new Map(collections);
  const markdown = new Set<string>();
  const waiting: Promise<ItemToImport>[] = [];
  const alone: Promise<unknown>[] = [];

  const addDocument = (document: SourceDocument): void => {
    const { source, type } = document;
    const collection = ofTypes.get(type);
    if (collection === undefined) {
      const message = `its type is ${type}: --map ${type}=<collection> imports it`;
      remarks.add({ kind: type, source, outcome: 'not_read', message });
      return;
    }
    noteMarkdown(collection, markdown, run);
    for (const remark of document.remarks) remarks.add(remark);
    const item = itemOf(document, collection, files);
    // It is awaited later.
    item.catch(() => undefined);
    waiting.push(item);
  };

  const addFile = async (file: SourceFile): Promise<void> => {
    if (files === undefined) return;
    alone.push(files.store(file));
    if (alone.length > maxWaiting) await alone.shift();
  };

  async function* takeUntil(count: number): AsyncGenerator<ItemToImport> {
    while (waiting.length > count) {
      const item = await waiting[0];
      void waiting.shift();
      if (item === undefined || run.signal.aborted) return;
      yield item;
    }
  }

  try {
    for await (const entry of system.entries()) {
      if (run.signal.aborted) return;
      if (entry.kind === 'remark') remarks.add(entry.remark);
      else if (entry.kind === 'document') addDocument(entry.document);
      else if (entry.kind === 'file') {
        run.progress.update(entry.position);
        await addFile(entry.file);
      } else {
        const { name } = entry.collection;
        const stored = await importCollection(entry.collection, run);
        if (!ofTypes.has(name)) ofTypes.set(name, stored);
      }
      yield* takeUntil(maxWaiting - 1);
    }
    yield* takeUntil(0);
    await Promise.all(alone);
  } finally {
    await Promise.allSettled([...waiting, ...alone]);
  }
}

const itemOf = async (
  document: SourceDocument,
  collection: string,
  files: SystemFiles | undefined,
): Promise<ItemToImport> => {
  const stored = Array.from(files === undefined ? [] : document.files, async ([address, file]) => {
    const url = await files?.store(file);
    return url === undefined ? [] : [[address, url] as const];
  });
  const urls = new Map((await Promise.all(stored)).flat());
  const item = { ...document.toItem(urls), collection };
  const { source, position, statedStatus, path } = document;
  return { source, item, verbatim: false, statedStatus, path, size: sizeOfItem(item), position };
};

/** Says once that a collection stores HTML as Markdown. */
const noteMarkdown = (
  collection: string,
  noted: Set<string>,
  { fieldsOf, findings }: ImportRun,
): void => {
  if (noted.has(collection) || fieldsOf(collection).get('content')?.type !== 'markdown') return;
  noted.add(collection);
  findings.note([
    `The field content of '${collection}' is Markdown: the HTML is stored in it unchanged.`,
  ]);
};

const withRedirects = (
  findings: ImportRun['findings'],
  moved: RedirectsFile,
): ImportRun['findings'] => {
  const add = ({ path, item }: ItemToImport, slug: string | undefined): void => {
    if (path === undefined || slug === undefined || item.status !== 'published') return;
    moved.add({ path, collection: item.collection, slug });
  };
  return {
    ...findings,
    add: (entry, outcome) => {
      findings.add(entry, outcome);
      const { slug, changes = [] } = outcome;
      if (!changes.some(({ kind }) => kind === 'unpublished')) add(entry, slug);
    },
    keep: (entry) => {
      findings.keep(entry);
      // If its slug was changed here, this one leads to it.
      add(entry, slugOf(entry.item));
    },
  };
};
