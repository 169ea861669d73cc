import type { MediaComparison, StrayObject } from '../../../core/index.ts';
import { helpNotes, type AddCommand, type CommandContext } from '../command.ts';
import { exitCodes } from '../command-errors.ts';
import { formatCount, formatCounted, showPhase } from '../progress.ts';

interface CheckMediaOptions {
  readonly list?: boolean;
  readonly remove?: boolean;
}

export const addCheckMediaCommand: AddCommand = (parent, context) => {
  parent
    .command('check')
    .summary('Compare the records of files with the stored objects.')
    .description(
      [
        'Compares the records of all media files with the stored objects, and reports those without a counterpart. Changes nothing without --remove. The running service does the same once a day.',
        '',
        'An object without a record is a stray once it is a day old. Until then it is counted separately. A few strays are what crashes leave behind. Many strays mean something else: the database does not belong to these objects, or it was restored from a backup. Find the right database first: removed objects are lost.',
        '',
        'A file without its object cannot be shown. Restore the object from a backup, or delete the file.',
      ].join('\n'),
    )
    .option('--list', 'Prints the key of each object without a record.')
    .option('--remove', 'Removes all strays.')
    .addHelpText(
      'after',
      helpNotes({
        exits: {
          [exitCodes.incomplete]: 'Done, but strays are left, or files without their object.',
          [exitCodes.interrupted]:
            'Stopped by Ctrl-C; the output shows what was counted and removed until then.',
        },
        examples: ['quoin media check', 'quoin media check --list', 'quoin media check --remove'],
      }),
    )
    .action((options: CheckMediaOptions) => checkMedia(options, context));
};

const checkMedia = async (
  { list = false, remove = false }: CheckMediaOptions,
  { host, terminal, setExitCode }: CommandContext,
): Promise<void> => {
  const signal = terminal.interruptSignal();
  const found = await host.withCore(
    {
      holder: 'quoin media check',
      whenInUse: 'Stop it first, or leave the check to the service, which runs it once a day.',
    },
    (cms) => {
      showPhase(terminal, 'Comparing records and objects');
      const onStray = (object: StrayObject): void => {
        if (list) terminal.print(describeObject(object));
      };
      return cms.system.compareMedia({ removal: remove ? 'all' : 'none', onStray, signal });
    },
  );
  for (const line of describe(found)) terminal.print(line);
  if (signal.aborted) setExitCode(exitCodes.interrupted);
  else if (found.missing > 0 || found.strays > found.removed) setExitCode(exitCodes.incomplete);
  else if (found.strays + found.recent === 0) terminal.print('Everything is in order.');
};

const describeObject = ({ key, storedAt, isRecent }: StrayObject): string =>
  `${key}\t${new Date(storedAt).toISOString()}\t${isRecent ? 'newer' : 'stray'}`;

function* describe(found: MediaComparison): Generator<string> {
  const { objects, records, strays, recent, isSuspicious, removed, missing, missingIds } = found;
  yield `Records: ${formatCount(records)}. Objects: ${formatCount(objects)}.`;
  if (removed > 0) yield `Removed: ${formatCount(removed)} of ${formatCounted(strays, 'stray')}.`;
  else if (strays > 0) {
    yield `Strays (objects without a record): ${formatCount(strays)}. --list prints their keys, --remove removes them.`;
    if (isSuspicious) {
      yield 'That is more than crashes leave. The database may not belong to these objects, or was restored from a backup: check that first.';
    }
  }
  if (recent > 0) {
    yield `Newer objects without a record: ${formatCount(recent)}. They are strays once they are a day old. After a restore, they are files uploaded since the dump.`;
  }
  if (missing > 0) {
    const more = missing > missingIds.length ? ', …' : '';
    yield `Files without their object: ${formatCount(missing)}: ${missingIds.join(', ')}${more}`;
  }
}
