import { createReadStream } from 'node:fs';
import { Ajv, type SchemaObject, type ValidateFunction } from 'ajv';
import {
  findNumber,
  incomingCollectionSchema,
  incomingContentSchema,
  incomingMediaSchema,
  mistakeOfNumber,
  restorableLineSchemas,
  type IncomingCollectionDto,
  type IncomingContentDto,
  type IncomingMediaDto,
  type RestorableLineDto,
} from '../../../contracts/index.ts';
import { readUuid } from '../../../core/vocabulary.ts';
import { maxLineBytes, readLines } from './lines.ts';

/** A record to import, or what is wrong with the line: a clause such as "it is not valid JSON". */
export type Incoming<T> =
  | { readonly value: T; readonly mistake?: undefined }
  | { readonly value?: undefined; readonly mistake: string };

type Line = Readonly<Record<string, unknown>>;

const ajv = new Ajv({
  // Tests check the schemas of the contract.
  meta: false,
  validateSchema: false,
  formats: { uuid: (text: string) => readUuid(text) !== undefined, int64: true },
});

/** Drops members that the schema does not have. */
const reader = <T>(
  schema: SchemaObject & { readonly properties: object },
): ((line: Line) => Incoming<T>) => {
  let compiled: ValidateFunction<T> | undefined;
  return (line) => {
    const isValid = (compiled ??= ajv.compile<T>(schema));
    const value: unknown = Object.fromEntries(
      Object.entries(line).filter(([name]) => Object.hasOwn(schema.properties, name)),
    );
    if (isValid(value)) return { value };
    const { instancePath = '', message = 'is not valid' } = isValid.errors?.[0] ?? {};
    const path = instancePath.slice(1).replaceAll('/', '.');
    return { mistake: path === '' ? `it ${message}` : `its ${path} ${message}` };
  };
};

/** An item as the REST API returns it or as an export contains it. */
export const readContent = reader<IncomingContentDto>(incomingContentSchema);
export const readCollection = reader<IncomingCollectionDto>(incomingCollectionSchema);
export const readMedia = reader<IncomingMediaDto>(incomingMediaSchema);

const restorableReaders = new Map(
  Object.entries(restorableLineSchemas).map(
    ([type, schema]) => [type, reader<RestorableLineDto>(schema)] as const,
  ),
);

/** Whether only complete exports have lines of this type. */
export const isRestorable = ({ type }: Line): boolean =>
  typeof type === 'string' && restorableReaders.has(type);

/** Reads a line that only complete exports have. @returns undefined if it is none. */
export const readRestorable = (line: Line): Incoming<RestorableLineDto> | undefined => {
  const { type } = line;
  return typeof type === 'string' ? restorableReaders.get(type)?.(line) : undefined;
};

/** Reads the objects of an NDJSON file, one line at a time. Skips blank lines. */
export async function* readObjects(
  path: string,
): AsyncGenerator<{ readonly number: number; readonly line: Incoming<Line> }> {
  for await (const { number, text, mistake } of readLines(createReadStream(path), maxLineBytes)) {
    yield { number, line: text === undefined ? { mistake } : readObject(text) };
  }
}

/** Parses a line that must be a JSON object whose numbers can be stored as they are written. */
export const readObject = (text: string): Incoming<Line> => {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return { mistake: 'it is not an object' };
    const wrong = findNumber(text, (number) => mistakeOfNumber(number) !== undefined);
    if (wrong === undefined) return { value };
    return { mistake: `its ${wrong.path.join('.')} ${mistakeOfNumber(wrong.text)}` };
  } catch {
    return { mistake: 'it is not valid JSON' };
  }
};

const isObject = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
