import { resolve } from 'node:path';
import { helpNotes, nonEmpty, type AddCommand, type CommandContext } from '../command.ts';
import { exitCodes } from '../command-errors.ts';
import { formatCounted } from '../progress.ts';
import { createFolder } from '../transfer/files.ts';
import { targetOptions, withTarget, type TargetOptions } from '../transfer/targets/open-target.ts';

export const addExportCommand: AddCommand = (program, context) => {
  const command = program
    .command('export')
    .summary('Write all collections, content and files to a folder.')
    .argument('<folder>', 'A new or empty folder.', nonEmpty)
    .description(
      [
        'Writes the state of one moment: export.json (format and counts), collections.ndjson, content.ndjson, media.ndjson, and the files under media/; trash.ndjson, revisions.ndjson, working-copies.ndjson, schedules.ndjson and former-slugs.ndjson. quoin import restores it with the same ids, versions and times. Accounts, tokens and settings are not included.',
        '',
        'The folder must not exist yet, or be empty. It appears complete at the end, or not at all. Two exports of the same state differ only in the time in export.json. A file that is deleted during the export is left out and reported.',
      ].join('\n'),
    );
  for (const option of targetOptions()) command.addOption(option);
  command
    .addHelpText(
      'after',
      helpNotes({
        exits: { [exitCodes.interrupted]: 'Stopped by Ctrl-C or SIGTERM; nothing was written.' },
        examples: [
          'quoin export ./backup',
          'quoin export ./backup --url https://cms.example.com --email ada@example.com',
        ],
      }),
    )
    .action((folder: string, options: TargetOptions) => runExport(folder, options, context));
};

const runExport = async (
  folder: string,
  options: TargetOptions,
  context: CommandContext,
): Promise<void> => {
  const { terminal } = context;
  // From now on, Ctrl-C removes what is written.
  const signal = terminal.interruptSignal();
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
