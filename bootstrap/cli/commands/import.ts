import { contentStatuses } from '../../../core/index.ts';
import type { Command, CommandContext, CommandInput } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes, type ExitCode } from '../exit-code.ts';
import { readChoice } from '../read-choice.ts';
import { targetOptions, withTarget } from '../transfer/choose-target.ts';
import type { ImportRun } from '../transfer/import-items.ts';
import { createReport } from '../transfer/import-report.ts';
import { readSource, type ImportSource } from '../transfer/import-source.ts';
import { showProgress } from '../transfer/progress.ts';
import type { ImportTarget, TransferTarget } from '../transfer/transfer-target.ts';
import { dryRunTarget } from '../transfer/dry-run-target.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'Bring content in: Markdown, NDJSON or an export.',
  operand: 'folder|file.ndjson',
  description: [
    'Imports a folder of Markdown, an NDJSON file, or a folder that quoin export made.',
    '',
    'Markdown (.md, .markdown, .mdx): front matter in YAML, TOML or JSON becomes the data of an item, the text its content. Title: from the front matter, else the first heading, else the name of the file. Slug: from the front matter, else the name of the file; index.md has that of its folder. Images of the folder that a document shows are stored, and their addresses in it replaced. README, LICENSE, CHANGELOG and CONTRIBUTING are left out unless they have front matter.',
    '',
    'NDJSON: one item a line, as the REST API shows it or as an export holds it.',
    '',
    'An import can be repeated. What is there already is recognised and left; what was edited in the service since its import stays as it is unless --overwrite is given. Each item comes in whole or not at all; one that cannot be read is told with the reason and left out.',
  ].join('\n'),
  options: {
    collection: {
      value: 'name',
      text: 'Where the items go. Needed for Markdown, and for NDJSON items that name none. An export names its own.',
    },
    status: {
      value: 'status',
      text: `Gives all items this status: ${contentStatuses.join(', ')}. Without it each has the one that it states; Markdown that states none is a draft.`,
    },
    overwrite: { text: 'Replaces what was edited in the service since its import.' },
    'dry-run': { text: 'Reads everything and tells what is wrong with it; imports nothing.' },
    ...targetOptions,
  },
  exits: {
    [exitCodes.incomplete]: 'Done, but some items or files could not be imported; each is named.',
    [exitCodes.interrupted]: 'Stopped by Ctrl-C after a whole batch; the same command goes on.',
  },
  examples: [
    'quoin import ./posts --collection blog-posts --status published',
    'quoin import ./posts --collection blog-posts --dry-run',
    'quoin import items.ndjson --collection pages --url https://cms.example.com --email ada@example.com',
    'quoin import ./backup',
  ],
  run: async (input, context) => {
    const source = await readSource(input.operand, {
      collection: input.text('collection'),
      status: readChoice(input, 'status', contentStatuses),
    });
    if (input.isOn('dry-run')) return importInto(dryRunTarget, source, input, context);
    return withTarget('import', input, context, async (target) => {
      await requireCollection(target, source.collection);
      return importInto(target, source, input, context);
    });
  },
};

/** Before anything is read: every single item would fail. */
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
  input: CommandInput,
  { terminal, interruption }: CommandContext,
): Promise<ExitCode> => {
  const isDryRun = target === dryRunTarget;
  const report = createReport(terminal, { isDryRun, files: source.files });
  const progress = showProgress(terminal, 'items');
  const overwrite = input.isOn('overwrite');
  const run: ImportRun = { target, report, progress, overwrite, signal: interruption() };
  const start = performance.now();
  try {
    await source.importInto(run);
  } finally {
    progress.end();
    terminal.print(report.summary((performance.now() - start) / 1_000));
  }
  if (run.signal.aborted) return exitCodes.interrupted;
  return report.isComplete() ? exitCodes.done : exitCodes.incomplete;
};
