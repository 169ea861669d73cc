import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gate } from '../../../core/index.ts';
import type { DownloadFile } from '../command-host.ts';
import type { ImportRun } from '../transfer/import-run.ts';
import type { SourceFile } from './source-system.ts';

/** The files of a source, each of which is stored once. */
export interface SystemFiles extends AsyncDisposable {
  /**
   * Stores a file. Waits while others are on their way.
   *
   * @returns its URL; undefined if it cannot be had, which is reported once.
   */
  readonly store: (file: SourceFile) => Promise<string | undefined>;
}

const maxAtOnce = 4;

/** The file cannot be had. */
class Unavailable extends Error {}

export const systemFiles = async (
  download: DownloadFile,
  { target, report, signal }: Pick<ImportRun, 'target' | 'report' | 'signal'>,
): Promise<SystemFiles> => {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-import-'));
  const stored = new Map<string, Promise<string | undefined>>();
  const turns = gate({
    slots: maxAtOnce,
    maxWaiting: Infinity,
    reject: () => new Unavailable('too many files wait'),
  });

  const storeNow = async (file: SourceFile): Promise<string | undefined> => {
    const { id, name: originalName, alt, caption, createdAt, url, source } = file;
    const path = join(folder, randomUUID());
    const record = {
      id,
      originalName,
      folder: file.folder,
      ...(alt !== undefined && { alt }),
      ...(caption !== undefined && { caption }),
      ...(createdAt !== undefined && { created_at: createdAt }),
    };
    try {
      const result = await target.importMedia(record, async () => {
        const reason = await download(url, path, signal);
        if (reason !== undefined) throw new Unavailable(reason);
        return path;
      });
      if (result.outcome !== 'failed') {
        report.countFile(result.outcome, source);
        return result.url;
      }
      report.skip(source, result.error, { kind: 'file' });
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      if (!signal.aborted) report.skip(source, error.message, { kind: 'file' });
    } finally {
      await rm(path, { force: true });
    }
    return undefined;
  };

  const storeInTurn = (file: SourceFile): Promise<string | undefined> =>
    turns.run(async () => (signal.aborted ? undefined : storeNow(file)));

  return {
    store: (file) => {
      const running = stored.get(file.id) ?? storeInTurn(file);
      stored.set(file.id, running);
      // Who waits for it gets the error.
      running.catch(() => undefined);
      return running;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.allSettled(stored.values());
      await rm(folder, { recursive: true, force: true });
    },
  };
};
