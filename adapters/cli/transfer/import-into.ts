import type { CollectionDto } from '../../../contracts/index.ts';
import { CommandError, InterruptedError } from '../command-errors.ts';
import { showProgress } from '../progress.ts';
import type { Terminal } from '../terminal.ts';
import { dryRunOf } from './dry-run.ts';
import { fieldProposals, type ProposalState } from './field-proposals.ts';
import { importFindings } from './import-findings.ts';
import { createReport, type ImportEnd } from './import-report.ts';
import type { OnSlugClash } from './import-run.ts';
import { openReportFile, recordReport } from './report-file.ts';
import type { ImportSource } from './source-options.ts';
import type { TransferTarget } from './targets/transfer-target.ts';

export interface ImportSettings {
  /** Replaces items that were edited since their import. */
  readonly overwrite?: boolean;
  /** Defaults to `skip`. */
  readonly onSlugClash?: OnSlugClash;
  /** Adds fields that the schema of a collection lacks. */
  readonly inferSchema?: boolean;
  /** Imports the settings of an export, also if the service is not new. */
  readonly settings?: boolean;
  /** The file that gets a line for everything that the import does. */
  readonly report?: string;
  /** Stores nothing. */
  readonly dryRun?: boolean;
}

/**
 * Imports a source and prints what was done.
 *
 * @returns whether nothing was skipped because of an error.
 * @throws CommandError for an unknown collection; InterruptedError on Ctrl-C before the first item.
 */
export const importInto = async (
  target: TransferTarget,
  source: ImportSource,
  options: ImportSettings,
  terminal: Terminal,
): Promise<boolean> => {
  const { overwrite = false, onSlugClash = 'skip', inferSchema = false, dryRun = false } = options;
  const collections = await target.collections();
  requireCollection(collections, source.collection);
  const signal = terminal.interruptSignal();
  if (signal.aborted) throw new InterruptedError('Stopped before the import; nothing was stored.');
  const importedAt = Date.now();
  const fields = fieldProposals(collections);
  const findings = importFindings({ isDryRun: dryRun, importedAt, fields });
  const { total, files } = source;
  await using file =
    options.report === undefined ? undefined : await openReportFile(options.report);
  const record = file?.record ?? (() => undefined);
  const report = recordReport(createReport(terminal, { isDryRun: dryRun, total, files }), record);
  const progress = showProgress(terminal);
  const start = performance.now();
  let end: ImportEnd = 'failed';
  let proposals: ProposalState = 'proposed';
  try {
    await source.importInto({
      target: dryRun ? dryRunOf(target) : target,
      report,
      progress,
      record,
      findings,
      fieldsOf: fields.fieldsOf,
      collections: new Map(collections.map((each) => [each.name, each])),
      isDryRun: dryRun,
      overwrite,
      onSlugClash,
      settings: options.settings,
      importedAt,
      signal,
    });
    if (inferSchema && !signal.aborted) {
      if (!dryRun) await fields.store(target);
      proposals = dryRun ? 'planned' : 'stored';
    }
    end = 'done';
  } finally {
    progress.end();
    if (signal.aborted) end = 'stopped';
    terminal.print(report.summary((performance.now() - start) / 1_000, end));
    for (const line of [...findings.lines(), ...fields.lines(proposals)]) terminal.print(line);
  }
  return report.isComplete();
};

/** Checked first: without the collection every item would fail. */
const requireCollection = (
  collections: readonly CollectionDto[],
  collection: string | undefined,
): void => {
  const names = collections.map(({ name }) => name);
  if (collection === undefined || names.includes(collection)) return;
  throw new CommandError(
    `There is no collection '${collection}'. There are: ${names.join(', ') || 'none'}.`,
  );
};
