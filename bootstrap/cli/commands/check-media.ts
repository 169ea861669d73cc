import type { MediaComparison } from '../../../core/index.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { count } from '../transfer/progress.ts';
import { withService } from '../with-service.ts';

export const checkMediaCommand: Command = {
  name: 'media check',
  summary: 'Compare the records of files with the stored objects.',
  description: [
    'Walks through the records of all files and through all stored objects, and tells where one has no other. Changes nothing, unless --remove is given. The service does the same once a day while it runs.',
    '',
    'An object that no record names is a stray once it is a day old: what a crash left, as a rule. Many of them mean something else: this is not the database that belongs to the objects, or it was restored from a backup. Then look for the right database first. What is removed is gone.',
    '',
    'A file whose object is not there cannot be shown. Restore the object from a backup, or delete the file.',
  ].join('\n'),
  options: { remove: { text: 'Removes all strays, however many there are.' } },
  exits: {
    [exitCodes.incomplete]: 'Done, but there are strays left, or files without their object.',
    [exitCodes.interrupted]: 'Stopped by Ctrl-C; what is counted and removed by then is told.',
  },
  examples: ['quoin media check', 'quoin media check --remove'],
  run: async (input, { readConfig, terminal, interruption }) => {
    const opening = {
      holder: 'quoin media check',
      instead: 'Stop it first; or leave it to the service, which compares them once a day.',
    };
    const signal = interruption();
    const found = await withService(readConfig(), opening, ({ cms }) =>
      cms.system.compareMedia({ removal: input.isOn('remove') ? 'all' : 'none', signal }),
    );
    for (const line of describe(found)) terminal.print(line);
    if (signal.aborted) return exitCodes.interrupted;
    if (found.missing > 0 || found.strays > found.removed) return exitCodes.incomplete;
    if (found.strays === 0) terminal.print('Everything is in order.');
    return exitCodes.done;
  },
};

function* describe(found: MediaComparison): Generator<string> {
  const { objects, records, strays, isSuspicious, removed, missing, missingIds } = found;
  yield `Records: ${count(records)}. Objects: ${count(objects)}.`;
  if (removed > 0) yield `Removed: ${count(removed)} of ${count(strays)} strays.`;
  else if (strays > 0) {
    yield `Strays, which no record names: ${count(strays)}. --remove removes them.`;
    if (isSuspicious) {
      yield 'That is more than crashes leave. This may not be the database that belongs to these objects, or it was restored from a backup: look into that first.';
    }
  }
  if (missing > 0) {
    const more = missing > missingIds.length ? ', …' : '';
    yield `Files without their object: ${count(missing)}: ${missingIds.join(', ')}${more}`;
  }
}
