import { importInto, type ImportSettings } from '../../../adapters/cli/transfer/import-into.ts';
import { openSource } from '../../../adapters/cli/transfer/import-source.ts';
import type { SourceOptions } from '../../../adapters/cli/transfer/source-options.ts';
import type { TransferTarget } from '../../../adapters/cli/transfer/targets/transfer-target.ts';
import { recordedTerminal } from '../service/recorded-terminal.ts';

export interface ImportOptions
  extends
    Pick<
      Partial<SourceOptions>,
      'collection' | 'status' | 'staticFolder' | 'columns' | 'from' | 'furtherPaths' | 'system'
    >,
    ImportSettings {
  readonly signal?: AbortSignal;
}

export interface ImportResult {
  readonly notices: readonly string[];
  readonly isComplete: boolean;
  /** The rows of the summary. */
  readonly counts: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The lines after the summary. */
  readonly findings: readonly string[];
}

/** Imports a folder or file in the same way as `quoin import`. */
export const importFrom = async (
  path: string,
  target: TransferTarget,
  { signal = new AbortController().signal, ...options }: ImportOptions = {},
): Promise<ImportResult> => {
  const terminal = recordedTerminal({ signal });
  const { collection, status } = options;
  const source = await openSource(path, { ...options, collection, status });
  const isComplete = await importInto(target, source, options, terminal);
  const [summary = '', ...findings] = terminal.printed;
  const rows = [...summary.matchAll(/^ {2}([a-z]+) +(.*)$/gm)];
  return {
    notices: terminal.notices,
    isComplete,
    counts: Object.fromEntries(rows.map(([, name = '', value = '']) => [name, value])),
    summary,
    findings,
  };
};
