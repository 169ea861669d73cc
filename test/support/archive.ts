import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveManifest } from '../../bootstrap/cli/transfer/archive.ts';
import { directTarget } from '../../bootstrap/cli/transfer/direct-target.ts';
import { exportArchive } from '../../bootstrap/cli/transfer/export-archive.ts';
import { makeFolder } from '../../bootstrap/cli/transfer/new-folder.ts';
import type { TransferTarget } from '../../bootstrap/cli/transfer/transfer-target.ts';
import { operator, type ContentItem, type JsonObject, type MediaFile } from '../../core/index.ts';
import { importFrom, type ImportResult } from './import-run.ts';
import type { MemoryCms } from './memory-cms.ts';
import { recordedTerminal } from './recorded-terminal.ts';
import { onePixel } from './write-files.ts';

/** What stands before the keys of files, unless a test says otherwise. */
export const mediaBase = 'https://cms.example.com/files';

export interface ExportOptions {
  /** Takes the place of parts of the source. */
  readonly source?: Partial<TransferTarget>;
  readonly signal?: AbortSignal;
}

/** Exports the way the command does. */
export const exportTo = async (
  path: string,
  { cms }: MemoryCms,
  { source, signal = new AbortController().signal }: ExportOptions = {},
): Promise<{ readonly manifest: ArchiveManifest; readonly told: readonly string[] }> => {
  const terminal = recordedTerminal();
  const target = { ...directTarget(cms, mediaBase), ...source };
  const manifest = await makeFolder(path, (draft) =>
    exportArchive(draft, { source: target, terminal, signal }),
  );
  return { manifest, told: terminal.told };
};

export const importInto = (
  { cms }: MemoryCms,
  path: string,
  { base = mediaBase, overwrite = false } = {},
): Promise<ImportResult> => importFrom(path, directTarget(cms, base), { overwrite });

export type Files = Readonly<Record<string, string>>;

/** Every file of a folder by its path, and what is in it, byte by byte. */
export const filesOf = async (folder: string): Promise<Files> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(
    async (path) => [path.slice(folder.length + 1), await readFile(path, 'latin1')] as const,
  );
  return Object.fromEntries(await Promise.all(files));
};

/** The files of an export but for the time, in which all exports differ. */
export const withoutTime = ({ 'export.json': manifest = '', ...files }: Files): object => ({
  ...files,
  manifest: { ...JSON.parse(manifest), exportedAt: undefined },
});

export const upload = ({ cms }: MemoryCms, name = 'pool.png'): Promise<MediaFile> =>
  cms.media.upload(operator, {
    originalName: name,
    body: (async function* () {
      yield onePixel;
    })(),
    folder: () => 'pictures',
  });

/** Makes an item by hand, a second after the one before. */
export const write = async (
  { cms, ports, clock }: MemoryCms,
  title: string,
  data: JsonObject,
): Promise<ContentItem> => {
  clock.advance(1_000);
  const [posts] = await ports.collections.list();
  return cms.content.create(operator, { collectionId: posts!.id, title, data });
};
