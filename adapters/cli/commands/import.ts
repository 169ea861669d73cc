import { Option } from 'commander';
import { contentStatuses, type ContentStatus } from '../../../core/index.ts';
import {
  helpNotes,
  nonEmpty,
  valueOption,
  type AddCommand,
  type CommandContext,
} from '../command.ts';
import { CommandError, exitCodes, InterruptedError } from '../command-errors.ts';
import { showPhase, showProgress } from '../progress.ts';
import { createReport, type ImportEnd } from '../transfer/import-report.ts';
import type { ImportRun } from '../transfer/import-run.ts';
import type { ImportSource } from '../transfer/import-source.ts';
import { targetOptions, withTarget, type TargetOptions } from '../transfer/open-target.ts';
import {
  dryRunTarget,
  type ImportTarget,
  type TransferTarget,
} from '../transfer/transfer-target.ts';

interface ImportOptions extends TargetOptions {
  readonly collection?: string;
  readonly status?: ContentStatus;
  readonly static?: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
}

export const addImportCommand: AddCommand = (program, context) => {
  const command = program
    .command('import')
    .summary('Import Markdown, NDJSON or an export.')
    .argument('<folder|file.ndjson>', 'What to import.', nonEmpty)
    .description(
      [
        'Imports a folder of Markdown, an NDJSON file, or a folder written by quoin export.',
        '',
        'Markdown (.md, .markdown, .mdx): the front matter in YAML, TOML or JSON becomes the data of an item, and the text its content. The title comes from the front matter, the first heading or the file name. The slug comes from the front matter or the file name; index.md uses the name of its folder. Images and other files that the text shows or links to are stored, and their URLs in it are replaced. README, LICENSE, CHANGELOG and CONTRIBUTING are skipped unless they have front matter.',
        '',
        'NDJSON: one item per line, as the REST API returns it or as an export contains it.',
        '',
        'An import can be repeated. Items that are already there stay unchanged, and so do items that were edited in the service since their import, unless --overwrite is given. Each item is imported as a whole or not at all; one that cannot be read is skipped and reported with the reason.',
      ].join('\n'),
    )
    .addOption(
      valueOption(
        '--collection <name>',
        'The collection for the items. Required for Markdown, and for NDJSON items that name none. An export names its own.',
      ),
    )
    .addOption(
      new Option(
        '--status <status>',
        'The status of all items. By default each item has the status that it states; Markdown that states none is a draft.',
      ).choices([...contentStatuses]),
    )
    .addOption(
      valueOption(
        '--static <folder>',
        "The folder of the site's static files: /files/a.pdf in Markdown is looked up in it, after the imported folder.",
      ),
    )
    .option('--overwrite', 'Replaces items that were edited in the service since their import.')
    .option('--dry-run', 'Reads everything and reports what is wrong with it; imports nothing.');
  for (const option of targetOptions()) command.addOption(option);
  command
    .addHelpText(
      'after',
      helpNotes({
        exits: {
          [exitCodes.incomplete]:
            'Done, but some items or files could not be imported; each is reported.',
          [exitCodes.interrupted]:
            'Stopped by Ctrl-C or SIGTERM after a whole batch; the same command continues.',
        },
        examples: [
          'quoin import ./posts --collection blog-posts --status published',
          'quoin import ./posts --collection blog-posts --dry-run',
          'quoin import items.ndjson --collection pages --url https://cms.example.com --email ada@example.com',
          'quoin import ./backup',
        ],
      }),
    )
    .action((path: string, options: ImportOptions) => runImport(path, options, context));
};

const runImport = async (
  path: string,
  options: ImportOptions,
  context: CommandContext,
): Promise<void> => {
  const { collection, status, dryRun = false } = options;
  const { terminal } = context;
  const staticFolder = options.static;
  // From now on, Ctrl-C stops between two steps.
  terminal.interruptSignal();
  showPhase(terminal, `Reading ${path}`);
  // Loaded late: the first line has to be visible at once.
  const { openSource } = await import('../transfer/import-source.ts');
  const source = await openSource(path, { collection, status, staticFolder });
  if (dryRun) return importInto(dryRunTarget, source, options, context);
  return withTarget('import', options, context, async (target) => {
    await requireCollection(target, source.collection);
    return importInto(target, source, options, context);
  });
};

/** Checked first: without the collection every item would fail. */
const requireCollection = async (
  target: TransferTarget,
  collection: string | undefined,
): Promise<void> => {
  const names = await target.collectionNames();
  if (collection === undefined || names.includes(collection)) return;
  throw new CommandError(
    `There is no collection '${collection}'. There are: ${names.join(', ') || 'none'}.`,
  );
};

const importInto = async (
  target: ImportTarget,
  source: ImportSource,
  { overwrite = false }: ImportOptions,
  { terminal, setExitCode }: CommandContext,
): Promise<void> => {
  const isDryRun = target === dryRunTarget;
  const signal = terminal.interruptSignal();
  if (signal.aborted) throw new InterruptedError('Stopped before the import; nothing was stored.');
  const { total, files } = source;
  const report = createReport(terminal, { isDryRun, total, files });
  const progress = showProgress(terminal);
  const run: ImportRun = { target, report, progress, overwrite, signal };
  const start = performance.now();
  let end: ImportEnd = 'failed';
  try {
    await source.importInto(run);
    end = 'done';
  } finally {
    progress.end();
    if (signal.aborted) end = 'stopped';
    terminal.print(report.summary((performance.now() - start) / 1_000, end));
  }
  if (signal.aborted) setExitCode(exitCodes.interrupted);
  else if (!report.isComplete()) setExitCode(exitCodes.incomplete);
};
