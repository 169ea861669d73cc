import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportLineDto } from '../../../contracts/index.ts';
import { CommandError, InterruptedError } from '../command-errors.ts';
import { formatCount, formatCounted, showProgress } from '../progress.ts';
import type { Terminal } from '../terminal.ts';
import { archiveFiles, blobPath, type ArchiveManifest } from './archive.ts';
import { readObjects } from './incoming-records.ts';
import { openLineWriter } from './lines.ts';
import { readSetupOf, writeSetup } from './setup.ts';
import type { TransferTarget } from './targets/transfer-target.ts';

export interface ExportRun {
  readonly source: Pick<TransferTarget, 'administration' | 'exportAll' | 'openMedia'>;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/**
 * Writes an export into an empty folder. All records are of one moment. The bytes of files are read
 * after it; a file that was deleted meanwhile is left out, with its record, and reported.
 *
 * @throws InterruptedError when the signal is aborted.
 */
export const exportArchive = async (folder: string, run: ExportRun): Promise<ArchiveManifest> => {
  const { exportedAt, mediaBaseUrl, counts } = await writeRecords(folder, run);
  const stored = await writeFiles(folder, counts.media, run);
  const setup = await readSetupOf(run.source.administration);
  await writeSetup(folder, setup);
  const manifest: ArchiveManifest = {
    format: 'quoin-export',
    formatVersion: 1,
    exportedAt: new Date(exportedAt).toISOString(),
    ...(mediaBaseUrl !== undefined && { mediaBaseUrl }),
    counts: {
      collections: counts.collection,
      content: counts.content,
      ...stored,
      trash: counts.trash,
      revisions: counts.revision,
      workingCopies: counts.workingCopy,
      schedules: counts.schedule,
      comments: counts.comment,
      formerSlugs: counts.formerSlug,
      webhooks: setup.webhooks.length,
      permissions: setup.permissions.length,
    },
  };
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  await writeFile(join(folder, archiveFiles.manifest), text, { flag: 'wx', flush: true });
  return manifest;
};

type MediaLine = Extract<ExportLineDto, { readonly type: 'media' }>;

/** The records of all files. Those of deleted files are removed when the bytes are read. */
const allMedia = 'media.all.ndjson';

const writeRecords = async (folder: string, { source, terminal, signal }: ExportRun) => {
  const progress = showProgress(terminal);
  progress.count('record');
  const writers = {
    collection: await openLineWriter(join(folder, archiveFiles.collections)),
    content: await openLineWriter(join(folder, archiveFiles.content)),
    media: await openLineWriter(join(folder, allMedia)),
    trash: await openLineWriter(join(folder, archiveFiles.trash)),
    revision: await openLineWriter(join(folder, archiveFiles.revisions)),
    workingCopy: await openLineWriter(join(folder, archiveFiles.workingCopies)),
    schedule: await openLineWriter(join(folder, archiveFiles.schedules)),
    comment: await openLineWriter(join(folder, archiveFiles.comments)),
    formerSlug: await openLineWriter(join(folder, archiveFiles.formerSlugs)),
  };
  const counts = {
    collection: 0,
    content: 0,
    media: 0,
    trash: 0,
    revision: 0,
    workingCopy: 0,
    schedule: 0,
    comment: 0,
    formerSlug: 0,
  };
  let written = 0;
  let exportedAt = 0;
  let mediaBaseUrl: string | undefined;
  try {
    await source.exportAll(async (line) => {
      if (signal.aborted) throw stoppedAt(formatCounted(written, 'record'));
      if (line.type === 'manifest') {
        exportedAt = line.exportedAt;
        return;
      }
      if (line.type === 'media') mediaBaseUrl ??= line.url.slice(0, -line.key.length - 1);
      await writers[line.type].write(line.type === 'media' ? withoutLocal(line) : line);
      counts[line.type] += 1;
      written += 1;
      progress.update(written);
    });
  } finally {
    progress.end();
    for (const writer of Object.values(writers)) await writer.close();
  }
  return { exportedAt, mediaBaseUrl, counts };
};

const stoppedAt = (position: string): InterruptedError =>
  new InterruptedError(`Stopped at ${position}; nothing was written.`);

/** Without the uploader and the address, which only this service knows. */
const withoutLocal = ({ url: _url, uploadedBy: _uploadedBy, ...line }: MediaLine): object => line;

const writeFiles = async (
  folder: string,
  total: number,
  { source, terminal, signal }: ExportRun,
): Promise<Pick<ArchiveManifest['counts'], 'media' | 'mediaBytes'>> => {
  const progress = showProgress(terminal);
  progress.count('file', total);
  const writer = await openLineWriter(join(folder, archiveFiles.media));
  const counts = { media: 0, mediaBytes: 0 };
  try {
    for await (const line of readMediaLines(join(folder, allMedia))) {
      if (signal.aborted) {
        throw stoppedAt(`${formatCount(counts.media)} of ${formatCounted(total, 'file')}`);
      }
      const bytes = await source.openMedia(line.key);
      if (bytes === undefined) {
        terminal.notify(
          `Left out ${line.originalName} (${line.key}): it was deleted during the export`,
        );
        continue;
      }
      await writeBlob(folder, line, bytes);
      await writer.write(line);
      counts.media += 1;
      counts.mediaBytes += line.size;
      progress.update(counts.media);
    }
  } finally {
    progress.end();
    await writer.close();
  }
  await rm(join(folder, allMedia));
  return counts;
};

async function* readMediaLines(path: string): AsyncGenerator<MediaLine> {
  for await (const { line } of readObjects(path)) {
    // Written by this process, so it needs no validation.
    yield line.value as unknown as MediaLine;
  }
}

const writeBlob = async (
  folder: string,
  { key, size }: MediaLine,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const path = blobPath(folder, key);
  if (path === undefined)
    throw new CommandError(`The service has a media file with the invalid key '${key}'.`);
  await mkdir(dirname(path), { recursive: true });
  const file = createWriteStream(path, { flags: 'wx', flush: true });
  await pipeline(Readable.from(bytes, { objectMode: false }), file);
  if (file.bytesWritten === size) return;
  throw new CommandError(
    `The service sent ${formatCounted(file.bytesWritten, 'byte')} of the file ${key} instead of ${formatCount(size)}.`,
  );
};

/** Writes only the collections, as `quoin import` reads them. @returns their number. */
export const exportCollections = async (
  folder: string,
  source: Pick<TransferTarget, 'collections'>,
): Promise<number> => {
  const writer = await openLineWriter(join(folder, archiveFiles.collections));
  const collections = await source.collections();
  try {
    for (const collection of collections) await writer.write({ type: 'collection', ...collection });
  } finally {
    await writer.close();
  }
  return collections.length;
};
