import { resolve } from 'node:path';
import { helpNotes, nonEmpty, type AddCommand, type CommandContext } from '../command.ts';
import { exitCodes } from '../command-errors.ts';
import { formatCounted } from '../progress.ts';
import { createFolder } from '../transfer/files.ts';
import { targetOptions, withTarget, type TargetOptions } from '../transfer/targets/open-target.ts';

interface ExportOptions extends TargetOptions {
  readonly collectionsOnly?: boolean;
}

export const addExportCommand: AddCommand = (program, context) => {
  const command = program
    .command('export')
    .summary('Write all collections, content and files to a folder.')
    .argument('<folder>', 'A new or empty folder.', nonEmpty)
    .description(
      [
        'Writes the state of one moment: export.json (format and counts), collections.ndjson, content.ndjson, media.ndjson, and the files under media/; trash.ndjson, revisions.ndjson, working-copies.ndjson, schedules.ndjson, comments.ndjson and former-slugs.ndjson; settings.json with the settings, the webhooks without their secrets, and the roles in single collections. quoin import restores it with the same ids, versions and times. Accounts and tokens are not included.',
        '',
        'The folder must not exist yet, or be empty. It appears complete at the end, or not at all. Two exports of the same state differ only in the time in export.json. A file that is deleted during the export is left out and reported.',
      ].join('\n'),
    );
  command.option(
    '--collections-only',
    'Writes only collections.ndjson: the collections with their schemas, to import them elsewhere.',
  );
  for (const option of targetOptions()) command.addOption(option);
  command
    .addHelpText(
      'after',
      helpNotes({
        exits: { [exitCodes.interrupted]: 'Stopped by Ctrl-C or SIGTERM; nothing was written.' },
        examples: [
          'quoin export ./backup',
          'quoin export ./schema --collections-only',
          'quoin export ./backup --url https://cms.example.com --email ada@example.com',
        ],
      }),
    )
    .action((folder: string, options: ExportOptions) => runExport(folder, options, context));
};

const runExport = async (
  folder: string,
  options: ExportOptions,
  context: CommandContext,
): Promise<void> => {
  const { terminal } = context;
  // From now on, Ctrl-C removes what is written.
  const signal = terminal.interruptSignal();
  if (options.collectionsOnly === true) {
    const count = await createFolder(folder, (draft) =>
      withTarget('export', options, context, async (source) => {
        const { exportCollections } = await import('../transfer/export-archive.ts');
        return exportCollections(draft, source);
      }),
    );
    terminal.print(`Exported to ${resolve(folder)}: ${formatCounted(count, 'collection')}.`);
    return;
  }
  const { counts } = await createFolder(folder, (draft) =>
    withTarget('export', options, context, async (source) => {
      const { exportArchive } = await import('../transfer/export-archive.ts');
      return exportArchive(draft, { source, terminal, signal });
    }),
  );
  const { collections, content, media, mediaBytes } = counts;
  terminal.print(
    `Exported to ${resolve(folder)}: ${formatCounted(collections, 'collection')}, ${formatCounted(content, 'item')}, ${formatCounted(media, 'file')} of ${formatCounted(mediaBytes, 'byte')}.`,
  );
};
