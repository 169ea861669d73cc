import { Option } from 'commander';
import { isDomainError, operator } from '../../../core/index.ts';
import { tokenLifetimes, type TokenLifetime } from '../../../core/vocabulary.ts';
import {
  helpNotes,
  nonEmpty,
  valueOption,
  type AddCommand,
  type CommandContext,
} from '../command.ts';
import { CommandError } from '../command-errors.ts';

interface CreateTokenOptions {
  readonly name: string;
  readonly expires?: TokenLifetime;
  readonly collection?: readonly string[];
}

export const addCreateTokenCommand: AddCommand = (parent, context) => {
  parent
    .command('create')
    .summary('Create an API token.')
    .description(
      'Creates an API token, with which a frontend reads content. Prints the token to standard output, once: only its hash is stored, so it cannot be shown again.',
    )
    .addOption(
      valueOption('--name <name>', 'Shown in lists of tokens. Required.').makeOptionMandatory(),
    )
    .addOption(
      new Option('--expires <lifetime>', 'Never expires by default.').choices([...tokenLifetimes]),
    )
    .addOption(
      new Option(
        '--collection <name>',
        'Limits the token to this collection. Can be given several times; all collections by default.',
      ).argParser((name, names: readonly string[] | undefined) => [
        ...(names ?? []),
        nonEmpty(name),
      ]),
    )
    .addHelpText(
      'after',
      helpNotes({
        examples: [
          'quoin token create --name website --expires 1y',
          'quoin token create --name newsletter --collection blog-posts > token.txt',
        ],
      }),
    )
    .action((options: CreateTokenOptions) => createToken(options, context));
};

const createToken = async (
  { name, expires: expiresIn, collection: wanted = [] }: CreateTokenOptions,
  { host, terminal }: CommandContext,
): Promise<void> => {
  const { secret, collections } = await host.withCore(
    {
      holder: 'quoin token create',
      whenInUse: 'Stop it first, or create the token there: POST /api/tokens.',
    },
    (cms) =>
      cms.apiTokens
        .create(operator, { name, expiresIn, collections: wanted })
        .catch((error: unknown) => {
          throw withCollectionName(error, wanted);
        }),
  );
  const scope = collections.length === 0 ? 'all collections' : collections.join(', ');
  terminal.notify(`This token reads ${scope}. It is shown only once:`);
  terminal.print(secret);
};

/** The core names an unknown collection by its index. */
const withCollectionName = (error: unknown, wanted: readonly string[]): unknown => {
  if (!isDomainError(error) || error.code !== 'collection_not_found') return error;
  const unknown = wanted.filter((_, index) =>
    error.issues?.some(({ path }) => path === `collections.${index}`),
  );
  return new CommandError(`There is no collection '${unknown.join("', '")}'.`);
};
