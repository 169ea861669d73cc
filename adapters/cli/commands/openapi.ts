import { writeFile } from 'node:fs/promises';
import { helpNotes, valueOption, type AddCommand } from '../command.ts';

export const addOpenapiCommand: AddCommand = (program, { host, terminal }) => {
  program
    .command('openapi')
    .summary('Print the OpenAPI document.')
    .description(
      'Prints the OpenAPI 3.0 document of the REST API, the same that the service serves at /api/. Its server is PUBLIC_URL. Needs no database.',
    )
    .addOption(valueOption('--out <file>', 'Writes the document to this file instead.'))
    .addHelpText(
      'after',
      helpNotes({ examples: ['quoin openapi', 'quoin openapi --out openapi.json'] }),
    )
    .action(async ({ out }: { readonly out?: string }) => {
      const { publicUrl } = await host.readConfig();
      const { renderOpenApi } = await import('../../../contracts/index.ts');
      const text = JSON.stringify(renderOpenApi(publicUrl, host.version), undefined, 2);
      if (out === undefined) terminal.print(text);
      else await writeFile(out, `${text}\n`);
    });
};
