import { isDomainError, operator, tokenLifetimes } from '../../../core/index.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-code.ts';
import { readChoice } from '../read-choice.ts';
import { withService } from '../with-service.ts';

export const createTokenCommand: Command = {
  name: 'token create',
  summary: 'Create an API token.',
  description:
    'Creates an API token, with which a frontend may read. The token is printed to standard output, this once; it is not stored and cannot be shown again.',
  options: {
    name: { value: 'name', required: true, text: 'What it is for; shown in lists.' },
    expires: {
      value: 'lifetime',
      text: `One of ${tokenLifetimes.join(', ')}. Never, unless given.`,
    },
    collection: {
      value: 'name',
      multiple: true,
      text: 'A collection that it may read. All of them, unless one is given.',
    },
  },
  examples: [
    'quoin token create --name website --expires 1y',
    'quoin token create --name newsletter --collection blog-posts > token.txt',
  ],
  run: async (input, { readConfig, terminal }) => {
    const expiresIn = readChoice(input, 'expires', tokenLifetimes);
    const opening = {
      holder: 'quoin token create',
      instead: 'Stop it first, or create the token there: POST /api/tokens.',
    };
    const asked = input.texts('collection');
    const { secret, collections } = await withService(readConfig(), opening, ({ cms }) =>
      cms.apiTokens
        .create(operator, { name: input.text('name') ?? '', expiresIn, collections: asked })
        .catch((error: unknown) => {
          throw namingCollection(error, asked);
        }),
    );
    const scope = collections.length === 0 ? 'all collections' : collections.join(', ');
    terminal.tell(`A token that reads ${scope}. It is shown this once:`);
    terminal.print(secret);
    return exitCodes.done;
  },
};

/** The core says which of them it does not know by its place. */
const namingCollection = (error: unknown, asked: readonly string[]): unknown => {
  if (!isDomainError(error) || error.code !== 'collection_not_found') return error;
  const unknown = asked.filter((_, index) =>
    error.issues?.some(({ path }) => path === `collections.${index}`),
  );
  return new CommandError(`There is no collection '${unknown.join("', '")}'.`);
};
