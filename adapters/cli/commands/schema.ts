import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { helpNotes, valueOption, type AddCommand, type CommandContext } from '../command.ts';
import { exitCodes, UsageError } from '../command-errors.ts';
import { targetOptions, withTarget, type TargetOptions } from '../transfer/targets/open-target.ts';
import type { SchemaPlanDto } from '../../../contracts/index.ts';

interface SchemaOptions extends TargetOptions {
  readonly file: string;
}

const withUrl = (name: string): string =>
  `quoin schema ${name} --url https://cms.example.com --email ada@example.com`;

const withOptions = (command: Command, file: string): Command => {
  command.addOption(valueOption('--file <file>', file).default('quoin.schema.json'));
  for (const option of targetOptions()) command.addOption(option);
  return command;
};

/** Locales, collections, settings and plugins of a service in a file. */
export const addSchemaCommands: AddCommand = (parent, context) => {
  addPull(parent, context);
  addPlan(parent, context);
  addCheck(parent, context);
};

const addPull: AddCommand = (parent, context) => {
  const command = parent
    .command('pull')
    .summary('Write the schema of a service to a file.')
    .description(
      'Writes the locales, collections, settings and plugin settings of a service to a file: no ids, no times, no content. A file that is there is replaced.',
    );
  withOptions(command, 'The file to write, in JSON.')
    .addHelpText('after', helpNotes({ examples: ['quoin schema pull', withUrl('pull')] }))
    .action(async (options: SchemaOptions) => {
      const { isModule } = await import('../site-schema/read-schema-file.ts');
      if (isModule(options.file)) {
        throw new UsageError(`${options.file} is a program: name a file for JSON.`);
      }
      const schema = await withTarget('schema pull', options, context, (target) =>
        target.readSchema(),
      );
      await writeFile(options.file, `${JSON.stringify(schema, undefined, 2)}\n`);
      context.terminal.notify(`Wrote ${options.file}.`);
    });
};

const addPlan: AddCommand = (parent, context) => {
  const command = parent
    .command('plan')
    .summary('Show what a file would change in a service.')
    .description(
      [
        'Prints each difference between a service and a file, with its effect, and changes nothing: safe; breaking, if items would be rejected by their next write, or a private collection becomes public; blocked, if it is impossible now.',
        '',
        'Members that the file lacks stay as they are. Collections that it does not name would be deleted, unless it has "partial": true.',
      ].join('\n'),
    );
  withOptions(command, 'The file to compare: JSON, or a module in TypeScript or JavaScript.')
    .addHelpText('after', helpNotes({ examples: ['quoin schema plan', withUrl('plan')] }))
    .action(async (options: SchemaOptions) => {
      const { describeChanges } = await import('../site-schema/describe-changes.ts');
      const { changes } = await planOf('schema plan', options, context);
      for (const line of describeChanges(changes)) context.terminal.print(line);
    });
};

const addCheck: AddCommand = (parent, context) => {
  const command = parent
    .command('check')
    .summary('Compare a service with a file.')
    .description(
      'Prints the path of each difference between a service and a file. For scripts: the exit code says whether there is one.',
    );
  withOptions(command, 'The file to compare: JSON, or a module in TypeScript or JavaScript.')
    .addHelpText(
      'after',
      helpNotes({
        exits: {
          [exitCodes.done]: 'The service is as the file says.',
          [exitCodes.incomplete]: 'It is not; each difference is printed.',
        },
        examples: ['quoin schema check', withUrl('check')],
      }),
    )
    .action(async (options: SchemaOptions) => {
      const { lineOf } = await import('../site-schema/describe-changes.ts');
      const { changes } = await planOf('schema check', options, context);
      for (const each of changes) context.terminal.print(lineOf(each));
      if (changes.length > 0) context.setExitCode(exitCodes.incomplete);
      else context.terminal.notify(`The service is as ${options.file} says.`);
    });
};

const planOf = async (
  command: string,
  options: SchemaOptions,
  context: CommandContext,
): Promise<SchemaPlanDto> => {
  const { readSchemaFile } = await import('../site-schema/read-schema-file.ts');
  const { explainRejection } = await import('../site-schema/explain-rejection.ts');
  // A mistake in the file is reported before the password is typed.
  const schema = await readSchemaFile(options.file, context.host);
  return withTarget(command, options, context, (target) =>
    explainRejection(options.file, () => target.planSchema(schema)),
  );
};
