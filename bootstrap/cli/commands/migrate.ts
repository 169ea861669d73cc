import {
  migrate,
  migrationPlan,
  pendingMigrations,
} from '../../../adapters/postgres/migrations.ts';
import type { Command } from '../command.ts';
import { MisuseError } from '../command-error.ts';
import { exitCodes } from '../exit-code.ts';
import { silent } from '../with-service.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the database up to date.',
  description:
    'Brings the schema of the database to the form that this version needs: all steps, or none if one fails. The service does the same when it starts; this is for those who do it before.',
  options: {
    check: {
      text: 'Changes nothing; fails when there are steps to take, and names them, or when there is no database yet.',
    },
    plan: { text: 'Changes nothing; prints the SQL of the steps to take.' },
  },
  exits: {
    [exitCodes.failed]: 'Failed, or with --check: there are steps to take, or no database yet.',
  },
  examples: ['quoin migrate', 'quoin migrate --check', 'quoin migrate --plan > next.sql'],
  run: async (input, { readConfig, terminal }) => {
    const isCheck = input.isOn('check');
    const isPlan = input.isOn('plan');
    if (isCheck && isPlan) throw new MisuseError('--check and --plan exclude each other.');
    const config = silent(readConfig());
    const { hasDatabase, withDatabase } = await import('../../service.ts');
    if ((isCheck || isPlan) && !(await hasDatabase(config))) {
      const sentence = `There is no database in ${config.dataDir} yet: quoin migrate makes it.`;
      terminal.print(isPlan ? `-- ${sentence}` : sentence);
      return isCheck ? exitCodes.failed : exitCodes.done;
    }
    const holder = 'quoin migrate';
    return withDatabase(config, { holder }, async (database) => {
      if (isPlan) {
        terminal.print((await migrationPlan(database)) || '-- The database is up to date.');
        return exitCodes.done;
      }
      const steps = isCheck
        ? (await pendingMigrations(database)).map(({ name }) => name)
        : await migrate(database);
      for (const step of steps) terminal.print(isCheck ? `To do: ${step}` : `Done: ${step}`);
      if (steps.length === 0) terminal.print('The database is up to date.');
      return isCheck && steps.length > 0 ? exitCodes.failed : exitCodes.done;
    });
  },
};
