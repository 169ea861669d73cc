import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveManifest } from '../../../adapters/cli/transfer/archive.ts';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import { exportArchive } from '../../../adapters/cli/transfer/export-archive.ts';
import { createFolder } from '../../../adapters/cli/transfer/files.ts';
import type { TransferTarget } from '../../../adapters/cli/transfer/targets/transfer-target.ts';
import { operator } from '../../../core/index.ts';
import type { ContentItem, JsonObject, MediaFile } from '../../../core/vocabulary.ts';
import { importFrom, type ImportResult } from './import-run.ts';
import type { MemoryCms } from '../core/memory-cms.ts';
import { recordedTerminal } from '../service/recorded-terminal.ts';
import { onePixel } from '../write-files.ts';

/** The default base URL of media files. */
export const mediaBase = 'https://cms.example.com/files';

export interface ExportOptions {
  /** Replaces methods of the source. */
  readonly source?: Partial<TransferTarget>;
  readonly signal?: AbortSignal;
}

/** Exports in the same way as `quoin export`. */
export const exportTo = async (
  path: string,
  { cms }: MemoryCms,
  { source, signal = new AbortController().signal }: ExportOptions = {},
): Promise<{ readonly manifest: ArchiveManifest; readonly notices: readonly string[] }> => {
  const terminal = recordedTerminal();
  const target = { ...coreTarget(cms, mediaBase), ...source };
  const manifest = await createFolder(path, (draft) =>
    exportArchive(draft, { source: target, terminal, signal }),
  );
  return { manifest, notices: terminal.notices };
};

export const importInto = (
  { cms }: MemoryCms,
  path: string,
  { base = mediaBase, overwrite = false } = {},
): Promise<ImportResult> => importFrom(path, coreTarget(cms, base), { overwrite });

export type Files = Readonly<Record<string, string>>;

/** Reads every file in a folder as Latin-1, by path. */
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

/** The files of an export without the time of the export, for comparisons. */
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

/** Advances the clock by one second and creates an item. */
export const write = async (
  { cms, ports, clock }: MemoryCms,
  title: string,
  data: JsonObject,
): Promise<ContentItem> => {
  clock.advance(1_000);
  const [posts] = await ports.store.repositories.collections.list();
  return cms.content.create(operator, { collectionId: posts!.id, title, data });
};
