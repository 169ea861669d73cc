import { Option } from 'commander';
import { helpNotes, type AddCommand, type CommandContext } from '../command.ts';
import { exitCodes } from '../command-errors.ts';

interface MigrateOptions {
  readonly check?: boolean;
  readonly plan?: boolean;
}

export const addMigrateCommand: AddCommand = (program, context) => {
  program
    .command('migrate')
    .summary('Bring the database up to date.')
    .description(
      'Brings the schema of the database to the state that this version needs: all steps, or none if one fails. The service does the same when it starts; use this command to do it earlier.',
    )
    .addOption(
      new Option(
        '--check',
        'Changes nothing. Fails and names the steps if any are pending, or if there is no database yet.',
      ).conflicts('plan'),
    )
    .option('--plan', 'Changes nothing. Prints the SQL of the pending steps.')
    .addHelpText(
      'after',
      helpNotes({
        exits: {
          [exitCodes.failed]: 'Failed, or with --check: steps are pending, or no database yet.',
        },
        examples: ['quoin migrate', 'quoin migrate --check', 'quoin migrate --plan > next.sql'],
      }),
    )
    .action((options: MigrateOptions) => runMigrate(options, context));
};

const runMigrate = async (
  { check = false, plan = false }: MigrateOptions,
  { host, terminal, setExitCode }: CommandContext,
): Promise<void> => {
  const { migrations } = host;
  const { dataDir } = await host.readConfig();
  if ((check || plan) && !(await migrations.hasDatabase())) {
    const sentence = `There is no database in ${dataDir} yet: quoin migrate creates it.`;
    terminal.print(plan ? `-- ${sentence}` : sentence);
    if (check) setExitCode(exitCodes.failed);
    return;
  }
  if (plan) {
    const steps = await migrations.pending();
    const scripts = steps.map(({ name, script }) => `-- ${name}\n${script}`);
    terminal.print(scripts.join('\n') || '-- The database is up to date.');
    return;
  }
  const steps = check
    ? (await migrations.pending()).map(({ name }) => `To do: ${name}`)
    : (await migrations.apply()).map((name) => `Done: ${name}`);
  for (const step of steps) terminal.print(step);
  if (steps.length === 0) terminal.print('The database is up to date.');
  else if (check) setExitCode(exitCodes.failed);
};
