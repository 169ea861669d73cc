import { Command, Help, type Option } from 'commander';
import { helpWidth, valueOption, type CommandContext } from './command.ts';
import { addCheckAdapterCommand } from './commands/check-adapter.ts';
import { addCheckMediaCommand } from './commands/check-media.ts';
import { addCompletionCommands } from './commands/completion.ts';
import { addCreateTokenCommand } from './commands/create-token.ts';
import { addCreateUserCommand } from './commands/create-user.ts';
import { addExportAuditCommand } from './commands/export-audit.ts';
import { addExportCommand } from './commands/export.ts';
import { addImportCommand } from './commands/import.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addOpenapiCommand } from './commands/openapi.ts';
import { addRebaseMediaCommand } from './commands/rebase-media.ts';
import { addSchemaCommands } from './commands/schema.ts';
import { addServeCommand } from './commands/serve.ts';
import { addTypesCommand } from './commands/types.ts';
import { addUnlockUserCommand } from './commands/unlock-user.ts';

/** Follows every error about the usage of a command. */
export const usageHint = 'Add --help to the command for its usage.';

/** The `quoin` program with all its commands, in the order in which its help lists them. */
export const createProgram = (context: CommandContext): Command => {
  const { host, terminal } = context;
  const program = new Command('quoin')
    .usage('<command> [options]')
    .description(
      'All commands read the same settings from the environment as the service: DATA_DIR, DATABASE_URL and so on.',
    )
    .version(host.version, '--version', 'Prints the version.')
    .helpOption('-h, --help', 'Prints this help.')
    .helpCommand(false)
    .enablePositionalOptions()
    .showHelpAfterError(usageHint)
    .exitOverride()
    .configureHelp({
      visibleCommands: (command) => [...leafCommands(command).values()],
      subcommandTerm: nameOf,
    })
    .configureOutput({
      writeOut: (text) => terminal.print(text.replace(/\n$/, '')),
      writeErr: (text) => terminal.notify(text.replace(/\n$/, '')),
      outputError: (text, write) => write(asSentence(text)),
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  addServeCommand(program, context);
  addMigrateCommand(program, context);
  addImportCommand(program, context);
  addExportCommand(program, context);
  addSchemaCommands(
    addGroup(program, 'schema', 'Keep collections, locales and settings in a file.'),
    context,
  );
  const user = addGroup(program, 'user', 'Create an account, or remove its second factor.');
  addCreateUserCommand(user, context);
  addUnlockUserCommand(user, context);
  addCreateTokenCommand(addGroup(program, 'token', 'Create an API token.'), context);
  addExportAuditCommand(addGroup(program, 'audit', 'Export the audit.'), context);
  const media = addGroup(program, 'media', 'Check media files, or rewrite their URLs.');
  addCheckMediaCommand(media, context);
  addRebaseMediaCommand(media, context);
  addOpenapiCommand(program, context);
  addTypesCommand(program, context);
  addCheckAdapterCommand(program, context);
  addCompletionCommands(program, context);
  for (const command of leafCommands(program).values()) command.addOption(configOption());
  program.hook('preAction', (_, command) => {
    const { config } = command.opts<{ readonly config?: string }>();
    if (config !== undefined) host.useConfigFile(config);
  });
  return program;
};

const configOption = (): Option =>
  valueOption(
    '--config <file>',
    'The file with hooks and ports. By default quoin.config.ts, .js or .mjs in the working folder.',
  );

const addGroup = (program: Command, name: string, summary: string): Command =>
  program.command(name).summary(summary).usage('<command> [options]').helpCommand(false);

/** The name, after that of the group: `user create`. */
const nameOf = (command: Command): string => {
  const { parent } = command;
  const isInGroup = parent !== null && parent.parent !== null;
  return isInGroup ? `${parent.name()} ${command.name()}` : command.name();
};

const asSentence = (text: string): string =>
  text.replace(/^error: (.)/, (_, first: string) => first.toUpperCase());

/** The commands that do something, by their names: `import`, `user create`. */
export const leafCommands = (command: Command, prefix = ''): ReadonlyMap<string, Command> =>
  new Map(
    // Not the help of the program, which lists these commands.
    new Help().visibleCommands(command).flatMap((each) => {
      const name = `${prefix}${each.name()}`;
      return each.commands.length === 0
        ? [[name, each] as const]
        : [...leafCommands(each, `${name} `)];
    }),
  );

/** What a command prints with `--help`. */
export const helpTextOf = (command: Command): string => {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
};
