import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { schemaFileSchema, type SchemaFileDto } from '../../../contracts/index.ts';
import type { CommandHost } from '../command-host.ts';
import { CommandError } from '../command-errors.ts';
import { ifExists } from '../transfer/files.ts';

/** Whether a file is a program, and not JSON. */
export const isModule = (path: string): boolean => /\.[cm]?[jt]s$/.test(path);

/** @throws CommandError for a file that is missing, or is no schema; what {@link CommandHost.importFile} throws. */
export const readSchemaFile = async (
  path: string,
  { importFile }: Pick<CommandHost, 'importFile'>,
): Promise<SchemaFileDto> => {
  const text = await ifExists(readFile(path, 'utf8'));
  if (text === undefined) {
    throw new CommandError(`${path} does not exist. quoin schema pull writes a file in JSON.`);
  }
  const value = isModule(path) ? await importFile(path) : parseJson(text, path);
  const check = new Ajv({ meta: false, validateSchema: false, validateFormats: false });
  if (check.validate<SchemaFileDto>(schemaFileSchema, value)) return value;
  const [mistake] = check.errors ?? [];
  const place = mistake?.instancePath.slice(1).replaceAll('/', '.') || 'it';
  throw new CommandError(`${path} is no schema: ${place} ${mistake?.message ?? 'is not valid'}.`);
};

const parseJson = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${path} is not JSON: ${reason}.`, { cause: error });
  }
};
