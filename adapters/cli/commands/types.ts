import { writeFile } from 'node:fs/promises';
import { helpNotes, valueOption, type AddCommand } from '../command.ts';

interface TypesOptions {
  readonly url: string;
  readonly out?: string;
}

export const addTypesCommand: AddCommand = (program, { terminal }) => {
  program
    .command('types')
    .summary('Print TypeScript types of the collections.')
    .description(
      'Prints a module of TypeScript with a type for the data of each collection of a running service. Members that a schema requires may still be missing in drafts.',
    )
    .addOption(valueOption('--url <url>', 'The URL of the service.').makeOptionMandatory())
    .addOption(valueOption('--out <file>', 'Writes the module to this file instead.'))
    .addHelpText(
      'after',
      helpNotes({
        examples: [
          'quoin types --url http://localhost:8787',
          'quoin types --url https://cms.example.com --out src/collections.ts',
        ],
      }),
    )
    .action(async ({ url, out }: TypesOptions) => {
      const { readCollections } = await import('../types/read-collections.ts');
      const { renderTypes } = await import('../types/render-types.ts');
      const text = renderTypes(await readCollections(url.replace(/\/+$/, '')));
      if (out === undefined) terminal.print(text.trimEnd());
      else await writeFile(out, text);
    });
};
