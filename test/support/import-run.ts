import { createReport } from '../../bootstrap/cli/transfer/import-report.ts';
import { readSource } from '../../bootstrap/cli/transfer/import-source.ts';
import type { LineDefaults } from '../../bootstrap/cli/transfer/import-lines.ts';
import { showProgress } from '../../bootstrap/cli/transfer/progress.ts';
import type { ImportTarget } from '../../bootstrap/cli/transfer/transfer-target.ts';
import { recordedTerminal } from './recorded-terminal.ts';

export interface ImportOptions extends Partial<LineDefaults> {
  readonly overwrite?: boolean;
  readonly signal?: AbortSignal;
}

export interface ImportResult {
  readonly told: readonly string[];
  readonly isComplete: boolean;
  /** The counts of the summary by name, as they are written. */
  readonly counts: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Imports a folder or file the way the command does. */
export const importFrom = async (
  path: string,
  target: ImportTarget,
  {
    overwrite = false,
    signal = new AbortController().signal,
    collection,
    status,
  }: ImportOptions = {},
): Promise<ImportResult> => {
  const terminal = recordedTerminal();
  const source = await readSource(path, { collection, status });
  const report = createReport(terminal, { isDryRun: false, files: source.files });
  await source.importInto({
    target,
    report,
    progress: showProgress(terminal, 'items'),
    overwrite,
    signal,
  });
  const summary = report.summary(1);
  const rows = [...summary.matchAll(/^ {2}([a-z]+) +(.*)$/gm)];
  return {
    told: terminal.told,
    isComplete: report.isComplete(),
    counts: Object.fromEntries(rows.map(([, name = '', value = '']) => [name, value])),
    summary,
  };
};
