import { InvalidArgumentError, Option } from 'commander';
import type { AuditEntryDto } from '../../../contracts/index.ts';
import { parseDate } from '../../../core/index.ts';
import {
  auditActions,
  auditResources,
  type AuditAction,
  type AuditResource,
} from '../../../core/vocabulary.ts';
import { helpNotes, valueOption, type AddCommand, type CommandContext } from '../command.ts';
import { exitCodes, InterruptedError } from '../command-errors.ts';
import { formatCounted } from '../progress.ts';
import { createFile } from '../transfer/files.ts';
import { targetOptions, withTarget, type TargetOptions } from '../transfer/targets/open-target.ts';

interface ExportAuditOptions extends TargetOptions {
  readonly actor?: string;
  readonly resource?: AuditResource;
  readonly id?: string;
  readonly action?: AuditAction;
  readonly from?: number;
  readonly to?: number;
  readonly out?: string;
}

export const addExportAuditCommand: AddCommand = (parent, context) => {
  const command = parent
    .command('export')
    .summary('Export who did what.')
    .description(
      'Writes the entries of the audit as NDJSON, one object per line as in GET /api/audit, the newest first. Needs constant memory. What happens during the export is not part of it.',
    )
    .addOption(valueOption('--actor <id>', 'Only entries of this user or API token.'))
    .addOption(
      new Option('--resource <kind>', 'Only entries about such resources.').choices([
        ...auditResources,
      ]),
    )
    .addOption(valueOption('--id <id>', 'Only entries about this resource.'))
    .addOption(
      new Option('--action <action>', 'Only such entries, for example content.delete.').choices([
        ...auditActions,
      ]),
    )
    .addOption(
      timeOption(
        '--from <time>',
        'Only entries from this time on: 2026-11-28, 2026-11-28T12:00:00Z, or epoch milliseconds. In UTC unless it names a zone.',
      ),
    )
    .addOption(timeOption('--to <time>', 'Only entries before this time.'))
    .addOption(
      valueOption(
        '--out <file>',
        'Writes to this file, which appears complete or not at all, instead of standard output.',
      ),
    );
  for (const option of targetOptions()) command.addOption(option);
  command
    .addHelpText(
      'after',
      helpNotes({
        exits: { [exitCodes.interrupted]: 'Stopped by Ctrl-C or SIGTERM before the end.' },
        examples: [
          'quoin audit export --from 2026-11-01 --to 2026-12-01 --out november.ndjson',
          'quoin audit export --action session.reject | gzip > rejected.ndjson.gz',
          'quoin audit export --url https://cms.example.com --email ada@example.com',
        ],
      }),
    )
    .action((options: ExportAuditOptions) => exportAudit(options, context));
};

const timeOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(parseTimeOption);

const parseTimeOption = (text: string): number => {
  const time = /^\d{1,15}$/.test(text) ? Number(text) : parseDate(text);
  if (time !== undefined) return time;
  throw new InvalidArgumentError(
    'It must be a day such as 2026-11-28, a time such as 2026-11-28T12:00:00Z, or epoch milliseconds.',
  );
};

const exportAudit = async (options: ExportAuditOptions, context: CommandContext): Promise<void> => {
  const { out, url: _, email: __, ...filter } = options;
  const { terminal } = context;
  const signal = terminal.interruptSignal();
  let count = 0;
  const write = (sink: (line: string) => Promise<unknown>): Promise<void> =>
    withTarget('audit export', options, context, ({ exportAudit: run }) =>
      run(filter, async (entry: AuditEntryDto) => {
        if (signal.aborted) {
          throw new InterruptedError(`Stopped after ${formatCounted(count, 'line')}.`);
        }
        count += 1;
        await sink(`${JSON.stringify(entry)}\n`);
      }),
    );
  await (out === undefined ? write(terminal.write) : createFile(out, write));
  terminal.notify(`Exported ${formatCounted(count, 'line')}.`);
};
