import { createReport } from '../../adapters/cli/transfer/import-report.ts';
import { openSource, type SourceOptions } from '../../adapters/cli/transfer/import-source.ts';
import { showProgress } from '../../adapters/cli/progress.ts';
import type { ImportTarget } from '../../adapters/cli/transfer/transfer-target.ts';
import { recordedTerminal } from './recorded-terminal.ts';

export interface ImportOptions extends Partial<SourceOptions> {
  readonly overwrite?: boolean;
  readonly signal?: AbortSignal;
}

export interface ImportResult {
  readonly notices: readonly string[];
  readonly isComplete: boolean;
  /** The rows of the summary. */
  readonly counts: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Imports a folder or file in the same way as `quoin import`. */
export const importFrom = async (
  path: string,
  target: ImportTarget,
  {
    overwrite = false,
    signal = new AbortController().signal,
    collection,
    status,
    staticFolder,
  }: ImportOptions = {},
): Promise<ImportResult> => {
  const terminal = recordedTerminal();
  const source = await openSource(path, { collection, status, staticFolder });
  const report = createReport(terminal, {
    isDryRun: false,
    total: source.total,
    files: source.files,
  });
  await source.importInto({
    target,
    report,
    progress: showProgress(terminal),
    overwrite,
    signal,
  });
  const summary = report.summary(1, signal.aborted ? 'stopped' : 'done');
  const rows = [...summary.matchAll(/^ {2}([a-z]+) +(.*)$/gm)];
  return {
    notices: terminal.notices,
    isComplete: report.isComplete(),
    counts: Object.fromEntries(rows.map(([, name = '', value = '']) => [name, value])),
    summary,
  };
};
