import {
  importFindings,
  type ItemToImport,
} from '../../../adapters/cli/transfer/import-findings.ts';
import { createReport } from '../../../adapters/cli/transfer/import-report.ts';
import type { ImportRun } from '../../../adapters/cli/transfer/import-run.ts';
import type { ImportTarget } from '../../../adapters/cli/transfer/targets/transfer-target.ts';
import { showProgress } from '../../../adapters/cli/progress.ts';
import type { IncomingContentDto } from '../../../contracts/index.ts';
import { recordedTerminal } from '../service/recorded-terminal.ts';

export type ImportBatch = ImportTarget['importContent'];

/** Each item is so large that it is a batch of its own. */
const entryOf = (item: IncomingContentDto, index: number): ItemToImport => ({
  source: `item ${index + 1}`,
  item,
  verbatim: false,
  size: 3 * 1024 * 1024,
  position: index + 1,
});

/** As a source yields them. */
export async function* entries(items: readonly IncomingContentDto[]): AsyncGenerator<ItemToImport> {
  for (const [index, item] of items.entries()) yield entryOf(item, index);
}

/** An import in progress, and what it has reported. */
export const startedRun = (importContent: ImportBatch, options: Partial<ImportRun> = {}) => {
  const reported: string[] = [];
  const terminal = recordedTerminal();
  const run: ImportRun = {
    target: { importContent } as Pick<ImportTarget, 'importContent'> as ImportTarget,
    report: {
      ...createReport(terminal, { isDryRun: false, total: undefined, files: undefined }),
      countItem: (outcome) => void reported.push(outcome),
      skip: (source, reason) => void reported.push(`${source}: ${reason}`),
      reach: (position) => void reported.push(`reached ${position}`),
    },
    record: () => undefined,
    progress: showProgress(terminal),
    findings: importFindings({ isDryRun: false, importedAt: 0, fields: { add: () => undefined } }),
    fieldsOf: () => new Map(),
    isDryRun: false,
    overwrite: false,
    onSlugClash: 'skip',
    importedAt: 0,
    signal: new AbortController().signal,
    ...options,
  };
  return { run, reported };
};

export const itemOf = (
  slug: string,
  rest: Partial<IncomingContentDto> = {},
): IncomingContentDto => ({
  collection: 'pages',
  title: 'Title',
  slug,
  ...rest,
});

export const idOf = (n: number): string => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`;
