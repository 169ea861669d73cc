import { resolve } from 'node:path';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { targetOptions, withTarget } from '../transfer/choose-target.ts';
import { exportArchive } from '../transfer/export-archive.ts';
import { makeFolder } from '../transfer/new-folder.ts';
import { count } from '../transfer/progress.ts';

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write all collections, content and files to a folder.',
  operand: 'folder',
  description: [
    'Writes everything as of one moment: export.json (what it is and how much), collections.ndjson, content.ndjson, media.ndjson, and the files themselves under media/. quoin import brings it back, with the same ids, versions and times. Accounts, tokens and settings are not in it.',
    '',
    'The folder must not be there yet, or be empty; it appears whole at the end or not at all. Two exports of the same state differ only in the time in export.json. A file that is deleted during the export is left out and told.',
  ].join('\n'),
  options: targetOptions,
  exits: { [exitCodes.interrupted]: 'Stopped by Ctrl-C; nothing was written.' },
  examples: [
    'quoin export ./backup',
    'quoin export ./backup --url https://cms.example.com --email ada@example.com',
  ],
  run: async (input, context) => {
    const { terminal } = context;
    const { counts } = await makeFolder(input.operand, (folder) =>
      withTarget('export', input, context, (source) =>
        exportArchive(folder, { source, terminal, signal: context.interruption() }),
      ),
    );
    const { collections, content, media, mediaBytes } = counts;
    terminal.print(
      `Exported to ${resolve(input.operand)}: ${count(collections)} collections, ${count(content)} items, ${count(media)} files of ${count(mediaBytes)} bytes.`,
    );
    return exitCodes.done;
  },
};
