import { writeFile } from 'node:fs/promises';
import { renderOpenApi } from '../../../contracts/index.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';

export const openapiCommand: Command = {
  name: 'openapi',
  summary: 'Print the OpenAPI document.',
  description:
    'Prints the OpenAPI 3.0 document of the REST interface, the one that the service answers at /api/. Its server is PUBLIC_URL. Needs no database.',
  options: { out: { value: 'file', text: 'Writes it there instead.' } },
  examples: ['quoin openapi', 'quoin openapi --out openapi.json'],
  run: async (input, { readConfig, terminal }) => {
    const text = JSON.stringify(renderOpenApi(readConfig().publicUrl), undefined, 2);
    const out = input.text('out');
    if (out === undefined) terminal.print(text);
    else await writeFile(out, `${text}\n`);
    return exitCodes.done;
  },
};
